import { copyFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { edit } from '../../../scripts/lib/make-host.ts';
import { knowAda } from '../../support/authorize.ts';
import { type Kind, makeHostUnderTest } from '../../support/host-under-test.ts';
import { lookUpRoute } from '../look-up.ts';
import { workerDate } from '../platform.ts';
import { refreshRoute } from '../refresh.ts';
import type { PlatformHost } from './host.ts';
import { builder, must } from './steps.ts';

/** Which adapter, is said when it is built. */
const platformAdapter = `import { withManifest } from './shim.js';

const { default: make } = await import(process.env.ADAPTER ?? '@sveltejs/adapter-node');
const adapter = make(JSON.parse(process.env.ADAPTER_OPTIONS ?? '{}'));
export default () => (process.env.ADAPTER_SHIM ? withManifest(adapter) : adapter);
`;

const wranglerConfig = {
	name: 'host',
	main: '.svelte-kit/cloudflare/_worker.js',
	compatibility_date: workerDate,
	compatibility_flags: ['nodejs_compat'],
	assets: { binding: 'ASSETS', directory: '.svelte-kit/cloudflare' },
};

/** Everything that adapters write. */
const builds = ['build', '.svelte-kit/cloudflare', '.vercel', '.netlify', '.deno-deploy'];

/** @param adapters to install, with their versions: each is taken as it is when a host has asked for it */
export async function makeSvelteKitHost(kind: Kind, adapters: Record<string, string>): Promise<PlatformHost> {
	const host = await makeHostUnderTest({ ...kind, packages: undefined });
	const { folder } = host;
	const packages = JSON.parse(await host.read('package.json')) as { devDependencies: Record<string, string> };
	await host.write({
		'package.json': JSON.stringify({
			...packages,
			devDependencies: { ...packages.devDependencies, ...adapters },
		}),
		// Adapters name a SvelteKit that they were made for, and wrangler as their peer: that one is there already.
		'.npmrc': 'legacy-peer-deps=true\n',
		'src/routes/refresh/+server.ts': refreshRoute('@authgraft/runtime/sveltekit', 'event.url'),
		'src/routes/look-up/+server.ts': lookUpRoute('sveltekit'),
		// Deno's adapter wants it to be there.
		'static/robots.txt': 'User-agent: *\n',
	});
	// Before `init`, which writes another thing for an adapter that is not Node's.
	await host.write({
		'platform-adapter.js': platformAdapter,
		'wrangler.json': JSON.stringify(wranglerConfig),
	});
	await copyFile(join(import.meta.dirname, 'shim.js'), join(folder, 'shim.js'));
	const config = join(folder, 'vite.config.ts');
	await edit(config, /import adapter from '[^']+'/, "import adapter from './platform-adapter.js'");
	const flags = ['--yes', '--providers', 'keycloak,credentials', '--protect', '/dashboard'];
	must(await host.graft('init', ...flags));
	// Which declares the secret that it adds, as SvelteKit 3 needs it on a Worker. In production people set them by themselves.
	must(await host.graft('secret', 'rotate', '--yes'));
	await knowAda(join(folder, 'src/auth.ts'));
	const origin = '...(process.env.PATHS_ORIGIN && { paths: { origin: process.env.PATHS_ORIGIN } })';
	await edit(config, 'adapter: adapter()', `adapter: adapter(),\n\t\t\t${origin}`);
	// A server in production has none.
	await rm(join(folder, '.env'));
	return {
		folder,
		packageJson: (name) => join(folder, 'node_modules', name, 'package.json'),
		prepare: ({ programs }) =>
			symlink(join(programs, 'node_modules/wrangler'), join(folder, 'node_modules/wrangler'), 'dir'),
		build: builder(folder, builds, ({ adapter, options = {}, shim }, origin) => ({
			...{ ADAPTER: adapter, ADAPTER_OPTIONS: JSON.stringify(options) },
			...(shim && { ADAPTER_SHIM: '1' }),
			// SvelteKit 3 has to know it where nobody tells it with each request.
			...(kind.setOrigin && adapter === '@sveltejs/adapter-node' && { PATHS_ORIGIN: origin }),
		})),
		remove: host.remove,
	};
}
