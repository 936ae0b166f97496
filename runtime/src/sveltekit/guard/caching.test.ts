import type { RequestEvent } from '@sveltejs/kit';
import { describe, expect, test } from 'vitest';
import {
	cookieName,
	type EventOptions,
	makeAuth,
	makeEvent,
	token,
} from '../testing/fixtures.test.helper.js';
import { protect } from './protect.js';
import { requireUser } from './require-user.js';

type Page = (event: RequestEvent) => Promise<Response> | Response;

/** Answers a request of somebody who is signed in, behind the auth hook and a rule for /dashboard. */
async function visit(page: Page, event: EventOptions = {}) {
	const { handle, logger } = makeAuth();
	const cookies = { [cookieName]: await token() };
	const made = makeEvent('/dashboard', { routeId: '/dashboard', cookies, ...event });
	const guard = protect('/dashboard');
	const response = await handle({ event: made, resolve: (next) => guard({ event: next, resolve: page }) });
	return { response, cache: response.headers.get('cache-control'), warnings: logger.warn.mock.calls };
}
const saying =
	(headers: Record<string, string>): Page =>
	() =>
		new Response('x', { headers });

const ways: [title: string, page: (inner: Page) => Page, event: EventOptions][] = [
	['a rule', (inner) => inner, {}],
	[
		'requireUser',
		(inner) => async (event) => {
			await requireUser(event);
			return inner(event);
		},
		{ routeId: '/other' },
	],
];
describe.each(ways)('what %s guards', (_, guarded, event) => {
	test('no browser keeps, to show it to whoever goes back after signing out', async () => {
		expect((await visit(guarded(saying({})), event)).cache).toBe('private, no-store');
	});
	test('keeps what it says of the own browser', async () => {
		const { cache, warnings } = await visit(
			guarded(saying({ 'cache-control': 'private, max-age=60' })),
			event,
		);
		expect([cache, warnings]).toEqual(['private, max-age=60', []]);
	});
	test('goes into no cache that others use, and that is told', async () => {
		const headers = { 'cache-control': 'public, max-age=60', 'cdn-cache-control': 'max-age=60', etag: '"1"' };
		const { response, cache, warnings } = await visit(guarded(saying(headers)), event);
		expect(cache).toBe('private, no-store');
		expect(response.headers.get('cdn-cache-control')).toBeNull();
		expect(response.headers.get('etag')).toBe('"1"');
		expect(warnings).toEqual([
			[expect.stringContaining('is guarded and was sent with "cache-control: public')],
		]);
	});
	test('is left whole: status, body, cookies, immutable headers', async () => {
		const { response, cache } = await visit(
			guarded(() => Response.redirect('http://localhost:3000/x', 302)),
			event,
		);
		expect([response.status, response.headers.get('location'), cache]).toEqual([
			302,
			'http://localhost:3000/x',
			'private, no-store',
		]);
		const page = saying({ 'set-cookie': 'a=1' });
		const answer = (await visit(guarded(page), event)).response;
		expect([answer.headers.getSetCookie(), await answer.text()]).toEqual([['a=1'], 'x']);
		const empty = await visit(
			guarded(() => new Response(null, { status: 304 })),
			event,
		);
		expect([empty.response.status, empty.cache]).toEqual([304, 'private, no-store']);
	});
	test('a response that cannot be made anew passes', async () => {
		const socket = Object.defineProperty(new Response(null), 'status', { value: 101 });
		expect(
			(
				await visit(
					guarded(() => socket),
					event,
				)
			).response,
		).toBe(socket);
	});
	test('a constant of the application is not changed', async () => {
		const constant = new Response(null, { status: 204 });
		expect(
			(
				await visit(
					guarded(() => constant),
					event,
				)
			).cache,
		).toBe('private, no-store');
		expect(constant.headers.get('cache-control')).toBeNull();
	});
});

test('what nobody guards says what it likes', async () => {
	const open = { routeId: '/about' };
	expect((await visit(saying({}), open)).cache).toBeNull();
	expect((await visit(saying({ 'cache-control': 'public' }), open)).cache).toBe('public');
});

test('the redirect of somebody who is not signed in is not kept either', async () => {
	const { handle } = makeAuth();
	const page: Page = async (event) => {
		const thrown: unknown = await requireUser(event).catch((error: unknown) => error);
		const { status, location } = thrown as { status: number; location: string };
		return new Response(null, { status, headers: { location } });
	};
	const response = await handle({
		event: makeEvent('/x', { routeId: '/x', headers: { accept: 'text/html' } }),
		resolve: page,
	});
	expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'private, no-store']);
});
