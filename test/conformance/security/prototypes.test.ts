import { beforeEach, describe, expect, test } from 'vitest';
import { type Application, integrations } from '../support/application.ts';
import { cookiesOf, errorsOf, send, victim } from './attack.ts';
import { adasForm, github, watchingProvider } from './people.ts';
import { goodToken, sessionCookie } from './tokens.ts';

const { watching, given } = watchingProvider();

describe.each(integrations)('prototypes, %s', (integration) => {
	let app: Application;
	beforeEach(() => {
		given.length = 0;
		app = victim(integration, { providers: [watching, github] });
	});
	const path = () => `${app.basePath}/callback/credentials`;

	const untouched = () => {
		expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
		expect(([] as unknown as Record<string, unknown>).isAdmin).toBeUndefined();
		expect(Object.keys(Object.prototype)).toEqual([]);
	};
	const fields = [
		{
			__proto__x: '1',
			'constructor[prototype][isAdmin]': '1',
			'__proto__[isAdmin]': '1',
			'__proto__.isAdmin': '1',
		},
		Object.fromEntries([
			['__proto__', 'x'],
			['constructor', 'x'],
			['prototype', 'x'],
			['toString', 'x'],
		]),
	];
	const json = [
		'{"__proto__":{"isAdmin":true}}',
		'{"constructor":{"prototype":{"isAdmin":true}}}',
		'{"email":{"__proto__":{"isAdmin":true}},"password":{"constructor":{"prototype":{"isAdmin":true}}}}',
		'{"callbackUrl":{"__proto__":{"isAdmin":true}},"csrfToken":{"__proto__":{"isAdmin":true}}}',
		'[{"__proto__":{"isAdmin":true}}]',
		'{"toString":1,"valueOf":1,"hasOwnProperty":1,"then":1}',
	];
	test.each(fields)('form %#', async (more) => {
		const named = { providerId: 'credentials', ...more };
		for (const [to, body] of [
			[path(), more],
			[app.actions.signIn, named],
			[app.actions.signOut, named],
		] as const) {
			expect((await send(app, to, { fields: body })).status).toBeLessThan(500);
			const data = new FormData();
			for (const [name, value] of Object.entries(body)) data.append(name, value);
			expect((await send(app, to, { body: data })).status).toBeLessThan(500);
		}
		for (const credentials of given) expect(credentials.isAdmin).toBeUndefined();
		expect(given).toHaveLength(4);
		untouched();
	});
	test.each(json)('JSON %s', async (body) => {
		const cookie = `${sessionCookie}=${await goodToken()}`;
		for (const point of [
			'callback/credentials',
			'signin/credentials',
			'signin/github',
			'signout',
			'session',
		]) {
			expect((await send(app, `${app.basePath}/${point}`, { json: body, cookie })).status).toBeLessThan(500);
		}
		for (const credentials of given) expect(credentials.isAdmin).toBeUndefined();
		expect(given).toHaveLength(2);
		untouched();
	});
	test('an update that is put onto the token as many guides do it', async () => {
		const callbacks = {
			jwt: ({ token, trigger, session }: { token: object; trigger?: string; session?: object }) =>
				trigger === 'update' ? Object.assign(token, session) : token,
			session: ({ session, token }: { session: object; token: { isAdmin?: boolean } }) => ({
				...session,
				isAdmin: token.isAdmin === true,
			}),
		};
		const careless = victim(integration, { callbacks: callbacks as never });
		const cookie = `${sessionCookie}=${await goodToken()}`;
		for (const data of ['{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"isAdmin":true}}}']) {
			const response = await send(careless, `${app.basePath}/session`, {
				json: `{"data":${data}}`,
				cookie,
			});
			expect([response.status, await response.json()]).toMatchObject([200, { isAdmin: false }]);
		}
		untouched();
	});
	const ids = [
		'__proto__',
		'constructor',
		'toString',
		'hasOwnProperty',
		'../credentials',
		'credentials/..',
		'%63redentials',
		' credentials',
		'CREDENTIALS',
		'',
	];
	test.each(ids)('provider %j in an action is no provider', async (providerId) => {
		const response = await send(app, app.actions.signIn, { fields: { ...adasForm, providerId } });
		expect(given).toEqual([]);
		expect(cookiesOf(response)).toEqual({});
		const expected = providerId === '' ? 303 : integration === 'sveltekit' ? 400 : 303;
		expect(response.status).toBe(expected);
		expect(errorsOf(app)).toEqual([]);
	});
	test('error names of prototypes', async () => {
		for (const error of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf']) {
			const pages = await Promise.all([
				send(app, `/signin?error=${error}&code=${error}`),
				send(app, `${app.basePath}/signin?error=${error}`),
				send(app, `${app.basePath}/error?error=${error}`),
			]);
			expect(pages.map(({ status }) => status)).toEqual([200, 200, 200]);
			const { error: shown } = (await (pages[0] as Response).json()) as {
				error: { message: string };
			};
			expect(shown.message).toBe('The sign-in could not be completed. Try again.');
			for (const page of pages.slice(1))
				expect(await page.text()).not.toMatch(/function|native code|\[object/);
		}
		expect(errorsOf(app)).toEqual([]);
	});
});
