import { describe, expect, test } from 'vitest';
import { readHost } from '../../host/index.ts';
import { kit3, project } from '../../host/testing.ts';
import { takenAddresses } from './addresses.ts';
import { contextOf } from './solid-start/testing.ts';

const routes = (...files: string[]): Record<string, string> =>
	Object.fromEntries(files.map((file) => [`src/routes/${file}`, '']));

describe('SvelteKit: what the hook would take from', () => {
	const taken = async (basePath: string, ...files: string[]) =>
		takenAddresses(await readHost(project(kit3(routes(...files)))), basePath).map(({ address }) => address);

	test.each([
		['auth/callback/+server.ts', '/auth/callback'],
		['auth/callback/[service]/+server.js', '/auth/callback/[service]'],
		['auth/callback/gitlab/+page.svelte', '/auth/callback/gitlab'],
		['(app)/auth/(x)/session/+server.ts', '/auth/session'],
		['auth/session/+page.svelte', '/auth/session'],
		['auth/signout/+server.ts', '/auth/signout'],
		['auth/signin/github/+page.server.ts', '/auth/signin/github'],
		['auth/[action]/+server.ts', '/auth/[action]'],
		['auth/[...path]/+server.ts', '/auth/[...path]'],
		['auth/callback/[...path]/+page.svelte', '/auth/callback/[...path]'],
	])('%s', async (file, address) => {
		expect(await taken('/auth', file)).toEqual([address]);
	});

	test.each([
		'auth/signin/+page.svelte',
		'auth/signout/+page.server.ts',
		'auth/error/+page.svelte',
		'auth/+page.svelte',
		'auth/+layout.svelte',
		'auth/confirm/+server.ts',
		'auth/callback.json/+server.ts',
		'auth/session/extend/+server.ts',
		'auth/callback/a/b/+server.ts',
		'callback/+server.ts',
		'api/auth/callback/+server.ts',
		'[lang]/callback/+server.ts',
		'[...path]/+page.svelte',
	])('not %s', async (file) => {
		expect(await taken('/auth', file)).toEqual([]);
	});

	test('below another base path', async () => {
		expect(await taken('/api/login', 'api/login/csrf/+server.ts', 'auth/csrf/+server.ts')).toEqual([
			'/api/login/csrf',
		]);
	});
});

test.each([
	['api/auth/session.ts', ['/api/auth/session']],
	['api/auth/callback/[provider].ts', ['/api/auth/callback/[provider]']],
	['api/auth/signin/index.tsx', []],
	['api/(x)/auth/csrf.js', ['/api/auth/csrf']],
	['api/auth/users.ts', []],
	// For the route of ours to say.
	['api/auth/[...all].ts', []],
])('SolidStart: %s', (file, addresses) => {
	const { host } = contextOf(routes(file));
	expect(takenAddresses(host, '/api/auth').map(({ address }) => address)).toEqual(addresses);
});
