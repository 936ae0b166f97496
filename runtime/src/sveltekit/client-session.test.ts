import { afterEach, describe, expect, test, vi } from 'vitest';
import { openPage } from '../core/testing/browser.test.helper.js';
import {
	createClient,
	getSession,
	pageSession,
	SessionRequestError,
	signIn,
	signOut,
	update,
} from './client.js';
import { makeAuth, makeEvent, page } from './testing/fixtures.test.helper.js';
import type { SvelteKitAuthConfig } from './types.js';

const origin = 'http://localhost:3000';

function open(options: Partial<SvelteKitAuthConfig> = {}, change = (_: Request) => {}) {
	const { handle, logger } = makeAuth({
		callbacks: {
			jwt: ({ token, trigger, session }) => {
				if (trigger !== 'update') return token;
				if (session?.name === 'broken') throw new Error('The name is broken');
				const updates = Number(token.updates ?? 0) + 1;
				return { ...token, updates, ...(session?.name && { name: session.name }) };
			},
			session: ({ session, token }) => Object.assign(session, { updates: token.updates ?? 0 }),
		},
		...options,
	});
	const browser = openPage((request) => {
		change(request);
		const event = makeEvent(request.url);
		Object.assign(event, { request });
		return handle({ event, resolve: page });
	});
	return { ...browser, logger };
}
const signInAs = (username: string) =>
	signIn('credentials', { username, password: 'secret', redirect: false });
afterEach(() => {
	vi.unstubAllGlobals();
});

describe('getSession', () => {
	test('the session, or null', async () => {
		const browser = open();
		expect(await getSession()).toBeNull();
		await signInAs('ada');
		expect(await getSession()).toEqual({
			user: { name: 'ada', email: 'ada@example.com' },
			expires: expect.any(String),
			updates: 0,
		});
		await signOut({ redirect: false });
		expect(await getSession()).toBeNull();
		const [first] = browser.requests;
		expect([first?.method, first?.url, first?.cache]).toEqual(['GET', `${origin}/auth/session`, 'no-store']);
	});
	test('createClient: another place for the endpoints', async () => {
		const browser = open({ basePath: '/app/auth' });
		const client = createClient({ basePath: '/app/auth/' });
		await client.getSession();
		await client.update({ x: 1 });
		expect(browser.sent()).toEqual(['GET /app/auth/session', 'POST /app/auth/session']);
	});
});

describe('update', () => {
	test('fault 15: changes the session, for later requests too', async () => {
		const browser = open();
		await signInAs('ada');
		const before = browser.cookies.get('authjs.session-token');
		expect(await update({ name: 'Lovelace' })).toMatchObject({ user: { name: 'Lovelace' }, updates: 1 });
		expect(browser.cookies.get('authjs.session-token')).not.toBe(before);
		expect(await getSession()).toMatchObject({ user: { name: 'Lovelace' }, updates: 1 });
		expect(await browser.requests.at(-2)?.json()).toEqual({ data: { name: 'Lovelace' } });
	});
	test('without data the callback runs all the same', async () => {
		open();
		await signInAs('ada');
		expect(await update()).toMatchObject({ user: { name: 'ada' }, updates: 1 });
	});
	test('null when nobody is signed in', async () => {
		open();
		expect(await update({ name: 'Eve' })).toBeNull();
	});
});

describe('what is not an answer throws, by name', () => {
	const expected = (error: string, status: number) => expect.objectContaining({ error, status });

	test.each<[unknown, number, string, string]>([
		[null, 400, 'Configuration', 'MissingCSRF'],
		['Cross-site POST form submissions are forbidden', 403, 'Configuration', 'MissingCSRF'],
		[{ message: 'There was a problem with the server configuration' }, 500, 'Configuration', 'Configuration'],
		['<h1>Bad gateway</h1>', 502, 'Configuration', 'Configuration'],
		['<h1>Sign in to this Wi-Fi</h1>', 200, 'Configuration', 'Configuration'],
		['', 200, 'Configuration', 'Configuration'],
		[['a list'], 200, 'Configuration', 'Configuration'],
		[1, 200, 'Configuration', 'Configuration'],
	])('%j with %i', async (body, status, reading, changing) => {
		openPage(() =>
			typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
		);
		await expect(getSession()).rejects.toEqual(expected(reading, status));
		await expect(update({})).rejects.toEqual(expected(changing, status));
		await expect(update({})).rejects.toBeInstanceOf(SessionRequestError);
	});
	test('no answer at all', async () => {
		openPage(async () => {
			throw new TypeError('Failed to fetch');
		});
		await expect(getSession()).rejects.toEqual(expected('NetworkError', 0));
		await expect(update()).rejects.toThrow('The session could not be asked for: NetworkError');
	});
	test('a page of another site cannot change the session', async () => {
		const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
		const browser = open({}, (request) => {
			if (request.url.endsWith('/session'))
				for (const pair of Object.entries(headers)) request.headers.set(...pair);
		});
		await signInAs('ada');
		await expect(update({ name: 'Eve' })).rejects.toEqual(expected('MissingCSRF', 400));
		expect(await getSession()).toMatchObject({ user: { name: 'ada' }, updates: 0 });
		expect(browser.sent().slice(1)).toEqual(['POST /auth/session', 'GET /auth/session']);
	});
	test('a callback that throws changes nothing', async () => {
		open();
		await signInAs('ada');
		await expect(update({ name: 'broken' })).rejects.toEqual(expected('Configuration', 500));
		expect(await getSession()).toMatchObject({ user: { name: 'ada' }, updates: 0 });
	});
});

