import { expect, test } from 'vitest';
import type { Host } from '../host/host.ts';
import { readAuthSettings } from './auth-settings.ts';

const settingsOf = (text: string, framework: Host['framework'] = 'sveltekit') =>
	readAuthSettings({
		framework,
		generation: { authBasePath: '/auth' },
		paths: { source: 'src' },
		read: (path: string) => (path === 'src/auth.ts' ? text : undefined),
	} as unknown as Host);

const kit = (config: string) =>
	`import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';\nexport const { handle } = SvelteKitAuth(${config});\n`;

test.each([
	["{ pages: { signIn: '/login', signOut: '/bye' }, providers: [] }", ['/login', '/bye'], '/auth'],
	["{ 'pages': { 'signIn': '/login', \"error\": `/oops` }, providers: [] }", ['/login', '/oops'], '/auth'],
	[
		"async (event) => ({ basePath: '/api/auth', pages: { signIn: '/in' }, providers: [] })",
		['/in'],
		'/api/auth',
	],
	// The runtime guards it like any other page.
	["{ pages: { newUser: '/onboarding' }, providers: [] }", [], '/auth'],
	["{ pages: { signIn: 'https://id.example.com/in' }, providers: [] }", [], '/auth'],
	["{ providers: [Own({ pages: { signIn: '/theirs' } })] }", [], '/auth'],
	['{ pages: makePages(), providers: [] }', [], '/auth'],
])('%s', (config, pages, basePath) => {
	expect(settingsOf(kit(config))).toEqual({ module: 'src/auth.ts', basePath, pages });
});

test('another module of that name is none of ours', () => {
	expect(settingsOf('export const auth = betterAuth({});\n')).toBeUndefined();
	expect(
		settingsOf("export const authConfig = { providers: [], pages: { signIn: '/x' } };\n", 'solid-start'),
	).toEqual({
		module: 'src/auth.ts',
		basePath: '/auth',
		pages: ['/x'],
	});
});

test('one that does not parse is told with its line', () => {
	expect(() => settingsOf('const a = 1;\nconst = ;\n')).toThrow('src/auth.ts:2 does not parse');
});
