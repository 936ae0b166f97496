import GitHub from '@auth/core/providers/github';
import { isActionFailure, isRedirect } from '@sveltejs/kit';
import { describe, expect, test, vi } from 'vitest';
import {
	cookieName,
	type EventOptions,
	makeAuth,
	makeEvent,
	makeLazyAuth,
	page,
	password,
	type quietLogger,
	secret,
	type TestEvent,
	token,
} from './testing/fixtures.test.helper.js';
import type { SvelteKitAuthConfig } from './types.js';

const github = GitHub({ clientId: 'id', clientSecret: 'x' });
const right = { providerId: 'credentials', username: 'ada', password: 'secret' };

interface Outcome {
	event: TestEvent;
	/** Where a redirect leads, or null. */
	location: string | null;
	status: number;
	data: Record<string, unknown>;
	logger: ReturnType<typeof quietLogger>;
}

/** Runs an action inside the hook, as SvelteKit does. */
async function run(
	action: 'signIn' | 'signOut',
	form: Record<string, string>,
	options: Partial<SvelteKitAuthConfig> = {},
	eventOptions: EventOptions = {},
): Promise<Outcome> {
	const auth = makeAuth({ providers: [password, github], ...options });
	const event = makeEvent('/signin', { form, routeId: '/signin', ...eventOptions });
	let outcome = { location: null as string | null, status: 0, data: {} };
	await auth.handle({
		event,
		resolve: async () => {
			try {
				const result: object = await auth[action](event);
				const failure: { status?: number; data?: object | undefined } = isActionFailure(result) ? result : {};
				const { status = 200, data = result } = failure;
				outcome = { location: null, status, data: { ...data } };
			} catch (thrown) {
				if (!isRedirect(thrown)) throw thrown;
				outcome = { location: thrown.location, status: thrown.status, data: {} };
			}
			return new Response();
		},
	});
	return { event, logger: auth.logger, ...outcome };
}
const signIn = (form: Record<string, string>, options?: Partial<SvelteKitAuthConfig>, event?: EventOptions) =>
	run('signIn', form, options, event);
const session = (event: TestEvent) => event.setCookies.find(({ name }) => name.endsWith(cookieName));

describe('signIn', () => {
	test('with the right password', async () => {
		const { event, location, status } = await signIn({ ...right, redirectTo: '/x?y=1' });
		expect([status, location]).toEqual([303, '/x?y=1']);
		expect(session(event)?.value).toMatch(/^ey/);
		expect(session(event)?.options).toMatchObject({
			path: '/',
			httpOnly: true,
			sameSite: 'lax',
			secure: false,
		});
	});
	test('goes to the base of the application by default, not to the Referer', async () => {
		const headers = { referer: 'http://localhost:3000/signin' };
		expect((await signIn(right, {}, { headers })).location).toBe('/');
		expect((await signIn(right, { base: '/app' })).location).toBe('/app');
	});
	test.each(['redirectTo', 'callbackUrl'])('%s names where to go', async (name) => {
		expect((await signIn({ ...right, [name]: '/there' })).location).toBe('/there');
	});
	test.each(['//evil.example', '/\\evil.example', 'https://evil.example/', 'javascript:alert(1)', 'data:,x'])(
		'redirectTo %j stays here',
		async (redirectTo) => {
			expect((await signIn({ ...right, redirectTo })).location).toBe('/');
		},
	);
	test('callbacks.redirect decides', async () => {
		const callbacks = {
			redirect: ({ url, baseUrl }: { url: string; baseUrl: string }) =>
				url.replace(baseUrl, `${baseUrl}/welcome`),
		};
		expect((await signIn({ ...right, redirectTo: '/x' }, { callbacks })).location).toBe('/welcome/x');
	});

	test('a wrong password is a value, and never comes back', async () => {
		const { status, data, event } = await signIn({ ...right, password: 'hunter2' });
		expect(status).toBe(400);
		expect(data).toEqual({
			error: 'CredentialsSignin',
			code: 'credentials',
			message: expect.any(String),
			providerId: 'credentials',
		});
		expect(session(event)).toBeUndefined();
	});
	test('authorize’s own code', async () => {
		expect((await signIn({ ...right, password: 'locked' })).data).toMatchObject({ code: 'locked' });
	});
	test('an error in authorize is logged and told without detail', async () => {
		const { status, data, logger } = await signIn({ ...right, password: 'broken' });
		expect(status).toBe(500);
		expect(data).toMatchObject({ error: 'Configuration' });
		expect(JSON.stringify(data)).not.toContain('hunter2');
		expect(logger.error).toHaveBeenCalledOnce();
	});
	test('callbacks.signIn that refuses', async () => {
		const { status, data } = await signIn(right, { callbacks: { signIn: () => false } });
		expect([status, data.error]).toEqual([403, 'AccessDenied']);
	});
	test('callbacks.signIn that sends elsewhere', async () => {
		expect((await signIn(right, { callbacks: { signIn: () => '/pay' } })).location).toBe('/pay');
	});
	test.each(['nobody', '__proto__', '../signout', 'toString'])(
		'provider %j is unknown',
		async (providerId) => {
			const { status, data } = await signIn({ providerId });
			expect([status, data.error]).toEqual([400, 'UnknownProvider']);
		},
	);
	test('without a provider it leads to the sign-in page', async () => {
		expect((await signIn({})).location).toBe('/auth/signin?redirectTo=%2F');
		const pages = { signIn: '/login' };
		expect((await signIn({ redirectTo: '/x' }, { pages, base: '/app' })).location).toBe(
			'/app/login?redirectTo=%2Fx',
		);
	});
	test('a broken configuration is a value', async () => {
		const { status, data, logger } = await signIn(right, { env: {} });
		expect([status, data.error]).toEqual([500, 'Configuration']);
		expect(logger.error).toHaveBeenCalledOnce();
	});
	test('a lazy config that fails is a value', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		const auth = makeLazyAuth(async () => {
			throw new Error('no platform');
		});
		const event = makeEvent('/signin', { form: right });
		expect(await auth.signIn(event)).toMatchObject({ status: 500, data: { error: 'Configuration' } });
		vi.restoreAllMocks();
	});
});

