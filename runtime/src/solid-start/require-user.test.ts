import { describe, expect, test, vi } from 'vitest';
import {
	cookieName,
	type EventOptions,
	fromClient,
	makeConfig,
	makeEvent,
	redirectOf,
	thrownBy,
	token,
} from './fixtures.test.helper.js';
import { type RequireUserOptions, requireUser } from './require-user.js';

const ask = (
	path: string,
	event: EventOptions = {},
	options: RequireUserOptions = {},
	config = makeConfig(),
) => requireUser(makeEvent(path, event), config, options);
const referer = (url: string) => ({ headers: { ...fromClient, referer: url } });

test('the session of somebody who is signed in', async () => {
	const session = await ask('/', { cookies: { [cookieName]: await token() } });
	expect(session.user.name).toBe('Ada');
});

test('nobody: a redirect that the router follows', async () => {
	const thrown = await thrownBy(ask('/dashboard'));
	expect([thrown.status, thrown.headers.get('location'), thrown.body]).toEqual([
		302,
		'/signin?redirectTo=%2Fdashboard',
		null,
	]);
});

test('a session without a user is not enough', async () => {
	const config = makeConfig({ callbacks: { session: ({ session }) => ({ expires: session.expires }) } });
	const cookies = { [cookieName]: await token() };
	expect(await redirectOf(ask('/x', { cookies }, {}, config))).toBe('/signin?redirectTo=%2Fx');
});

describe('where to come back to', () => {
	test.each<[string, string, EventOptions, RequireUserOptions, string]>([
		['the page itself', '/a?b=c', {}, {}, '/signin?redirectTo=%2Fa%3Fb%3Dc'],
		['what the page says', '/_server?id=x', {}, { from: '/a?b' }, '/signin?redirectTo=%2Fa%3Fb'],
		['own origin', '/x', {}, { from: 'http://localhost:3000/a' }, '/signin?redirectTo=%2Fa'],
		['another site', '/x', {}, { from: 'https://evil.example/a' }, '/signin'],
		['another site, no protocol', '/x', {}, { from: '//evil.example' }, '/signin'],
		['another site, backslash', '/x', {}, { from: '/\\evil.example' }, '/signin'],
		['a script', '/x', {}, { from: 'javascript:alert(1)' }, '/signin'],
		['server function without a word', '/_server?id=x', {}, {}, '/signin'],
		[
			'server function of a page',
			'/_server',
			referer('http://localhost:3000/a'),
			{},
			'/signin?redirectTo=%2Fa',
		],
		['foreign referer', '/_server', referer('https://evil.example/a'), {}, '/signin'],
		['malformed referer', '/_server', referer('::'), {}, '/signin?redirectTo=%2F%3A%3A'],
		['another sign-in page', '/x', {}, { signInPage: '/join?a=b' }, '/join?a=b&redirectTo=%2Fx'],
	])('%s', async (_, path, event, options, expected) => {
		expect(await redirectOf(ask(path, event, options))).toBe(expected);
	});
});

// The router in the browser puts its base in front of paths and looks for a page; full URLs it leaves alone.
describe('targets that the router would get wrong are full URLs', () => {
	test('an application below a path', async () => {
		const config = makeConfig({ base: '/app' });
		expect(await redirectOf(ask('/app/x', {}, {}, config))).toBe(
			'http://localhost:3000/app/signin?redirectTo=%2Fapp%2Fx',
		);
		expect(await redirectOf(ask('/app/_server', {}, {}, config))).toBe('http://localhost:3000/app/signin');
	});
	test('the core’s own page', async () => {
		const config = makeConfig({ pages: {} });
		expect(await redirectOf(ask('/x', {}, {}, config))).toBe(
			'http://localhost:3000/api/auth/signin?redirectTo=%2Fx',
		);
	});
});

test('in doubt nobody passes', async () => {
	const cookies = { [cookieName]: await token() };
	expect(await redirectOf(ask('/x', { cookies }, {}, makeConfig({ env: {} })))).toContain('/signin');
	vi.spyOn(console, 'error').mockImplementation(() => {});
	const lazy = async () => Promise.reject(new Error('no secret store'));
	await expect(requireUser(makeEvent('/x', { cookies }), lazy)).rejects.toThrow('no secret store');
	vi.restoreAllMocks();
	await expect(requireUser(undefined, makeConfig())).rejects.toThrow('getRequestEvent()');
});
