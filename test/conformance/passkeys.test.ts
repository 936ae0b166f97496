import { generateKeyPairSync } from 'node:crypto';
import Passkey from '@auth/core/providers/passkey';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { plugIn } from '../../runtime/src/core/testing/authenticator.test.helper.ts';
import { openPage } from '../../runtime/src/core/testing/browser.test.helper.ts';
import { type Config, type Integration, integrations, makeApplication } from './support/application.ts';
import { openDatabase } from './support/database.ts';

interface Result {
	ok: boolean;
	status: number;
	url: string | null;
	error: string | null;
	code: string | null;
}
interface Client {
	signIn(providerId?: string, options?: Record<string, unknown> | FormData): Promise<Result>;
}
interface Module extends Client {
	createWebAuthnClient(settings: { basePath?: string }): Client;
}

const origin = 'http://localhost:3000';
const ada = { email: 'ada@example.com', redirect: false };
const failed = (error: string, status = 0) => ({ ok: false, status, url: null, error, code: undefined });

/** Opens a page of an application with passkeys, real database and real checks, in a browser that has a device. */
async function setUp(integration: Integration, config: Config = {}, device = {}) {
	const database = await openDatabase();
	const app = makeApplication(integration, {
		adapter: database.adapter,
		providers: [Passkey],
		experimental: { enableWebAuthn: true },
		...config,
	});
	const client: Module = await import(`../../runtime/src/${integration}/webauthn.ts`);
	const browser = openPage((request) => app.fetch(request), '/signin');
	const session = async () => (await fetch('/')).json();
	return { database, app, client, browser, session, device: plugIn(device), base: app.basePath };
}
afterEach(() => {
	vi.unstubAllGlobals();
});