describe('OAuth', () => {
	test('leads to the provider, with its cookies', async () => {
		const { location, event } = await signIn({ providerId: 'github', redirectTo: '/x' });
		expect(location).toMatch(/^https:\/\/github\.com\/login\/oauth\/authorize\?/);
		const params = new URL(location ?? '').searchParams;
		expect(params.get('redirect_uri')).toBe('http://localhost:3000/auth/callback/github');
		expect(event.setCookies.map(({ name }) => name).sort()).toEqual([
			'authjs.callback-url',
			'authjs.pkce.code_verifier',
		]);
		expect(event.setCookies.every(({ options }) => options.path === '/')).toBe(true);
	});
	test('authorization parameters, but not the ones that matter', async () => {
		const authorizationParams = 'login_hint=ada&redirect_uri=https%3A%2F%2Fevil.example&client_id=evil';
		const { location } = await signIn({ providerId: 'github', authorizationParams });
		const params = new URL(location ?? '').searchParams;
		expect(params.get('login_hint')).toBe('ada');
		expect(params.get('client_id')).toBe('id');
		expect(params.get('redirect_uri')).toBe('http://localhost:3000/auth/callback/github');
	});
	test('fields of the predecessors, one for each parameter', async () => {
		const { location } = await signIn({
			providerId: 'github',
			'authorizationParams-login_hint': 'ada',
			'authorizationParams-client_id': 'evil',
			'authorizationParams-__proto__': 'x',
		});
		const url = new URL(location ?? '');
		expect(url.searchParams.get('login_hint')).toBe('ada');
		expect(url.searchParams.get('client_id')).toBe('id');
	});
	test('without a client id nobody is sent away, and the fix is told', async () => {
		const providers = [GitHub({ id: 'work-hub' })];
		const { status, data, logger } = await signIn({ providerId: 'work-hub' }, { providers });
		expect([status, data.error]).toEqual([500, 'Configuration']);
		expect(data.message).not.toContain('AUTH_');
		expect(logger.warn).toHaveBeenCalledWith(expect.stringContaining('AUTH_WORK_HUB_ID'));
		const { data: told } = await signIn({ providerId: 'work-hub' }, { providers, dev: true });
		expect(told.message).toContain('AUTH_WORK_HUB_ID');
	});
	test('behind a proxy with AUTH_URL everything has its origin, and own redirects stay paths', async () => {
		const env = { AUTH_SECRET: secret, AUTH_URL: 'https://app.example.com' };
		const { location, event } = await signIn({ providerId: 'github' }, { env });
		expect(new URL(location ?? '').searchParams.get('redirect_uri')).toBe(
			'https://app.example.com/auth/callback/github',
		);
		expect(event.setCookies[0]?.name).toMatch(/^__Secure-/);
		const credentials = await signIn({ ...right, redirectTo: 'https://app.example.com/x' }, { env });
		expect(credentials.location).toBe('/x');
	});
});

