import { beforeAll, describe, expect, test } from 'vitest';
import { type Application, integrations } from '../support/application.ts';
import { cookiesOf, errorsOf, send, victim } from './attack.ts';
import { adasForm } from './people.ts';
import { oneOfEachKind, origin, shown, targets } from './targets.ts';
import { sessionCookie } from './tokens.ts';
import { followed, locationOf, providers, signInWays, submit, type Way, ways } from './ways.ts';

describe.each(integrations)('redirects, %s', (integration) => {
	let app: Application;
	beforeAll(() => {
		app = victim(integration, { providers }, { origin });
	});

	const table = (rows: typeof targets) =>
		rows.map(([wanted, ends]) => [shown(wanted), wanted, ends] as const);
	const all = async (some: Record<string, Way>, wanted: string, ends: string) => {
		const before = errorsOf(app).length;
		const went: Record<string, string> = {};
		for (const [way, go] of Object.entries(some)) went[way] = await go(app, wanted);
		expect(went).toEqual(Object.fromEntries(Object.keys(some).map((way) => [way, `${origin}${ends}`])));
		return errorsOf(app)
			.slice(before)
			.map(({ type }) => type);
	};
	test.each(table(targets))('%s', async (_, wanted, ends) => {
		expect(await all(ways, wanted, ends)).toEqual([]);
	});
	test.each(table(oneOfEachKind))('signing in: %s', async (_, wanted, ends) => {
		// The wrong password.
		expect(await all(signInWays, wanted, ends)).toEqual(['CredentialsSignin']);
	});

	const foreign = oneOfEachKind.filter(([, ends]) => ends === '/');
	test.each(table(foreign))('a signIn callback that answers %s', async (_, wanted) => {
		const asked = victim(integration, { providers, callbacks: { signIn: () => wanted } }, { origin });
		const endpoint = await submit(asked, {});
		expect(locationOf(endpoint, app)).toBe(`${origin}/`);
		expect(cookiesOf(endpoint)[sessionCookie]).toBeUndefined();
		const action = await submit(asked, { providerId: 'credentials' }, app.actions.signIn);
		expect(locationOf(action, app)).toBe(`${origin}/`);
	});

	const unreadable: [title: string, json: string][] = [
		['a list', '["//evil.example"]'],
		['a list of one letter each', JSON.stringify([...'//evil.example'])],
		['an object', '{"href":"https://evil.example","toString":"https://evil.example"}'],
		['a number', '1'],
		['true', 'true'],
		['null', 'null'],
		['an object that says it is long', '{"length":1000000}'],
		['lists 1,000 deep', '['.repeat(1000) + ']'.repeat(1000)],
	];
	test.each(unreadable)('a target that is no text: %s', async (_, callbackUrl) => {
		const before = performance.now();
		const json = `${JSON.stringify(adasForm).slice(0, -1)},"callbackUrl":${callbackUrl}}`;
		const logged = errorsOf(app).length;
		for (const headers of [{}, { 'x-auth-return-redirect': '1' }] as Record<string, string>[]) {
			const response = await send(app, `${app.basePath}/signin/credentials`, { json, headers });
			const location = response.headers.get('location') ?? ((await response.json()) as { url: string }).url;
			expect(followed(location, app)).toBe(`${origin}/`);
			expect(typeof cookiesOf(response)[sessionCookie]).toBe('string');
		}
		// It says how long it is, and nobody may believe it.
		expect(performance.now() - before).toBeLessThan(1000);
		expect(errorsOf(app).slice(logged)).toEqual([]);
	});

	test('two targets: none of them gets out', async () => {
		const body = 'callbackUrl=/welcome&callbackUrl=//evil.example&callbackUrl=https://evil.example';
		for (const given of [body, body.split('&').reverse().join('&')]) {
			const fields = `${new URLSearchParams(adasForm)}&${given}`;
			const inBody = await send(app, `${app.basePath}/signin/credentials`, { fields });
			const inQuery = await send(app, `${app.basePath}/callback/credentials?${given}`, { fields: adasForm });
			const both = await send(app, `${app.basePath}/callback/credentials?${given}`, { fields });
			for (const response of [inBody, inQuery, both]) {
				expect([`${origin}/`, `${origin}/welcome`]).toContain(locationOf(response, app));
			}
		}
	});

	test('a redirect callback that trusts everybody still runs no code', async () => {
		const trusting = victim(
			integration,
			{ providers, callbacks: { redirect: ({ url }) => url } },
			{ origin },
		);
		const rows: [string, string][] = [
			['https://shop.example/basket?a=1', 'https://shop.example/basket?a=1'],
			[
				'https://größe.example/größe/日本',
				'https://xn--gre-6ka8i.example/gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC',
			],
			['javascript:alert(1)', `${origin}/`],
			['java\tscript:alert(1)', `${origin}/`],
			['data:text/html,x', `${origin}/`],
			['vbscript:x', `${origin}/`],
			['file:///etc/passwd', `${origin}/`],
			['blob:https://evil.example/1', `${origin}/`],
			['//evil.example', `${origin}/`],
			['/\\evil.example', `${origin}/`],
		];
		for (const [callbackUrl, ends] of rows) {
			const fields = { ...adasForm, callbackUrl };
			const response = await send(trusting, `${app.basePath}/signin/credentials`, { fields });
			expect([callbackUrl, locationOf(response, app)]).toEqual([callbackUrl, ends]);
		}
		expect(errorsOf(trusting)).toEqual([]);
	});

	test.each([
		'//evil.example',
		'\\\\evil.example',
		'/\\evil.example',
		'javascript:alert(1)',
		'data:text/html,x',
	])('a redirect callback that answers %j, whatever it was asked', async (answer) => {
		const fooled = victim(integration, { providers, callbacks: { redirect: () => answer } }, { origin });
		const response = await send(fooled, `${app.basePath}/signin/credentials`, { fields: adasForm });
		expect(locationOf(response, app)).toBe(`${origin}/`);
	});

	const failing: [title: string, redirect: () => unknown][] = [
		['throws', () => new URL('/', undefined)],
		['rejects', () => Promise.reject(new Error('down'))],
		['answers nothing', () => undefined],
		['answers null', () => null],
		['answers a number', () => 1],
		['answers an object', () => ({})],
		['answers a URL object of another site', () => new URL('https://evil.example')],
	];
	test.each(failing)(
		'a redirect callback that %s: people come home, and not round in circles',
		async (_, redirect) => {
			const trouble = victim(
				integration,
				{ providers, callbacks: { redirect: redirect as never } },
				{ origin },
			);
			const cookie = `authjs.callback-url=${encodeURIComponent(`${origin}/welcome`)}`;
			for (const [page, status] of [
				['error?error=Configuration', 500],
				['signin', 200],
				['signout', 200],
			] as const) {
				const response = await send(trouble, `${trouble.basePath}/${page}`, { cookie });
				expect([page, response.status, response.headers.get('location')]).toEqual([page, status, null]);
			}
			expect(locationOf(await submit(trouble, { callbackUrl: '/welcome' }), app)).toBe(`${origin}/`);
			const action = { providerId: 'credentials', redirectTo: '/welcome' };
			expect(locationOf(await submit(trouble, action, trouble.actions.signIn), app)).toBe(`${origin}/`);
			expect((await send(trouble, '/signin?redirectTo=/welcome')).status).toBe(200);
		},
	);

	test('below a base, on https: foreign targets end at the base', async () => {
		const settings = { origin: 'https://app.example', base: '/app' };
		const mounted = victim(integration, { providers }, settings);
		const rows: [string, string][] = [
			['/app/welcome', '/app/welcome'],
			['https:evil', '/evil'],
			['https:/evil', '/evil'],
			['https:\\\\evil.example', '/app'],
			['http://app.example/app', '/app'],
			['//evil.example', '/app'],
			['/\\evil.example', '/app'],
			['javascript:alert(1)', '/app'],
		];
		for (const [callbackUrl, ends] of rows) {
			const fields = { ...adasForm, callbackUrl };
			const endpoint = await send(mounted, `${mounted.basePath}/signin/credentials`, { fields });
			const action = await send(mounted, mounted.actions.signIn, {
				fields: { ...fields, providerId: 'credentials' },
			});
			const went = [endpoint, action].map((response) => locationOf(response, mounted));
			expect([callbackUrl, ...went]).toEqual([callbackUrl, ...went.map(() => `https://app.example${ends}`)]);
		}
	});

	describe('pages of the application', () => {
		const pages = { signIn: '/signin', signOut: '/signout', error: '/signin', verifyRequest: '/check' };
		let own: Application;
		beforeAll(() => {
			own = victim(integration, { providers, pages }, { origin });
		});
		const rows: [path: string, ends: string][] = [
			['signin?callbackUrl=//evil.example', '/signin?callbackUrl=http%3A%2F%2Fapp.example%3A3000%2F'],
			['signin?callbackUrl=/welcome', '/signin?callbackUrl=http%3A%2F%2Fapp.example%3A3000%2Fwelcome'],
			['signin/credentials?callbackUrl=//evil.example', '/signin'],
			['signout?callbackUrl=//evil.example', '/signout'],
			['error?error=AccessDenied&callbackUrl=//evil.example', '/signin?error=AccessDenied'],
			['error?error=x%23y', '/signin?error=x%23y'],
			['error?error=x%26redirectTo%3D//evil.example', '/signin?error=x%26redirectTo%3D%2F%2Fevil.example'],
			['error?error=%0d%0aLocation:%20x', '/signin?error=%0D%0ALocation%3A+x'],
			['error?error=%E6%97%A5%E6%9C%AC', '/signin?error=%E6%97%A5%E6%9C%AC'],
			['verify-request?callbackUrl=//evil.example', '/check?callbackUrl=%2F'],
		];
		test.each(rows)('%s ends at %s', async (path, ends) => {
			const before = errorsOf(own).length;
			const response = await send(own, `${own.basePath}/${path}`);
			expect([response.status, locationOf(response, own)]).toEqual([302, `${origin}${ends}`]);
			expect(errorsOf(own).slice(before)).toEqual([]);
		});
	});

	const paths: [path: string, redirectTo: string][] = [
		['/dashboard', '/dashboard'],
		['/dashboard?next=//evil.example', '/dashboard?next=//evil.example'],
		['/dashboard/?x=%0d%0a', '/dashboard/?x=%0d%0a'],
	];
	test.each(paths)('the guard remembers %s as %s', async (path, redirectTo) => {
		const response = await send(app, path);
		const page = new URL(locationOf(response, app));
		expect([page.origin + page.pathname, page.searchParams.get('redirectTo')]).toEqual([
			`${origin}${app.basePath}/signin`,
			redirectTo,
		]);
	});
});
