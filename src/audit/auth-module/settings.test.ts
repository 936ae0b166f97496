import { expect, test } from 'vitest';
import type { Framework } from '../../framework.ts';
import { openSources } from '../../host/routes/index.ts';
import { kitHost, solidHost } from '../../host/routes/testing.ts';
import { failure } from '../../host/testing.ts';
import { ruleFile } from '../path-rules.ts';
import { readAuthSettings } from './settings.ts';

/** Files from the root of a host, and what is read of them. */
async function settingsOf(files: Record<string, string>, framework: Framework = 'sveltekit') {
	const placed = Object.fromEntries(Object.entries(files).map(([path, text]) => [`/${path}`, text]));
	const host = await (framework === 'sveltekit' ? kitHost(placed) : solidHost(placed));
	const sources = openSources(host);
	const settings = readAuthSettings(sources, ruleFile(host));
	return { settings, notes: sources.notes };
}

const runtime = "import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';\n";
const kit = (config: string, before = '') =>
	`${runtime}${before}export const { handle } = SvelteKitAuth(${config});\n`;

test.each([
	["{ pages: { signIn: '/login', signOut: '/bye' }, providers: [] }", ['/login', '/bye'], '/auth'],
	["{ 'pages': { 'signIn': '/login', \"error\": `/oops` }, providers: [] }", ['/login', '/oops'], '/auth'],
	[
		"async (event) => ({ basePath: '/api/auth', pages: { signIn: '/in' }, providers: [] })",
		['/in'],
		'/api/auth',
	],
	["{ pages: { verifyRequest: '/look-into-your-mail' }, providers: [] }", ['/look-into-your-mail'], '/auth'],
	// The runtime guards it like any other page.
	["{ pages: { newUser: '/onboarding' }, providers: [] }", [], '/auth'],
	["{ pages: { signIn: 'https://id.example.com/in' }, providers: [] }", [], '/auth'],
	["{ providers: [Own({ pages: { signIn: '/theirs' }, basePath: '/theirs' })] }", [], '/auth'],
	['{ pages: makePages(), providers: [] }', [], '/auth'],
	['makeConfig()', [], '/auth'],
])('%s', async (config, pages, basePath) => {
	const { settings } = await settingsOf({ 'src/auth.ts': kit(config) });
	expect(settings).toMatchObject({ module: 'src/auth.ts', basePath });
	expect(settings?.pages).toEqual(pages);
});

const decoy = "export const other = { basePath: '/decoy', pages: { signIn: '/decoy' }, providers: [] };\n";

test.each([
	['in the call', "{ basePath: '/in', providers: [] }", ''],
	['a constant', 'config', "const config = { basePath: '/in', providers: [] };\n"],
	['with a type', 'config', "const config = { basePath: '/in', providers: [] } satisfies object;\n"],
	['a constant in it', '{ basePath: path, providers: [] }', "const path = '/in';\n"],
	['spread in', '{ ...base, providers: [] }', "const base = { basePath: '/in' };\n"],
	['a function', 'config', "function config() {\n\treturn { basePath: '/in', providers: [] };\n}\n"],
])('the object that is handed over counts, %s, and no other', async (_, config, before) => {
	const { settings } = await settingsOf({ 'src/auth.ts': kit(config, decoy + before) });
	expect(settings).toMatchObject({ basePath: '/in', pages: [] });
});

test.each([
	['src/lib/server/auth.ts', '#lib/server/auth.ts'],
	['src/lib/server/auth.ts', './lib/server/auth'],
	['src/lib/auth/index.ts', '#lib/auth/index'],
	['src/auth.js', './auth'],
])('found in %s, and named as the hooks do: %s', async (file, name) => {
	const { settings } = await settingsOf({
		[file]: kit("{ basePath: '/in', providers: [] }"),
		'src/hooks.server.ts': `export { handle } from '${name}';\n`,
		'src/routes/+page.server.ts': 'export const load = () => ({});\n',
	});
	expect(settings).toMatchObject({ module: file, basePath: '/in' });
	expect(settings?.importName('src/hooks.server.ts')).toBe(name);
	expect(settings?.importName('src/routes/+page.server.ts')).toBe(
		`../${file.slice('src/'.length).replace(/\.[jt]s$/, '')}`,
	);
});

