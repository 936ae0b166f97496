import { describe, expect, test } from 'vitest';
import { CookieJar } from '../../../scripts/lib/demo/cookie-jar.ts';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import { ada, adasForm, sessionText, signInAsAda, solidStart } from '../../support/ada.ts';
import { rawRequest } from '../../support/raw-request.ts';
import type { ServerFunctions } from '../../support/server-functions.ts';
import { dashboardSecret } from '../../support/sveltekit-pages.ts';

const evil = 'http://evil.example';

/** Attacks on a production build with keycloak, credentials and actions of its own. */
export function describeSolidAttacks(get: () => { server: RunningServer; functions: ServerFunctions }): void {
	const at = (path: string) => get().server.origin + path;
	const sessionOf = (jar: CookieJar) => sessionText(get().server.origin, jar, solidStart);
	const signedIn = (more = {}) => signInAsAda(get().server.origin, more, solidStart);
	/** What a sign-in leaves: a session, or the beginning of one at a provider. */
	const traces = (jar: CookieJar) =>
		[...jar.cookies.keys()].filter((name) => /session-token|pkce|state|nonce/.test(name));

	const endpoints = [
		'signin/keycloak',
		'signin/credentials',
		'callback/credentials',
		'signout',
		'session',
		'error',
	];
	const pages = ['/signin', '/signout', '/enter', '/dashboard'];
	const paths = [...endpoints.map((name) => `/api/auth/${name}`), ...pages];
	const everywhere = () => [...paths, ...get().functions.all.map(({ query }) => `/_server?${query}`)];
	const forms = [adasForm, { providerId: 'keycloak' }, { redirectTo: '/welcome' }];

	describe('a form of another site', () => {
		const origins: Record<string, string>[] = [
			{ origin: evil },
			{ origin: 'null' },
			{ origin: evil, 'sec-fetch-site': 'cross-site', referer: `${evil}/form` },
			{ origin: evil, 'x-server-instance': 'server-fn:0', 'x-single-flight': 'true' },
		];
		test('changes nothing, wherever it goes', async () => {
			const { jar: adas } = await signedIn();
			const cookies = new Map(adas.cookies);
			const args = encodeURIComponent(get().functions.encode([adasForm]));
			for (const path of everywhere()) {
				for (const headers of origins) {
					for (const form of forms) {
						const stranger = new CookieJar();
						await stranger.visit(at(path), { form, headers, follow: false });
						expect(traces(stranger), path).toEqual([]);
					}
					// SolidStart puts arguments of the address in front of the form.
					const stranger = new CookieJar();
					const bound = path.includes('?') ? `${path}&args=${args}` : path;
					await stranger.visit(at(bound), { form: adasForm, headers, follow: false });
					expect(traces(stranger), bound).toEqual([]);
					await adas.visit(at(path), { form: forms[2] ?? {}, headers, follow: false });
					expect(adas.cookies.get('authjs.session-token'), path).toBe(cookies.get('authjs.session-token'));
				}
			}
			expect(await sessionOf(adas)).toContain(ada.name);
		});

		test('changes nothing without an Origin header', async () => {
			const { jar } = await signedIn();
			for (const path of everywhere()) {
				const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie: jar.header() };
				const body = new URLSearchParams(adasForm).toString();
				const answer = await rawRequest(get().server.origin, path, { method: 'POST', headers, body });
				expect(String(answer.headers['set-cookie'] ?? ''), path).not.toContain('session-token');
			}
			expect(await sessionOf(jar)).toContain(ada.name);
		});
	});

	test('a link of another site changes nothing, wherever it leads', async () => {
		const { jar: adas } = await signedIn();
		const args = get().functions.encode([adasForm]);
		const queries = forms.map((form) => new URLSearchParams(form).toString());
		for (const path of everywhere()) {
			for (const query of ['', ...queries, `args=${encodeURIComponent(args)}`]) {
				const url = at(path + (query && (path.includes('?') ? '&' : '?')) + query);
				const headers = { referer: `${evil}/`, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
				const stranger = new CookieJar();
				const visit = await stranger.visit(url, { headers, follow: false });
				expect(traces(stranger), url).toEqual([]);
				expect(visit.text).not.toContain(dashboardSecret);
				await adas.visit(url, { headers, follow: false });
			}
		}
		expect(await sessionOf(adas)).toContain(ada.name);
	});

	describe('a session cookie that is not ours', () => {
		const forgeries: [string, (token: string) => string][] = [
			['cut off at the end', (token) => token.slice(0, -8)],
			['cut off after the first part', (token) => token.split('.')[0] ?? ''],
			['empty', () => ''],
			['unsigned', () => `${btoa('{"alg":"none"}')}.${btoa('{"name":"Eve","sub":"1"}')}.`],
			['malformed percent encoding', () => '%E0%A4%A'],
			['very long', () => 'A'.repeat(6_000)],
		];
		test.each(forgeries)('signs nobody in: %s', async (_, forge) => {
			const { jar } = await signedIn();
			const token = jar.cookies.get('authjs.session-token') ?? '';
			const headers = { cookie: `authjs.session-token=${forge(token)}` };
			const session = await rawRequest(get().server.origin, solidStart.session, { headers });
			expect([session.status, session.text]).toEqual([200, 'null']);
			const home = await rawRequest(get().server.origin, '/', { headers });
			expect([home.status, home.text.includes('>nobody<')]).toEqual([200, true]);
			const guarded = await rawRequest(get().server.origin, '/dashboard', { headers });
			expect(guarded.status).toBeLessThan(500);
			expect(guarded.text).not.toContain(dashboardSecret);
		});
	});

	const games: [string, Record<string, string>][] = [
		['Host', { host: 'evil.example' }],
		['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }],
		['Forwarded', { forwarded: 'host=evil.example;proto=https' }],
	];
	test.each(games)('the header %s leads nobody away', async (_, headers) => {
		const { origin } = get().server;
		const form = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded', origin };
		const options = { method: 'POST', headers: { ...form, ...headers }, body: 'providerId=keycloak' };
		for (const path of ['/api/auth/signin/keycloak', `/_server?${get().functions.enter.query}`]) {
			const { headers: answer, status, text } = await rawRequest(origin, path, options);
			const sent = new URL(answer.location ?? '', origin);
			expect(sent.searchParams.get('redirect_uri'), `${status} ${text}`).toBe(
				at('/api/auth/callback/keycloak'),
			);
		}
		const guarded = await rawRequest(origin, '/dashboard', { headers: { accept: 'text/html', ...headers } });
		expect(JSON.stringify(guarded.headers) + guarded.text).not.toContain('evil.example');
	});

	const places = [`${evil}/`, '//evil.example', '/\\evil.example', '/\t/evil.example', 'javascript:alert(1)'];
	test.each(places)('a redirect after sign-in does not leave the site for %j', async (callbackUrl) => {
		const { visit } = await signedIn({ redirectTo: callbackUrl, callbackUrl });
		const jar = new CookieJar();
		const form = { ...adasForm, redirectTo: callbackUrl };
		const acted = await jar.visit(at(`/_server?${get().functions.enter.query}`), { form });
		expect(await sessionOf(jar)).toContain(ada.name);
		for (const url of [visit.url, ...visit.redirects, acted.url, ...acted.redirects]) {
			expect(new URL(url, get().server.origin).origin).toBe(get().server.origin);
		}
	});

	test('a query with arguments that no page sends is answered, not crashed on', async () => {
		const { all, enter, leave } = get().functions;
		for (const { query, header } of all.filter((one) => one !== enter && one !== leave)) {
			for (const args of [[], [{ from: '/' }], ['//evil.example'], ['\0']]) {
				const path = `/_server?${query}&args=${encodeURIComponent(get().functions.encode(args))}`;
				const headers = { 'x-server-id': header, 'x-server-instance': 'server-fn:0' };
				const answer = await rawRequest(get().server.origin, path, { headers });
				expect(answer.status, path).toBeLessThan(500);
				expect(answer.text + JSON.stringify(answer.headers), path).not.toMatch(/TypeError|is not a function/);
				expect(answer.headers.location ?? '', path).not.toContain('evil.example');
			}
		}
	});

	test('nonsense is answered, not crashed on', async () => {
		const gets = [
			'',
			'/',
			'/nothing',
			'/callback/keycloak',
			'/callback/keycloak?code=1&state=2',
			'/error?error=<b>',
		];
		for (const path of gets) {
			expect((await rawRequest(get().server.origin, `/api/auth${path}`)).status, path).toBeLessThan(500);
		}
		for (const providerId of ['', 'nobody-has-this', '../callback/credentials', 'credentials']) {
			for (const path of [`/api/auth/signin/${providerId}`, `/_server?${get().functions.enter.query}`]) {
				const jar = new CookieJar();
				const visit = await jar.visit(at(path), { form: { providerId }, follow: false });
				expect(visit.status, path).toBeLessThan(500);
				expect(traces(jar), path).toEqual([]);
			}
		}
		const page = await rawRequest(get().server.origin, '/signin?error=<script>alert(1)</script>');
		expect([page.status, page.text.includes('<script>alert')]).toEqual([200, false]);
	});
}
