import { describe, expect, test } from 'vitest';
import { type FakeProvider, fakeProvider } from './fake-provider.js';
import { ada, cookieHeader, integrations, origin, startSignIn } from './fixtures.test.helper.js';
import type { TestedConfig } from './session-cookie.js';

const user = { id: 'g-1', name: 'Ada Löv', email: 'Ada@example.com', image: 'https://a.example/a.png' };
const session = {
	user: { name: 'Ada Löv', email: 'ada@example.com', image: 'https://a.example/a.png' },
	expires: expect.any(String),
};

describe.each(integrations)('%s', (_, endpoints, makeApplication) => {
	const start = (fake: FakeProvider, options: Partial<TestedConfig> = {}) =>
		startSignIn(makeApplication, endpoints, fake, options);

	test('a whole sign-in, and the page opens', async () => {
		const google = fakeProvider({ id: 'google', user });
		const { location, comeBack, application } = await start(google);
		const answer = await comeBack(google.authorize(location));
		expect(answer.headers.get('location')).toBe(`${origin}/dashboard`);
		const headers = { cookie: cookieHeader(answer) };
		const page = await application(new Request(`${origin}/dashboard`, { headers }));
		expect([page.status, await page.json()]).toEqual([200, session]);
	});

	test('callbacks get profile and account, further claims too', async () => {
		const fake = fakeProvider({ user });
		const seen: unknown[] = [];
		const { location, comeBack } = await start(fake, {
			callbacks: {
				signIn({ profile, account }) {
					seen.push([
						profile?.sub,
						profile?.email_verified,
						profile?.groups,
						account?.provider,
						account?.type,
					]);
					return true;
				},
			},
		});
		await comeBack(fake.authorize(location, { id: 'g-2', email: 'b@c.example', groups: ['admin'] }));
		expect(seen).toEqual([['g-2', true, ['admin'], 'fake', 'oidc']]);
	});

	test('the person says no', async () => {
		const fake = fakeProvider({ user });
		const { location, comeBack } = await start(fake);
		const answer = await comeBack(fake.deny(location));
		expect(answer.headers.get('location')).toBe(
			`${origin}/signin?error=OAuthCallbackError&redirectTo=%2Fdashboard`,
		);
	});

	test('a code works once', async () => {
		const fake = fakeProvider({ user });
		const { location, comeBack } = await start(fake);
		const callback = fake.authorize(location);
		expect((await comeBack(callback)).headers.get('location')).toBe(`${origin}/dashboard`);
		expect((await comeBack(callback)).headers.get('location')).toContain('error=Configuration');
	});

	test.each([
		['state', '', { state: 'x' }, 'InvalidCheck&redirectTo=%2Fdashboard'],
		['state cookie', 'state', {}, 'InvalidCheck&redirectTo=%2Fdashboard'],
		['PKCE cookie', 'pkce', {}, 'InvalidCheck&redirectTo=%2Fdashboard'],
		['nonce cookie', 'nonce', {}, 'InvalidCheck&redirectTo=%2Fdashboard'],
		['code', '', { code: 'x' }, 'Configuration'],
	])('without the right %s nobody gets in', async (_, dropped, params, error) => {
		const fake = fakeProvider({ user });
		const { location, cookie, comeBack } = await start(fake);
		const url = new URL(fake.authorize(location));
		for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value);
		const answer = await comeBack(url.href, dropped ? without(cookie, dropped) : cookie);
		expect(answer.headers.get('location')).toMatch(new RegExp(`error=${error}$`));
		expect(cookieHeader(answer)).not.toMatch(/session-token=./);
	});

	test("another sign-in's code is refused: its verifier does not fit", async () => {
		const fake = fakeProvider({ user });
		const victim = await start(fake);
		const attacker = await start(fake);
		const stolen = new URL(fake.authorize(victim.location));
		const injected = new URL(fake.authorize(attacker.location));
		injected.searchParams.set('code', String(stolen.searchParams.get('code')));
		const answer = await attacker.comeBack(injected.href);
		expect(answer.headers.get('location')).toContain('error=Configuration');
		const [error] = attacker.logger.error.mock.calls[0] ?? [];
		expect(error.cause.err.error).toBe('invalid_grant');
	});
});

function without(cookie: string, name: string): string {
	return cookie
		.split('; ')
		.filter((pair) => !pair.includes(`authjs.${name}`))
		.join('; ');
}

const page = 'https://provider.invalid/fake/authorize';
const good = new URLSearchParams({
	client_id: 'fake-client',
	response_type: 'code',
	scope: 'openid email',
	redirect_uri: 'http://localhost/auth/callback/fake',
	state: 's',
	nonce: 'n',
	code_challenge: 'c',
	code_challenge_method: 'S256',
});

test('an authorization request as it has to be', () => {
	const fake = fakeProvider({ user: ada as never });
	expect(fake.authorize(`${page}?${good}`)).toMatch(
		/^http:\/\/localhost\/auth\/callback\/fake\?code=[\w-]{36}&state=s$/,
	);
	expect(fake.deny(new URL(`${page}?${good}`))).toBe(
		'http://localhost/auth/callback/fake?error=access_denied&state=s',
	);
});

test.each([
	...[...good.keys()].map((name) => [name, undefined, name] as const),
	['client_id', 'other', 'client_id of the authorization request is "other"'],
	['response_type', 'token', 'response_type'],
	['code_challenge_method', 'plain', 'code_challenge_method'],
	['scope', 'email', 'no openid'],
] as const)('an authorization request with %s %s is refused', (name, value, message) => {
	const params = new URLSearchParams(good);
	if (value === undefined) params.delete(name);
	else params.set(name, value);
	const fake = fakeProvider({ user });
	expect(() => fake.authorize(`${page}?${params}`)).toThrow(message);
	expect(() => fake.deny(`${page}?${params}`)).toThrow(message);
});

test.each([null, 'http://localhost/signin?error=Configuration', `${page}/more?${good}`])(
	'%s is not its page',
	(location) => {
		expect(() => fakeProvider({ user }).authorize(location)).toThrow('Pass the `Location`');
	},
);

test('what gets to it besides discovery and a token request of its client is refused', async () => {
	const { provider } = fakeProvider({ user });
	const [symbol] = Object.getOwnPropertySymbols(provider);
	const ask = Reflect.get(provider, symbol as symbol) as typeof fetch;
	const token = 'https://provider.invalid/fake/token';
	expect((await ask('https://provider.invalid/other/token')).status).toBe(404);
	expect((await ask(token, { method: 'POST', body: good })).status).toBe(401);
});