describe('fault 18: `redirect: false` from a form', () => {
	const stay = { redirect: 'false', redirectTo: '/x' };

	test('signed in, and the page is still there', async () => {
		const { status, location, data, event } = await signIn({ ...right, ...stay });
		expect([status, location]).toEqual([200, null]);
		expect(data).toEqual({ ok: true, url: '/x' });
		expect(session(event)?.value).toMatch(/^ey/);
	});
	test('a mistake is what it always is', async () => {
		const { status, data } = await signIn({ ...right, ...stay, password: 'no' });
		expect(status).toBe(400);
		expect(data).toMatchObject({ error: 'CredentialsSignin', providerId: 'credentials' });
	});
	test('OAuth: the provider’s URL, and the cookies that go with it', async () => {
		const { status, data, event } = await signIn({ providerId: 'github', ...stay });
		expect(status).toBe(200);
		expect(data).toEqual({ ok: true, url: expect.stringMatching(/^https:\/\/github\.com\/login\/oauth\//) });
		expect(event.setCookies.map(({ name }) => name)).toContain('authjs.pkce.code_verifier');
	});
	test('without a provider: the sign-in page’s path', async () => {
		expect((await signIn(stay)).data).toEqual({ ok: true, url: '/auth/signin?redirectTo=%2Fx' });
	});
	test('signOut, too', async () => {
		const cookies = { [cookieName]: await token() };
		const { data, event } = await run('signOut', { redirect: 'false' }, {}, { cookies });
		expect(data).toEqual({ ok: true, url: '/' });
		expect(session(event)?.value).toBe('');
	});
	test('foreign targets stay here', async () => {
		const { data } = await signIn({ ...right, ...stay, redirectTo: '//evil.example' });
		expect(data).toEqual({ ok: true, url: '/' });
	});
	test.each(['true', '', '0'])('redirect %j redirects', async (redirect) => {
		expect(await signIn({ ...right, redirect })).toMatchObject({ status: 303, location: '/' });
	});
	test('the provider does not see the field', async () => {
		const seen: unknown[] = [];
		const authorize = (fields: unknown) => void seen.push(fields);
		const { options } = password as { options?: object };
		const spy = { ...password, options: { ...options, authorize } } as typeof password;
		await signIn({ ...right, redirect: 'false' }, { providers: [spy] });
		expect(seen).toEqual([{ username: 'ada', password: 'secret', callbackUrl: '/' }]);
	});
});

test('fields with the names of an object’s own are harmless', async () => {
	const names = ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf'];
	const odd = Object.fromEntries(names.map((name) => [name, 'polluted']));
	expect(await signIn({ ...odd, ...right, redirectTo: '/x' })).toMatchObject({ status: 303, location: '/x' });
	expect(await signIn(odd)).toMatchObject({ location: '/auth/signin?redirectTo=%2F' });
	expect(await run('signOut', odd)).toMatchObject({ status: 303, location: '/' });
	expect(String({})).toBe('[object Object]');
	expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

describe('cross-site forms', () => {
	test.each<[string, Record<string, string>, boolean]>([
		['own Origin', {}, true],
		['foreign Origin', { origin: 'https://evil.example' }, false],
		['Origin null', { origin: 'null' }, false],
		['no Origin', { origin: 'none' }, false],
		['Sec-Fetch-Site', { origin: 'none', 'sec-fetch-site': 'same-origin' }, true],
		['Sec-Fetch-Site cross-site', { origin: 'none', 'sec-fetch-site': 'cross-site' }, false],
	])('%s', async (_, headers, allowed) => {
		const { status, data, event } = await signIn(right, {}, { headers });
		expect(status).toBe(allowed ? 303 : 403);
		expect(Boolean(session(event))).toBe(allowed);
		if (!allowed) expect(data).toMatchObject({ error: 'MissingCSRF' });
		const out = await run('signOut', {}, {}, { headers, cookies: { [cookieName]: await token() } });
		expect(out.status).toBe(allowed ? 303 : 403);
	});
});

// Sign-up actions, superforms and remote forms have read what was sent.
describe('with the form read before', () => {
	const register = { name: 'Ada', email: 'ada@example.com', secretWord: 'hunter2' };
	/** The action of an application that reads the form, and then calls ours inside the hook. */
	async function after(
		act: (auth: ReturnType<typeof makeAuth>, event: TestEvent) => Promise<unknown>,
		headers = {},
	) {
		const auth = makeAuth({ providers: [password, github] });
		const event = makeEvent('/register', { form: register, routeId: '/register', headers });
		let outcome: unknown;
		await auth.handle({
			event,
			resolve: async () => {
				await event.request.formData();
				outcome = await act(auth, event).catch((thrown: unknown) => thrown);
				return new Response();
			},
		});
		return { event, outcome };
	}

	test.each([
		['fields', { ...right, redirectTo: '/welcome' }],
		[
			'a FormData',
			Object.entries({ ...right, redirectTo: '/welcome' }).reduce((form, [name, value]) => {
				form.set(name, value);
				return form;
			}, new FormData()),
		],
		['URLSearchParams', new URLSearchParams({ ...right, redirectTo: '/welcome' })],
	])('%s, handed on, sign in', async (_, form) => {
		const { event, outcome } = await after(({ signIn }, event) => signIn(event, form));
		expect(outcome).toMatchObject({ status: 303, location: '/welcome' });
		expect(session(event)?.value).toMatch(/^ey/);
	});
	test('fields count in the place of what was sent, mistakes too', async () => {
		const { outcome } = await after(({ signIn }, event) => signIn(event, { ...right, password: 'wrong' }));
		expect(outcome).toMatchObject({
			status: 400,
			data: { error: 'CredentialsSignin', providerId: 'credentials' },
		});
	});
	test('another site is refused all the same', async () => {
		const { outcome } = await after(({ signIn }, event) => signIn(event, right), {
			origin: 'https://evil.example',
		});
		expect(outcome).toMatchObject({ status: 403, data: { error: 'MissingCSRF' } });
	});
	test('signOut, too', async () => {
		const { outcome } = await after(({ signOut }, event) => signOut(event, { redirectTo: '/bye' }));
		expect(outcome).toMatchObject({ status: 303, location: '/bye' });
	});
	test.each(['signIn', 'signOut'] as const)('%s without fields says what to do', async (action) => {
		const { outcome } = await after((auth, event) => auth[action](event));
		expect(outcome).toBeInstanceOf(TypeError);
		expect(String(outcome)).toContain('signIn(event, { providerId, ...values })');
	});
});

describe('signOut', () => {
	test('removes the cookie and goes where it is told', async () => {
		const cookies = { [cookieName]: await token() };
		const { location, event } = await run('signOut', { redirectTo: '/bye' }, {}, { cookies });
		expect(location).toBe('/bye');
		expect(session(event)).toMatchObject({ value: '', options: { path: '/', maxAge: 0 } });
	});
	test('leads to the base of the application by default', async () => {
		expect((await run('signOut', {}, { base: '/app' })).location).toBe('/app');
		expect((await run('signOut', { redirectTo: '//evil.example' })).location).toBe('/');
	});
	test('a refresh that was read before does not bring the session back', async () => {
		const { handle, signOut } = makeAuth({ session: { updateAge: 0 } });
		const event = makeEvent('/signout', { form: {}, cookies: { [cookieName]: await token() } });
		const response = await handle({
			event,
			resolve: async () => {
				await event.locals.auth();
				await signOut(event).catch(() => {});
				return new Response();
			},
		});
		expect(session(event)?.value).toBe('');
		expect(response.headers.getSetCookie()).toEqual([]);
	});
	test('without the hook, too', async () => {
		const { signOut } = makeAuth();
		await expect(signOut(makeEvent('/signout', { form: {} }))).rejects.toMatchObject({
			status: 303,
			location: '/',
		});
	});
});

test('a session that is made by signIn is read by the hook', async () => {
	const auth = makeAuth();
	const event = makeEvent('/signin', { form: right });
	await expect(auth.signIn(event)).rejects.toMatchObject({ location: '/' });
	const { name = '', value = '' } = session(event) ?? {};
	const view = makeEvent('/', { cookies: { [name]: value } });
	expect(await (await auth.handle({ event: view, resolve: page })).json()).toMatchObject({
		user: { name: 'ada', email: 'ada@example.com' },
	});
});