test('through a file that hands it on', async () => {
	const { settings } = await settingsOf({
		'src/lib/server/auth.ts': kit('{ providers: [] }'),
		'src/lib/server/index.ts': "export * from './auth';\n",
		'src/lib/server/people.ts': "import { signIn } from './auth';\nexport const people = [signIn];\n",
		'src/hooks.server.ts':
			"import { people } from './lib/server/people';\nimport { handle } from './lib/server';\nexport { handle, people };\n",
	});
	expect(settings?.importName('src/hooks.server.ts')).toBe('./lib/server');
});

test('the configuration in one file, the call in another', async () => {
	const { settings } = await settingsOf({
		'src/lib/auth.config.ts':
			"import type { SvelteKitAuthConfig } from '@authgraft/runtime/sveltekit';\nexport const config: SvelteKitAuthConfig = { basePath: '/in', providers: [] };\n",
		'src/lib/server/auth.ts': `${runtime}import { config } from '../auth.config';\nexport const { handle } = SvelteKitAuth(config);\n`,
	});
	expect(settings).toMatchObject({ module: 'src/lib/server/auth.ts', basePath: '/in' });
});

test('of two the one that runs counts; without one that does, the usual one; else none, and that is said', async () => {
	const two = {
		'src/lib/a.ts': kit("{ basePath: '/a', providers: [] }"),
		'src/lib/b.ts': kit("{ basePath: '/b', providers: [] }"),
	};
	const hooks = { 'src/hooks.server.ts': "export { handle } from './lib/b.ts';\n" };
	expect((await settingsOf({ ...two, ...hooks })).settings?.basePath).toBe('/b');
	const usual = { 'src/auth.ts': kit("{ basePath: '/usual', providers: [] }") };
	expect((await settingsOf({ ...two, ...usual })).settings?.basePath).toBe('/usual');
	const neither = await settingsOf(two);
	expect(neither.settings).toBeUndefined();
	expect(neither.notes).toEqual([
		'Sign-in is configured in 2 files (src/lib/a.ts, src/lib/b.ts), and which one runs cannot be told: no rule is read.',
	]);
});

test('another module of that name is none of ours, nor is that of another library', async () => {
	const none = async (text: string) => (await settingsOf({ 'src/auth.ts': text })).settings;
	expect(await none('export const auth = betterAuth({});\n')).toBeUndefined();
	expect(
		await none(
			"import { SvelteKitAuth } from '@auth/sveltekit';\nexport const { handle } = SvelteKitAuth({ providers: [] });\n",
		),
	).toBeUndefined();
});

test('SolidStart: by its type, and by the route that hands it over', async () => {
	const typed =
		"import type { SolidAuthConfig } from '@authgraft/runtime/solid-start';\nexport const authConfig: SolidAuthConfig = { providers: [], pages: { signIn: '/x' } };\n";
	const { settings } = await settingsOf({ 'src/lib/server/auth.ts': typed }, 'solid-start');
	expect(settings).toMatchObject({
		module: 'src/lib/server/auth.ts',
		basePath: '/api/auth',
		pages: ['/x'],
	});
	const plain = await settingsOf(
		{
			'src/lib/auth.js': "export const authConfig = { providers: [], pages: { signIn: '/x' } };\n",
			'src/routes/api/auth/[...solidauth].js':
				"import { SolidAuth } from '@authgraft/runtime/solid-start';\nimport { authConfig } from '~/lib/auth';\nexport const { GET, POST } = SolidAuth(authConfig);\n",
		},
		'solid-start',
	);
	expect(plain.settings).toMatchObject({ module: 'src/lib/auth.js', pages: ['/x'] });
	expect(plain.settings?.importName('src/routes/api/auth/[...solidauth].js')).toBe('~/lib/auth');
});

test('one that does not parse is told with its line', async () => {
	const text = `${runtime}const = SvelteKitAuth();\n`;
	const { message, code } = await failure(() => settingsOf({ 'src/auth.ts': text }));
	expect({ message, code }).toMatchObject({
		code: 'AG_SYNTAX',
		message: expect.stringContaining('src/auth.ts:2 does not parse'),
	});
});