describe('pageSession', () => {
	const head = '<html><HEAD><title>About</title></HEAD><body></body></html>';

	/** The page as `handle` lets SvelteKit write it, and as a browser then has it open. */
	async function openDocument(building: boolean): Promise<string> {
		const { handle } = makeAuth({ building, ...(building && { env: {} }) });
		const written = await handle({
			event: makeEvent('http://localhost:3000/about'),
			resolve: (_, options) =>
				new Response(options?.transformPageChunk?.({ html: head, done: true }) ?? head),
		});
		const html = await written.text();
		const querySelector = (selector: string) => {
			const [, name, content] = selector.match(/^meta\[name="(\w+)"\]\[content="(\w+)"\]$/) ?? [];
			return html.includes(`<meta name="${name}" content="${content}">`) ? {} : null;
		};
		vi.stubGlobal('document', { querySelector });
		return html;
	}

	test('a prerendered page asks who is there, and its markup is as it was but for the mark', async () => {
		const browser = open();
		await signInAs('ada');
		const html = await openDocument(true);
		expect(html).toBe(head.replace('</HEAD>', '<meta name="authgraft" content="prerendered"></HEAD>'));
		expect(await pageSession(null)).toMatchObject({ user: { name: 'ada' } });
		expect(browser.sent().at(-1)).toBe('GET /auth/session');
		await signOut({ redirect: false });
		expect(await pageSession(null)).toBeNull();
	});
	test('any other page is taken at its word, without a request', async () => {
		const browser = open();
		const { pageSession } = createClient();
		expect(await openDocument(false)).toBe(head);
		expect(await pageSession(null)).toBeNull();
		const ada = { user: { name: 'Ada' }, expires: '2030-01-01' };
		expect(await pageSession(ada)).toBe(ada);
		expect(browser.sent()).toEqual([]);
	});
	test('a link from a page with a session to the data of a prerendered one: it asks', async () => {
		const browser = open();
		await signInAs('ada');
		await openDocument(false);
		const { pageSession } = createClient();
		expect(await pageSession({ expires: '2030-01-01' })).not.toBeNull();
		expect(await pageSession(null)).toMatchObject({ user: { name: 'ada' } });
		await signOut({ redirect: false });
		expect(await pageSession(null)).toBeNull();
		const asked = browser.sent().length;
		expect(await pageSession(null)).toBeNull();
		expect(browser.sent()).toHaveLength(asked);
	});
	test('a server that cannot be asked: nobody, and the page shows', async () => {
		await openDocument(true);
		vi.stubGlobal('location', { href: 'http://localhost:3000/about' });
		vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
		expect(await createClient().pageSession(null)).toBeNull();
	});
	test('on the server it gives back what it gets', async () => {
		expect(await createClient().pageSession(null)).toBeNull();
	});
	test.each<[string, Parameters<typeof createClient>[0], string]>([
		['a base', { base: '/app' }, '/app/auth/session'],
		['SvelteKit 3, which has a function', { base: (path: string) => `/app${path}` }, '/app/auth/session'],
		['no base', { base: '' }, '/auth/session'],
		['endpoints of another name', { base: '/app', basePath: '/login' }, '/app/login/session'],
	])('below %s', async (_, settings, path) => {
		const browser = open({ basePath: path.replace('/session', '') });
		await openDocument(true);
		await createClient(settings).pageSession(null);
		expect(browser.sent()).toEqual([`GET ${path}`]);
	});
});
