import type { RequestEvent } from '@sveltejs/kit';
import { describe, expect, test } from 'vitest';
import { protect } from './guard/protect.js';
import { requireUser } from './guard/require-user.js';
import { cookieName, makeAuth, makeEvent, password, token } from './testing/fixtures.test.helper.js';
import type { AuthHandle } from './types.js';

/* What hooks of the application do to `event.locals` behind the auth hook. */

const { handle } = makeAuth({ providers: [password] });
const guard = protect('/account');
const defaults = { colour: 'red' };

/** What a page finds for somebody, or for nobody, behind a hook of the application. */
async function visit(own: AuthHandle, name?: string) {
	const cookies: Record<string, string> = name === undefined ? {} : { [cookieName]: await token({ name }) };
	const page: Record<string, unknown> = {};
	const show = async (shown: RequestEvent) => {
		// Loads get a copy of the event.
		const copy = { ...shown };
		Object.assign(page, copy.locals);
		page.auth = (await copy.locals.auth?.().catch((error: Error) => error.message)) ?? null;
		page.user = (await requireUser(copy)).user?.name;
		return new Response('account');
	};
	const response = await handle({
		event: makeEvent('/account', { cookies, routeId: '/account', headers: { accept: 'text/html' } }),
		resolve: (event) =>
			own({ event, resolve: (given) => guard({ event: given, resolve: async (shown) => show(shown) }) }),
	});
	return { page, status: response.status };
}

/** SvelteKit 2 allows it; 3 forbids it by its types alone. */
const assigned =
	(...values: ((event: RequestEvent) => unknown)[]): AuthHandle =>
	async ({ event, resolve }) => {
		for (const value of values) Object.assign(event, { locals: value(event) });
		return resolve(event);
	};

const handedOn: AuthHandle = async ({ event, resolve }) =>
	resolve({ ...event, locals: { ...event.locals, ...defaults } });

describe.each<[string, AuthHandle]>([
	['a new object', assigned(() => ({ ...defaults }))],
	['a spread', assigned(({ locals }) => ({ ...locals, ...defaults }))],
	[
		'one object after another',
		assigned(
			() => ({}),
			() => ({ ...defaults }),
		),
	],
	['an event with other locals', handedOn],
])('locals replaced by %s', (_, own) => {
	test('the page knows who is signed in, and has what the hook put there', async () => {
		const { page, status } = await visit(own, 'Ada');
		expect(status).toBe(200);
		expect(page).toMatchObject({ colour: 'red', user: 'Ada', auth: { user: { name: 'Ada' } } });
	});

	test('a stranger is refused', async () => {
		expect(await visit(own)).toEqual({ status: 303, page: {} });
	});
});

test('guards hold where a hook hands on locals without auth', async () => {
	const own: AuthHandle = async ({ event, resolve }) => resolve({ ...event, locals: {} as App.Locals });
	expect(await visit(own, 'Ada')).toMatchObject({ status: 200, page: { user: 'Ada', auth: null } });
	expect((await visit(own)).status).toBe(303);
});

test('another request, too, may take the place of ours', async () => {
	const own: AuthHandle = async ({ event, resolve }) =>
		resolve({ ...event, request: new Request(event.request) });
	expect(await visit(own, 'Ada')).toMatchObject({ status: 200, page: { user: 'Ada' } });
});

test('locals that cannot be added to stay as they are', async () => {
	const own = assigned(() => Object.freeze({ ...defaults }));
	expect(await visit(own, 'Ada')).toMatchObject({ status: 200, page: { colour: 'red', user: 'Ada' } });
});

test('one object for all requests gives nobody the session of another', async () => {
	const shared = { ...defaults };
	const own = assigned(() => shared);
	expect((await visit(own, 'Ada')).page).toMatchObject({ user: 'Ada', auth: { user: { name: 'Ada' } } });
	const { page } = await visit(own, 'Bob');
	expect(page.user).toBe('Bob');
	expect(page.auth).toContain('event.locals is one object for several requests');
	expect((await visit(own)).status).toBe(303);
});

describe('an auth of the application’s own, for tests and previews', () => {
	const preview = { user: { name: 'Preview' }, expires: '2099-01-01T00:00:00.000Z' };
	const fake = async () => preview;

	/** A request whose locals hold `auth` before the auth hook. */
	async function visitPreview(
		locals: object,
		own: AuthHandle = ({ event, resolve }) => resolve(event) as never,
	) {
		const { handle, logger } = makeAuth({ providers: [password], dev: true });
		const read = async () => {
			const event = Object.assign(makeEvent('/account', { routeId: '/account' }), { locals: { ...locals } });
			let seen: unknown;
			const resolve = async (given: RequestEvent) => {
				seen = await given.locals.auth();
				return guard({ event: given, resolve: async () => new Response('account') });
			};
			const { status } = await handle({ event, resolve: (given) => own({ event: given, resolve }) });
			return { seen, status };
		};
		return { first: await read(), second: await read(), warnings: logger.warn.mock.calls.length };
	}

	test('stays, opens no guard, and is told once while developing', async () => {
		const { first, second, warnings } = await visitPreview({ auth: fake });
		expect(first).toEqual({ seen: preview, status: 303 });
		expect(second).toEqual(first);
		expect(warnings).toBe(1);
	});

	test('also where it comes with new locals, or they keep it', async () => {
		const spread = assigned(({ locals }) => ({ ...locals, ...defaults }));
		expect((await visitPreview({ auth: fake }, spread)).first.seen).toEqual(preview);
		const brought = assigned(() => ({ auth: fake }));
		expect((await visitPreview({}, brought)).first).toEqual({ seen: preview, status: 303 });
	});

	test('ours that was copied from another request is none: nobody gets the session of another', async () => {
		let kept: object = {};
		const keep = assigned(({ locals }) => {
			kept = { ...locals };
			return locals;
		});
		expect((await visit(keep, 'Ada')).page).toMatchObject({ auth: { user: { name: 'Ada' } } });
		const { page } = await visit(
			assigned(() => ({ ...kept })),
			'Bob',
		);
		expect(page).toMatchObject({ user: 'Bob', auth: { user: { name: 'Bob' } } });
	});
});
