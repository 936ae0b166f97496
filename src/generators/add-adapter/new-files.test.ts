import { fileURLToPath } from 'node:url';
import { format, type Options } from 'prettier';
import { expect, test } from 'vitest';
import type { AuthModule } from '../../audit/auth-module/index.ts';
import type { Host } from '../../host/host.ts';
import { readHost } from '../../host/index.ts';
import { parse, syntaxError } from '../../syntax/source.ts';
import { adapters } from './adapters.ts';
import { adapterPlan } from './index.ts';

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

/** Prisma is the project's own. One line of MySQL's schema is too long at four spaces, where only a chain can be broken. */
const leftOut = (name: string, { tabWidth }: Options): boolean =>
	name === 'prisma' || (name === 'drizzle-mysql' && tabWidth === 4);

test.each<[string, Options]>([
	[
		'as `sv add prettier` sets it up',
		{ useTabs: true, singleQuote: true, trailingComma: 'none', printWidth: 100 },
	],
	['its own defaults', {}],
	['no semicolons, four spaces', { semi: false, singleQuote: true, tabWidth: 4 }],
	['wide lines, terse', { printWidth: 120, bracketSpacing: false, arrowParens: 'avoid' }],
])('Prettier leaves every new file as it is: %s', async (_, options) => {
	let seen = 0;
	for (const name of ['sveltekit3', 'sveltekit2-js', 'solidstart2', 'solidstart1-js']) {
		const host = await hostWith(name, options);
		for (const kind of adapters.filter((one) => !leftOut(one.name, options))) {
			const given = host.framework === 'solid-start' ? { ...module, configName: 'authConfig' } : module;
			for (const change of adapterPlan(host, given, kind).changes) {
				if (change.kind !== 'create' || !/\.m?[jt]s$/.test(change.path)) continue;
				seen++;
				const { path, after } = change;
				expect(syntaxError(parse(path, after))).toBeUndefined();
				expect(after, `${path} of ${kind.name} in ${name}`).toBe(
					await format(after, { ...options, filepath: path }),
				);
			}
		}
	}
	// Four hosts, each with up to three set-ups of drizzle, with unstorage, and with pg and its script.
	expect(seen).toBeGreaterThanOrEqual(4 * (2 * 4 + 1 + 2));
});
