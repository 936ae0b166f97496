import { fileURLToPath } from 'node:url';
import { format, type Options } from 'prettier';
import { expect, test } from 'vitest';
import type { AuthModule } from '../../audit/auth-module/index.ts';
import type { Host } from '../../host/host.ts';
import { readHost } from '../../host/index.ts';
import type { Change } from '../../plan/change.ts';
import { parse, syntaxError } from '../../syntax/source.ts';
import { Staging } from '../changes/index.ts';
import { hostStyle } from '../changes/style.ts';
import { accountsPlan } from './index.ts';
import { stageMail } from './mail.ts';
import { mailerNames } from './mailers.ts';

const texts = {
	sveltekit: `import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';

export const { handle } = SvelteKitAuth({ providers: [] });
`,
	'solid-start': `export const authConfig = { providers: [] };
`,
};

/** A host that configures sign-in, and the formatter's config in its root. */
async function hostWith(name: string, options: Options): Promise<Host> {
	const host = await readHost(
		fileURLToPath(new URL(`../../../test/fixtures/hosts/${name}`, import.meta.url)),
	);
	const files: Record<string, string> = {
		'src/auth.ts': texts[host.framework],
		'.prettierrc': JSON.stringify(options),
	};
	const own: Partial<Host> = {
		read: (path) => files[path] ?? host.read(path),
		list: (folder) => (folder === '' ? [...host.list(folder), '.prettierrc'] : host.list(folder)),
		git: null,
	};
	return Object.create(host, Object.getOwnPropertyDescriptors(own));
}

const module: AuthModule = {
	...{ file: 'src/auth.ts', handles: ['handle'], importName: () => './auth' },
	...{ config: 'src/auth.ts', list: 'src/auth.ts', listName: undefined, ours: true, listed: [] },
	facts: { adapter: 'absent', strategy: undefined, basePath: undefined, pages: {} },
	configName: undefined,
};

test.each<[string, Options]>([
	[
		'as `sv add prettier` sets it up',
		{ useTabs: true, singleQuote: true, trailingComma: 'none', printWidth: 100 },
	],
	['its own defaults', {}],
	['no semicolons, four spaces', { semi: false, singleQuote: true, tabWidth: 4 }],
	['wide lines, terse', { printWidth: 120, bracketSpacing: false, arrowParens: 'avoid' }],
])('Prettier leaves the new modules as they are: %s', async (_, options) => {
	let seen = 0;
	const check = async (host: Host, changes: readonly Change[]) => {
		for (const change of changes) {
			if (change.kind !== 'create' || !/\/(?:auth-accounts|mail|schema)\.[jt]s$/.test(change.path)) continue;
			seen++;
			const { path, after } = change;
			expect(syntaxError(parse(path, after))).toBeUndefined();
			expect(after, `${path} in ${host.root}`).toBe(await format(after, { ...options, filepath: path }));
		}
	};
	for (const name of ['sveltekit3', 'sveltekit2-js', 'solidstart2', 'solidstart1-js']) {
		const host = await hostWith(name, options);
		const given = host.framework === 'solid-start' ? { ...module, configName: 'authConfig' } : module;
		const answers = { passwords: true, accountPage: true, alongside: false, look: undefined };
		const { changes } = accountsPlan(host, given, { ...answers, mailer: undefined, limits: 'database' });
		await check(host, changes);
		for (const mailer of mailerNames) {
			const staging = new Staging(host);
			stageMail({ host, module: given, staging, style: hostStyle(host) }, mailer);
			await check(host, staging.changes());
		}
	}
	expect(seen).toBe(4 * (3 + mailerNames.length));
});