describe.each(integrations)('%s', (integration) => {
	test('fault 16: register, sign out, sign in: every URL is below the endpoints’ path', async () => {
		const { database, client, browser, session, device, base } = await setUp(integration);
		expect(await client.signIn('passkey', { ...ada, action: 'register', redirectTo: '/welcome' })).toEqual({
			ok: true,
			status: 200,
			url: `${origin}/welcome`,
			error: undefined,
			code: undefined,
		});
		expect(await session()).toMatchObject({ user: { email: 'ada@example.com' } });
		expect(await database.rows('authenticator')).toMatchObject([
			{ credentialDeviceType: 'singleDevice', counter: 0, transports: 'internal' },
		]);
		expect(await database.rows('account')).toMatchObject([{ provider: 'passkey', type: 'webauthn' }]);
		await fetch(`${base}/signout`, { method: 'POST' });
		expect(await session()).toBeNull();

		expect(await client.signIn(undefined, { redirect: false })).toMatchObject({
			ok: true,
			url: `${origin}/signin`,
		});
		expect(await session()).toMatchObject({ user: { email: 'ada@example.com' } });
		expect(await database.rows('authenticator')).toMatchObject([{ counter: 1 }]);
		expect(await database.rows('user')).toHaveLength(1);
		expect(device.asked).toEqual([undefined, undefined]);
		expect(browser.visited).toEqual([]);
		expect(browser.sent().filter((line) => !line.endsWith(' /'))).toEqual([
			`GET ${base}/webauthn-options/passkey?email=ada%40example.com&action=register`,
			`POST ${base}/callback/passkey`,
			`POST ${base}/signout`,
			`GET ${base}/webauthn-options/passkey`,
			`POST ${base}/callback/passkey`,
		]);
	});
	test('with redirect the page is left', async () => {
		const { client, browser } = await setUp(integration);
		await client.signIn('passkey', { email: ada.email, redirectTo: '/welcome' });
		expect(browser.visited).toEqual([`${origin}/welcome`]);
	});
	test('FormData: what a form holds', async () => {
		const { client, browser, session } = await setUp(integration);
		const form = new FormData();
		for (const [name, value] of Object.entries({ email: ada.email, redirect: 'false' }))
			form.set(name, value);
		expect(await client.signIn('passkey', form)).toMatchObject({ ok: true });
		expect(await session()).toMatchObject({ user: { email: 'ada@example.com' } });
		expect(browser.visited).toEqual([]);
	});
	test('one more passkey for whoever is signed in; none for somebody else’s account', async () => {
		const { database, client, device, browser } = await setUp(integration);
		await client.signIn('passkey', { ...ada, action: 'register' });
		expect(await client.signIn('passkey', { ...ada, action: 'register' })).toEqual(failed('PasskeyExists'));
		device.passkeys.length = 0;
		expect(await client.signIn('passkey', { ...ada, action: 'register' })).toMatchObject({ ok: true });
		expect(await database.rows('authenticator')).toHaveLength(2);
		browser.cookies.clear();
		expect(await client.signIn('passkey', { ...ada, action: 'register' })).toEqual(
			failed('PasskeyRefused', 400),
		);
		expect(await client.signIn('passkey', { redirect: false, action: 'register' })).toEqual(
			failed('PasskeyRefused', 400),
		);
		expect(await database.rows('authenticator')).toHaveLength(2);
	});
	test('somebody else’s passkey in this browser signs him in, with a session of his own', async () => {
		const { database, client, device, session, base } = await setUp(integration);
		await client.signIn('passkey', { ...ada, action: 'register' });
		const adas = device.passkeys.splice(0);
		await fetch(`${base}/signout`, { method: 'POST' });
		await client.signIn('passkey', { email: 'bob@example.com', action: 'register', redirect: false });
		device.passkeys.splice(0, 1, ...adas);
		const picked = { action: 'authenticate', redirect: false };
		expect(await client.signIn('passkey', picked)).toMatchObject({ ok: true });
		expect(await session()).toMatchObject({ user: { email: ada.email } });
		expect(await database.rows('session')).toHaveLength(1);
	});
	test('a passkey that was begun for one person is not given to another, or to a session that is over', async () => {
		const { database, client, browser, device } = await setUp(integration);
		const signUp = (email: string) =>
			client.signIn('passkey', { email, action: 'register', redirect: false });
		await signUp('bob@example.com');
		const bobs = [...browser.cookies].filter(([name]) => name.endsWith('session-token'));
		browser.cookies.clear();
		device.passkeys.length = 0;
		await signUp(ada.email);
		const real = fetch;
		for (const meanwhile of [
			() => {
				for (const [name, value] of bobs) browser.cookies.set(name, value);
			},
			() => database.run('UPDATE session SET expires = ?', [Date.now() - 1000]),
		]) {
			device.passkeys.length = 0;
			vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
				if (init?.method === 'POST') await meanwhile();
				return real(path, init);
			});
			expect(await client.signIn('passkey', { redirect: false, action: 'register' })).toMatchObject({
				error: 'AccountNotLinked',
			});
			expect(await database.rows('authenticator')).toHaveLength(2);
		}
	});
	test('a person who cancels gets a value, and the device’s other mistakes throw', async () => {
		const { client, device, browser } = await setUp(integration);
		device.refuse = new DOMException('The operation was not allowed', 'NotAllowedError');
		expect(await client.signIn('passkey', { email: ada.email })).toEqual(failed('PasskeyCancelled'));
		expect(await client.signIn()).toEqual(failed('PasskeyCancelled'));
		device.refuse = new DOMException('Not from here', 'SecurityError');
		await expect(client.signIn()).rejects.toThrow('Not from here');
		expect(browser.visited).toEqual([]);
	});
	test('fault 39: autofill waits for the person, and ends for another call or a signal', async () => {
		const { client, device, session, browser, base } = await setUp(integration);
		await client.signIn('passkey', { ...ada, action: 'register' });
		browser.cookies.clear();
		const waiting = client.signIn('passkey', { autofill: true, redirect: false, email: 'x@example.com' });
		await vi.waitFor(() => expect(device.asked).toHaveLength(2));
		device.pick();
		expect(await waiting).toMatchObject({ ok: true });
		expect(await session()).toMatchObject({ user: { email: 'ada@example.com' } });
		expect(device.asked).toEqual([undefined, 'conditional']);
		expect(browser.sent()).toContain(
			`GET ${base}/webauthn-options/passkey?email=x%40example.com&action=authenticate`,
		);

		const replaced = client.signIn('passkey', { autofill: true });
		await vi.waitFor(() => expect(device.asked).toHaveLength(3));
		const second = await client.signIn('passkey', { ...ada, action: 'authenticate' });
		expect(second).toMatchObject({ ok: true });
		expect(await replaced).toEqual(failed('PasskeyCancelled'));

		const page = new AbortController();
		const left = client.signIn('passkey', { autofill: true, signal: page.signal });
		await vi.waitFor(() => expect(device.asked).toHaveLength(5));
		page.abort();
		expect(await left).toEqual(failed('PasskeyCancelled'));
		const { length } = browser.requests;
		expect(await client.signIn('passkey', { signal: page.signal })).toEqual(failed('PasskeyCancelled'));
		expect(browser.requests).toHaveLength(length);
	});
	test('a browser without passkeys, or without them in forms', async () => {
		const { client, browser } = await setUp(integration, {}, { autofill: false });
		expect(await client.signIn('passkey', { autofill: true })).toEqual(failed('PasskeyUnsupported'));
		vi.stubGlobal('PublicKeyCredential', undefined);
		expect(await client.signIn()).toEqual(failed('PasskeyUnsupported'));
		expect(browser.requests).toEqual([]);
	});
	test('an unknown provider, a broken configuration, a proxy’s page, no answer', async () => {
		const { client } = await setUp(integration);
		expect(await client.signIn('nobody')).toEqual(failed('UnknownProvider', 404));
		const { client: broken } = await setUp(integration, { experimental: {} });
		expect(await broken.signIn()).toEqual(failed('Configuration', 500));
		openPage(() => new Response('<h1>Sign in to this Wi-Fi</h1>'));
		expect(await client.signIn()).toEqual(failed('Configuration', 200));
		openPage(() => Promise.reject(new TypeError('Failed to fetch')));
		expect(await client.signIn()).toEqual(failed('NetworkError'));
	});
	test('a signature that is not right is refused', async () => {
		const { client, device, session, browser } = await setUp(integration);
		await client.signIn('passkey', { ...ada, action: 'register' });
		browser.cookies.clear();
		const { privateKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
		Object.assign(device.passkeys[0] ?? {}, { key });
		const result = await client.signIn('passkey', { redirect: false });
		expect(result).toMatchObject({ ok: false, error: 'WebAuthnVerificationError' });
		expect(await session()).toBeNull();
		expect(device.asked).toHaveLength(3);
	});
	test('a right signature that the server’s library cannot read is asked for once more', async () => {
		const { client, device, browser } = await setUp(integration);
		await client.signIn('passkey', { ...ada, action: 'register' });
		browser.cookies.clear();
		device.short = 1;
		expect(await client.signIn('passkey', { redirect: false })).toMatchObject({ ok: true, status: 200 });
		device.short = 2;
		expect(await client.signIn('passkey', { redirect: false, action: 'authenticate' })).toMatchObject({
			error: 'WebAuthnVerificationError',
		});
		expect(device.asked).toHaveLength(5);
	});
	test('fault 51: a string of callbacks.signIn sends the person elsewhere, not signed in', async () => {
		const { client, session } = await setUp(integration, { callbacks: { signIn: () => '/pay' } });
		const result = await client.signIn('passkey', { ...ada, action: 'register' });
		expect(result).toMatchObject({ ok: true, url: `${origin}/pay` });
		expect(await session()).toBeNull();
	});
	test('createWebAuthnClient: another place for the endpoints', async () => {
		const { client, browser } = await setUp(integration, { basePath: '/app/auth' });
		const own = client.createWebAuthnClient({ basePath: '/app/auth/' });
		expect(await own.signIn('passkey', ada)).toMatchObject({ ok: true });
		expect(browser.sent().map((line) => line.split('?')[0])).toEqual([
			'GET /app/auth/webauthn-options/passkey',
			'POST /app/auth/callback/passkey',
		]);
	});
});
