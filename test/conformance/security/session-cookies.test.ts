import { beforeAll, describe, expect, test } from 'vitest';
import { getToken } from '../../../runtime/src/solid-start/index.ts';
import { SvelteKitAuth } from '../../../runtime/src/sveltekit/index.ts';
import { type Application, integrations } from '../support/application.ts';
import { ada, look, nobody, send, victim } from './attack.ts';
import { goodToken, secret, sessionCookie, worthlessTokens } from './tokens.ts';

const silent = { error() {}, warn() {}, debug() {} };

describe.each(integrations)('session cookies, %s', (integration) => {
	let app: Application;
	let good: string;
	beforeAll(async () => {
		app = victim(integration, {});
		good = await goodToken();
	});
	const nameOf = (secure: boolean) => `${secure ? '__Secure-' : ''}${sessionCookie}`;
	const holding = (value: string, name = sessionCookie) => `${name}=${value}`;

	test('control: a good one opens everything', async () => {
		expect(await look(app, holding(good))).toEqual(ada);
	});

	test.each(Object.entries(worthlessTokens))('%s: nobody, and it is taken away', async (_, make) => {
		const value = await make(good);
		expect(await look(app, holding(value))).toEqual(nobody([sessionCookie]));
	});

	test('an empty one is nothing, and there is nothing to take away', async () => {
		expect(await look(app, holding(''))).toEqual(nobody());
	});

	/** What the integration's own `getToken` reads from a request. */
	async function tokenOf(headers: Record<string, string>) {
		const request = new Request('http://localhost:3000/', { headers });
		const config = { env: { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' }, providers: [], logger: silent };
		if (integration === 'solid-start') return getToken(request, config);
		const event = { request, url: new URL(request.url), locals: {} };
		return SvelteKitAuth(config).getToken(event as never);
	}
	test('control: getToken reads a good one', async () => {
		expect(await tokenOf({ cookie: holding(good) })).toMatchObject({ sub: 'ada', email: 'ada@test.example' });
	});
	test.each(Object.entries(worthlessTokens).filter(([title]) => !title.includes('MB')))(
		'getToken, %s',
		async (_, make) => {
			const value = await make(good);
			expect(await tokenOf({ cookie: holding(value) })).toBeNull();
			expect(await tokenOf({ cookie: holding(value, `${sessionCookie}.0`) })).toBeNull();
		},
	);
	test('getToken takes a token from the cookie alone, and from the right one', async () => {
		expect(await tokenOf({ authorization: `Bearer ${good}` })).toBeNull();
		expect(
			await tokenOf({ 'x-auth-token': good, referer: `http://localhost:3000/?token=${good}` }),
		).toBeNull();
		expect(await tokenOf({ cookie: holding(good, `__Secure-${sessionCookie}`) })).toBeNull();
	});

	test('no flood: three hundred bad cookies leave no line above debug', async () => {
		const quiet = victim(integration, {});
		for (let count = 0; count < 300; count++) await send(quiet, '/', { cookie: holding(`bad${count}`) });
		expect(quiet.logs.filter(({ level }) => level !== 'debug')).toEqual([]);
	});

	test('http and https do not read each other’s cookie, by name or by key', async () => {
		const secure = victim(integration, {}, { origin: 'https://app.example' });
		const forHttps = await goodToken({}, undefined, nameOf(true));
		expect(await look(secure, holding(forHttps, nameOf(true)))).toEqual(ada);
		expect(await look(secure, holding(good))).toEqual(nobody());
		expect(await look(secure, holding(good, nameOf(true)))).toEqual(nobody([nameOf(true)]));
		expect(await look(app, holding(forHttps, nameOf(true)))).toEqual(nobody());
		expect(await look(app, holding(forHttps))).toEqual(nobody([sessionCookie]));
	});

	test('two applications of one secret with cookie names of their own do not read each other', async () => {
		const named = { cookies: { sessionToken: { name: 'shop' } } };
		const shop = victim(integration, named);
		expect(await look(shop, holding(await goodToken({}, undefined, 'shop'), 'shop'))).toEqual(ada);
		expect(await look(shop, holding(good, 'shop'))).toEqual(nobody(['shop']));
		expect(await look(shop, holding(good))).toEqual(nobody());
	});

	test('a bad cookie at the endpoints that write: no error, no session', async () => {
		const cookie = holding('bad');
		const update = await send(app, `${app.basePath}/session`, {
			json: { data: { name: 'Mallory' } },
			cookie,
		});
		expect([update.status, await update.json()]).toEqual([200, null]);
		const out = await send(app, `${app.basePath}/signout`, { fields: {}, cookie });
		expect([out.status, out.headers.get('location')]).toEqual([302, `${app.origin}/`]);
	});
});
