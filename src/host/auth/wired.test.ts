import { expect, test } from 'vitest';
import type { Host } from '../host.ts';
import { readHost } from '../index.ts';
import { project } from '../testing.ts';
import { findAuthLibraries } from './libraries.ts';
import { findWiredAuthJs, librariesInHooks } from './wired.ts';

const manifest = (dependencies: Record<string, string>) =>
	JSON.stringify({ dependencies: { '@sveltejs/kit': '^3.2.0', ...dependencies } });
const vite = "import { sveltekit } from '@sveltejs/kit/vite';\nexport default { plugins: [sveltekit()] };\n";

const host = (dependencies: Record<string, string>, files: Record<string, string>): Promise<Host> =>
	readHost(project({ 'package.json': manifest(dependencies), 'vite.config.ts': vite, ...files }));

async function wired(files: Record<string, string>) {
	const found = await host({ '@auth/sveltekit': '^1.11.0' }, files);
	const answer = findWiredAuthJs(found, findAuthLibraries(found));
	return answer && `${answer.file}:${answer.line} ${answer.library.package}`;
}

test('a call of Auth.js, wherever it stands (H12, H14, H16, H17)', async () => {
	const module =
		"import { SvelteKitAuth } from '@auth/sveltekit';\n\nexport const { handle } = SvelteKitAuth({});\n";
	expect(await wired({ 'src/hooks.server.ts': module })).toBe('src/hooks.server.ts:3 @auth/sveltekit');
	expect(await wired({ 'src/lib/server/auth.ts': module })).toBe('src/lib/server/auth.ts:3 @auth/sveltekit');
	const aliased =
		"import { SvelteKitAuth as make } from '@auth/sveltekit';\nexport const auth = make(() => ({}));\n";
	expect(await wired({ 'src/lib/auth.js': aliased })).toBe('src/lib/auth.js:2 @auth/sveltekit');
});

test('what only spells it is none', async () => {
	const files = {
		'src/a.ts': "// import { SvelteKitAuth } from '@auth/sveltekit'; SvelteKitAuth({})\n",
		'src/b.ts': "import type { Session } from '@auth/sveltekit';\nexport const x = {} as Session;\n",
		'src/c.ts': "import { signIn } from '@auth/sveltekit/client';\nsignIn();\n",
		'src/d.ts': "import { SvelteKitAuth } from '@auth/sveltekit';\nexport { SvelteKitAuth };\n",
		'src/auth.test.ts': "import { SvelteKitAuth } from '@auth/sveltekit';\nSvelteKitAuth({});\n",
	};
	expect(await wired(files)).toBeUndefined();
	const stranger = await host(
		{ lucia: '^3.0.0' },
		{ 'src/a.ts': "import { Lucia } from 'lucia';\nLucia();\n" },
	);
	expect(findWiredAuthJs(stranger, findAuthLibraries(stranger))).toBeUndefined();
});

test('the hooks tell what package.json does not (H26)', async () => {
	const hooks =
		"import { svelteKitHandler } from 'better-auth/svelte-kit';\nimport type { A } from '@clerk/backend';\n";
	const found = librariesInHooks(await host({}, { 'src/hooks.server.ts': hooks }));
	expect(found.map((library) => library.package)).toEqual(['better-auth']);
	expect(librariesInHooks(await host({}, {}))).toEqual([]);
});
