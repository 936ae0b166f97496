import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { knowAda } from '../../support/authorize.ts';
import { type Kind, makeHostUnderTest } from '../../support/host-under-test.ts';
import { solidStartPages } from '../../support/solidstart-pages.ts';
import { lookUpRoute } from '../look-up.ts';
import { workerDate } from '../platform.ts';
import { refreshRoute } from '../refresh.ts';
import type { PlatformHost } from './host.ts';
import { builder, must } from './steps.ts';

/** Everything that presets write. The last of these sends a later wrangler to a build that is gone. */
const builds = ['.output', 'dist', '.vercel', '.netlify', '.wrangler'];

/** Where the preset is said, and the date of a Worker, which is today's otherwise: a workerd of yesterday refuses that. */
const configs = {
	'vite.config.ts': (text: string) =>
		text.replace('nitro()', `nitro({ compatibilityDate: '${workerDate}' })`),
	'app.config.ts': (text: string) =>
		text.replace(
			'defineConfig({',
			`defineConfig({\n  server: { preset: process.env.NITRO_PRESET, compatibilityDate: '${workerDate}' },`,
		),
};

const wranglerConfig = {
	name: 'host',
	main: '.output/server/index.mjs',
	compatibility_date: workerDate,
	compatibility_flags: ['nodejs_compat'],
	assets: { binding: 'ASSETS', directory: '.output/public' },
};

export async function makeSolidStartHost(kind: Kind, config: keyof typeof configs): Promise<PlatformHost> {
	const host = await makeHostUnderTest({ ...kind, packages: undefined });
	const { folder } = host;
	const flags = ['--yes', '--providers', 'keycloak,credentials', '--protect', '/dashboard'];
	must(await host.graft('init', ...flags));
	await host.write({
		...solidStartPages,
		'src/routes/refresh.ts': refreshRoute('@authgraft/runtime/solid-start', 'new URL(event.request.url)'),
		'src/routes/look-up.ts': lookUpRoute('solid-start'),
	});
	await knowAda(join(folder, 'src/auth.ts'));
	// A server in production has none.
	await rm(join(folder, '.env'));
	const before = await readFile(join(folder, config), 'utf8');
	const after = configs[config](before);
	// This nitro writes none.
	// Not by the name that `wrangler pages dev` takes for its own.
	if (config === 'app.config.ts') await host.write({ 'worker.json': JSON.stringify(wranglerConfig) });
	if (after === before) throw new Error(`${config} has no place for the preset:\n${before}`);
	await writeFile(join(folder, config), after);
	return {
		folder,
		packageJson: (name) => join(folder, 'node_modules', name, 'package.json'),
		prepare: async () => {},
		build: builder(folder, builds, ({ adapter }) => ({ NITRO_PRESET: adapter })),
		remove: host.remove,
	};
}
