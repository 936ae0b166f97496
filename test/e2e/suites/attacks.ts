import { beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from '../../../scripts/lib/demo/cookie-jar.ts';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import { ada, adasForm, sessionText, signInAsAda } from '../../support/ada.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { dashboardSecret } from '../../support/sveltekit-pages.ts';

const evil = 'http://evil.example';

/** Attacks on a production build with keycloak, credentials and a guarded /dashboard. */
export function describeAttacks(get: () => RunningServer): void {
	const at = (path: string) => get().origin + path;
	const sessionOf = (jar: CookieJar) => sessionText(get().origin, jar);
	const signedIn = (extra?: Record<string, string>) => signInAsAda(get().origin, extra);

	describe('a session cookie that is not ours', () => {
		let name: string;
		let value: string;
		beforeAll(async () => {
			const { jar } = await signedIn();
			const cookie = [...jar.cookies].find(([key]) => key.includes('session-token'));
			if (!cookie) throw new Error(`No session cookie among ${[...jar.cookies.keys()]}`);
			[name, value] = cookie;
		});

		const forgeries: [string, (token: string) => string][] = [
			['cut off at the end', (token) => token.slice(0, -8)],
			['cut off after the first part', (token) => token.split('.')[0] ?? ''],
			[
				'with one character changed',
				(token) => token.slice(0, -10) + (token.at(-10) === 'A' ? 'B' : 'A') + token.slice(-9),
			],
			['empty', () => ''],
			['a word', () => 'null'],
			['unsigned', () => `${btoa('{"alg":"none"}')}.${btoa('{"name":"Eve","sub":"1"}')}.`],
			['only dots', () => '....'],
			['malformed percent encoding', () => '%E0%A4%A'],
			['very long', () => 'A'.repeat(6_000)],
		];
		test.each(forgeries)('signs nobody in: %s', async (_, forge) => {
			const cookie = `${name}=${forge(value)}`;
			const session = await rawRequest(get().origin, '/auth/session', { headers: { cookie } });
			expect([session.status, session.text]).toEqual([200, 'null']);
			const home = await rawRequest(get().origin, '/', { headers: { cookie } });
			expect(home.status).toBe(200);
			expect(home.text).toContain('nobody');
			const guarded = await rawRequest(get().origin, '/dashboard', { headers: { cookie } });
			expect(guarded.status).toBeLessThan(400);
			expect(guarded.text).not.toContain(dashboardSecret);
		});

		test('the real one does, so the name is right', async () => {
			const headers = { cookie: `${name}=${value}` };
			expect((await rawRequest(get().origin, '/auth/session', { headers })).text).toContain(ada.name);
		});
	});

	describe('a form of another site', () => {
		const targets: [string, Record<string, string>][] = [
			['/signin', adasForm],
			['/signin', { providerId: 'keycloak' }],
			['/auth/signin/keycloak', {}],
			['/auth/callback/credentials', adasForm],
		];
		test.each(targets)('changes nothing at POST %s %o', async (path, form) => {
			for (const origin of [evil, 'null']) {
				const jar = new CookieJar();
				const visit = await jar.visit(at(path), { form, headers: { origin }, follow: false });
				expect(visit.status, origin).toBe(403);
				expect([...jar.cookies.keys()], origin).toEqual([]);
			}
		});

		test.each(['/signout', '/auth/signout'])('signs nobody out at POST %s', async (path) => {
			const { jar } = await signedIn();
			await jar.visit(at(path), { form: {}, headers: { origin: evil }, follow: false });
			expect(await sessionOf(jar)).toContain(ada.name);
		});
	});

	describe('the Host header', () => {
		const games: [string, Record<string, string>][] = [
			['Host', { host: 'evil.example' }],
			['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }],
			['Forwarded', { forwarded: 'host=evil.example;proto=https' }],
		];
		test.each(games)('%s leads nobody away', async (_, headers) => {
			const form = {
				accept: 'text/html',
				'content-type': 'application/x-www-form-urlencoded',
				origin: get().origin,
			};
			const body = 'providerId=keycloak';
			const options = { method: 'POST', headers: { ...form, ...headers }, body };
			const started = await rawRequest(get().origin, '/signin', options);
			const sent = new URL(started.headers.location ?? '', get().origin);
			expect(sent.searchParams.get('redirect_uri')).toBe(at('/auth/callback/keycloak'));
			const guarded = await rawRequest(get().origin, '/dashboard', { headers });
			for (const { status, headers: answer, text } of [started, guarded]) {
				expect(status).toBeLessThan(400);
				expect(JSON.stringify(answer) + text).not.toContain('evil.example');
			}
		});
	});

	describe('a redirect after sign-in', () => {
		const places = [
			`${evil}/`,
			'//evil.example',
			'/\\evil.example',
			'\\\\evil.example',
			'/\t/evil.example',
			'javascript:alert(1)',
			'http:evil.example',
		];
		test.each(places)('does not leave the site for %j', async (redirectTo) => {
			const { visit } = await signedIn({ redirectTo, callbackUrl: redirectTo });
			expect(visit.status).toBeLessThan(500);
			for (const url of [visit.url, ...visit.redirects]) {
				expect(new URL(url, get().origin).origin).toBe(get().origin);
			}
		});
	});

	describe('nonsense', () => {
		const posts: [string, Record<string, string>][] = [
			['/signin', {}],
			['/signin', { providerId: 'nobody-has-this' }],
			['/signin', { providerId: '../callback/credentials' }],
			['/signin', { providerId: 'credentials' }],
			['/auth/signin/nobody-has-this', {}],
			['/auth/callback/credentials', {}],
		];
		test.each(posts)('is answered, not crashed on: POST %s %o', async (path, form) => {
			const jar = new CookieJar();
			const visit = await jar.visit(at(path), { form, follow: false });
			expect(visit.status).toBeLessThan(500);
			expect(await sessionOf(jar)).toBe('null');
		});

		test.each([
			'/auth/',
			'/auth',
			'/auth/nothing',
			'/auth/callback/keycloak',
			'/auth/callback/keycloak?code=1&state=2',
			'/signin?error=<script>',
		])('is answered, not crashed on: GET %s', async (path) => {
			const { status, text } = await rawRequest(get().origin, path);
			expect(status).toBeLessThan(500);
			expect(text).not.toContain('<script>"');
		});
	});
}
