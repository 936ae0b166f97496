import { describe, expect, test, vi } from 'vitest';
import { hasRole } from '../../core/access/has-role.js';
import {
	cookieName,
	type EventOptions,
	fromClient,
	makeConfig,
	makeEvent,
	redirectOf,
	thrownBy,
	token,
} from '../testing/fixtures.test.helper.js';
import { type RequireUserOptions, requireUser } from './require-user.js';

const ask = (
	path: string,
	event: EventOptions = {},
	options: RequireUserOptions = {},
	config = makeConfig(),
) => requireUser(makeEvent(path, event), config, options);
const referer = (url: string) => ({ method: 'POST', headers: { ...fromClient, referer: url } });

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
		['action of a page', '/_server', referer('http://localhost:3000/a'), {}, '/signin?redirectTo=%2Fa'],
		['foreign referer', '/_server', referer('https://evil.example/a'), {}, '/signin'],
		['malformed referer', '/_server', referer('::'), {}, '/signin?redirectTo=%2F%3A%3A'],
		['another sign-in page', '/x', {}, { signInPage: '/join?a=b' }, '/join?a=b&redirectTo=%2Fx'],
	])('%s', async (_, path, event, options, expected) => {
		expect(await redirectOf(ask(path, event, options))).toBe(expected);
	});
});

describe('a script that reads data', () => {
	const read = (options: RequireUserOptions = {}, headers: Record<string, string> = fromClient) =>
		thrownBy(
			ask('/_server?id=x', { headers: { ...headers, referer: 'http://localhost:3000/home' } }, options),
		);

	test('is told 401: the page that people come from is not the one that they want', async () => {
		const thrown = await read();
		expect([thrown.status, thrown.headers.get('location'), await thrown.text()]).toEqual([401, null, '']);
		const error = (thrown as { customBody?: () => Error }).customBody?.();
		expect({ ...error, message: error?.message, stack: error?.stack }).toEqual({
			...{ status: 401, message: 'Unauthorized', stack: undefined },
		});
	});
	test('is redirected where the function says which page it is for', async () => {
		expect((await read({ from: '/a' })).headers.get('location')).toBe('/signin?redirectTo=%2Fa');
	});
	test('nobody else is: a link, or a form without JavaScript', async () => {
		expect((await read({}, {})).headers.get('location')).toBe('/signin?redirectTo=%2Fhome');
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

describe('with a condition', () => {
	const config = makeConfig({
		callbacks: { session: ({ session }) => ({ ...session, user: { ...session.user, role: 'member' } }) },
	});
	const refused = async (path: string, options: EventOptions = {}, allow: unknown = hasRole('admin')) => {
		const event = makeEvent(path, { cookies: { [cookieName]: await token() }, ...options });
		const response = event.response as { status?: number };
		const thrown = await thrownBy(requireUser(event, config, { allow } as RequireUserOptions));
		const { customBody } = thrown as { customBody?: () => Error };
		return { thrown, error: customBody?.(), status: response.status, text: await thrown.text() };
	};

	test('the session, for whoever has it', async () => {
		const cookies = { [cookieName]: await token() };
		const session = await ask('/', { cookies }, { allow: hasRole('member') }, config);
		expect(session.user).toMatchObject({ name: 'Ada', role: 'member' });
	});
	test('a page that is rendered: the document is a 403, and the query an Error without a stack', async () => {
		const { thrown, error, status, text } = await refused('/admin');
		expect([thrown.status, thrown.headers.get('location'), status, text]).toEqual([403, null, 403, '']);
		expect(error).toBeInstanceOf(Error);
		expect({ ...error, message: error?.message, stack: error?.stack }).toEqual({
			...{ status: 403, message: 'Forbidden', stack: undefined },
		});
	});
	test('a server function that the browser calls: the same, and no status of a page', async () => {
		const { thrown, error, status } = await refused('/_server?id=x', { headers: fromClient });
		expect([thrown.status, error?.message, status]).toEqual([403, 'Forbidden', undefined]);
	});
	test('in a single flight the answer stays that of the action', async () => {
		const { status } = await refused('/admin', { headers: { ...fromClient, 'x-single-flight': 'true' } });
		expect(status).toBeUndefined();
	});
	test('a form without JavaScript: a page, and nothing that SolidStart puts into a cookie', async () => {
		const { thrown, error, text } = await refused('/_server?id=x', {
			form: { password: 'hunter2' },
			headers: { accept: 'text/html' },
		});
		expect([thrown.status, error]).toEqual([403, undefined]);
		expect(text).toContain('Forbidden');
		expect(text + JSON.stringify([...thrown.headers])).not.toContain('hunter2');
	});
	test.each<[string, unknown]>([
		['nothing', () => undefined],
		['a truthy text', () => 'no'],
		['a rejection', () => Promise.reject(new Error('roles are down'))],
		['a thrown redirect', () => Promise.reject(new Response(null, { status: 302 }))],
		['no function at all', 'admin'],
	])('in doubt it is 403: %s', async (_, allow) => {
		expect((await refused('/admin', {}, allow)).thrown.status).toBe(403);
	});
	test('a response that has begun does not open it', async () => {
		const event = makeEvent('/admin', { cookies: { [cookieName]: await token() } });
		Object.freeze(event.response);
		const thrown = await thrownBy(requireUser(event, config, { allow: hasRole('admin') }));
		expect(thrown.status).toBe(403);
	});
	test('strangers are sent to the sign-in page, and not asked about', async () => {
		const allow = vi.fn(() => true);
		expect(await redirectOf(ask('/admin', {}, { allow }, config))).toBe('/signin?redirectTo=%2Fadmin');
		expect(allow).not.toHaveBeenCalled();
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
