import { createHash } from 'node:crypto';
import { skipCSRFCheck } from '@auth/core';
import Passkey from '@auth/core/providers/passkey';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Application, integrations } from '../support/application.ts';
import { type Database, openDatabase } from '../support/database.ts';
import { cookieHeader, cookiesOf, form, type Sent, send, victim } from './attack.ts';
import { bodies, evil, type Point, points, senders, sessionSet } from './cross-site.ts';
import { adasForm, credentials, github, letters } from './people.ts';
import { goodToken, secret, sessionCookie } from './tokens.ts';

describe.each(integrations)('CSRF, %s', (integration) => {
	let database: Database;
	let app: Application;
	let skipping: Application;
	let cookie: string;
	beforeAll(async () => {
		database = await openDatabase();
		const config = {
			adapter: database.adapter,
			providers: [credentials, github, letters, Passkey({})],
			session: { strategy: 'jwt' as const },
			experimental: { enableWebAuthn: true },
		};
		app = victim(integration, config);
		skipping = victim(integration, { ...config, skipCSRFCheck });
		cookie = `${sessionCookie}=${await goodToken()}`;
	});
	afterAll(() => database.close());

	/** Sends what belongs to a point, and says whether it has happened. What is refused is looked at closely. */
	async function attempt(to: Application, name: string, sent: Sent): Promise<boolean> {
		const { path, happened } = points[name] as Point;
		const response = await send(to, path(to), { cookie, ...sent });
		if (happened(response)) return true;
		expect(cookiesOf(response)).not.toHaveProperty([sessionCookie]);
		const answer = [response.status, response.headers.get('location') ?? (await response.json())];
		const page = `${to.origin}${to.basePath}/signin?error=MissingCSRF`;
		const asJson = new Headers(sent.headers).has('x-auth-return-redirect');
		if (name === 'session') expect(answer).toEqual([400, null]);
		else if (!asJson) expect(answer).toEqual([302, page]);
		else expect(answer).toMatchObject([403, { error: 'MissingCSRF' }]);
		return false;
	}

	describe.each(Object.keys(points))('%s', (name) => {
		const { fields } = points[name] as Point;
		test.each(senders)('%s', async (_, headers, allowed) => {
			expect(await attempt(app, name, { fields, headers })).toBe(allowed);
		});
		test.each(senders)('skipCSRFCheck, %s', async (title, headers, allowed) => {
			// It leaves the token out, for browsers that say nothing about where they are; never the check of the origin.
			const saysNothing = ['no Origin', 'no Origin, own Referer'];
			const expected = allowed || saysNothing.includes(title);
			expect(await attempt(skipping, name, { fields, headers })).toBe(expected);
		});
		test.each(bodies)('from another site: %s', async (_, type, body) => {
			const headers = { origin: evil, ...(type && { 'content-type': type }) };
			expect(await attempt(app, name, { method: 'POST', body: body(fields), headers })).toBe(false);
		});
		const some = name === 'session' || name === 'callback/credentials' ? bodies : [];
		test.each(some)('without an Origin: %s', async (_, type, body) => {
			const headers = { origin: '', ...(type && { 'content-type': type }) };
			expect(await attempt(app, name, { method: 'POST', body: body(fields), headers })).toBe(false);
		});
		test('never by GET, whatever the query says', async () => {
			const { path, happened } = points[name] as Point;
			const query = new URLSearchParams({ ...fields, _method: 'POST', csrfToken: 'x' });
			const response = await send(app, `${path(app)}?${query}`, { cookie, headers: { origin: app.origin } });
			expect(happened(response) === true && name !== 'callback/passkey').toBe(false);
			expect(cookiesOf(response)).not.toHaveProperty([sessionCookie]);
		});
	});

	describe('the token', () => {
		let mine: { csrfToken: string; csrf: string };
		beforeAll(async () => {
			const response = await send(app, `${app.basePath}/csrf`);
			const { csrfToken } = (await response.json()) as { csrfToken: string };
			mine = { csrfToken, csrf: cookieHeader(response) };
		});
		const withToken = ['signin/github', 'signin/credentials', 'callback/credentials', 'signout', 'session'];
		const rows: [title: string, (given: typeof mine) => Sent & { csrfToken?: string }, allowed: boolean][] = [
			['right', ({ csrfToken, csrf }) => ({ csrfToken, cookie: csrf }), true],
			[
				'right, Origin null',
				({ csrfToken, csrf }) => ({ csrfToken, cookie: csrf, headers: { origin: 'null' } }),
				true,
			],
			// A neighbour below the same domain can set both: then it is the browser's word that counts.
			[
				'right, foreign Origin',
				({ csrfToken, csrf }) => ({ csrfToken, cookie: csrf, headers: { origin: evil } }),
				false,
			],
			[
				'right, cross-site',
				({ csrfToken, csrf }) => ({
					csrfToken,
					cookie: csrf,
					headers: { origin: '', 'sec-fetch-site': 'cross-site' },
				}),
				false,
			],
			['without the cookie', ({ csrfToken }) => ({ csrfToken }), false],
			['without the field', ({ csrf }) => ({ cookie: csrf }), false],
			['empty', ({ csrf }) => ({ csrfToken: '', cookie: csrf }), false],
			['of another browser', ({ csrf }) => ({ csrfToken: 'a'.repeat(64), cookie: csrf }), false],
			['in capitals', ({ csrfToken, csrf }) => ({ csrfToken: csrfToken.toUpperCase(), cookie: csrf }), false],
			[
				'with its hash',
				({ csrf }) => ({ csrfToken: decodeURIComponent(csrf.split('=')[1] ?? ''), cookie: csrf }),
				false,
			],
			[
				'made by the attacker',
				() => ({ csrfToken: 'a', cookie: `authjs.csrf-token=a%7C${sha256('a')}` }),
				false,
			],
			[
				'made with another secret',
				() => ({ csrfToken: 'a', cookie: `authjs.csrf-token=a%7C${sha256('aother')}` }),
				false,
			],
			['no hash at all', () => ({ csrfToken: 'a', cookie: 'authjs.csrf-token=a' }), false],
			[
				'empty with the hash of nothing',
				() => ({ csrfToken: '', cookie: `authjs.csrf-token=%7C${sha256('')}` }),
				false,
			],
			[
				'undefined with the hash of undefined',
				() => ({ csrfToken: 'undefined', cookie: `authjs.csrf-token=undefined%7C${sha256('undefined')}` }),
				false,
			],
		];
		describe.each(withToken)('%s', (name) => {
			test.each(rows)('%s', async (_, make, allowed) => {
				const { csrfToken, cookie: csrf, ...sent } = make(mine);
				const { fields } = points[name] as Point;
				const all = { ...fields, ...(csrfToken !== undefined && { csrfToken }) };
				const cookies = [cookie, csrf].filter(Boolean).join('; ');
				const headers = { origin: '', ...sent.headers };
				expect(await attempt(app, name, { fields: all, cookie: cookies, headers })).toBe(allowed);
			});
		});
		test('in JSON of other types', async () => {
			for (const csrfToken of [[mine.csrfToken], { toString: mine.csrfToken }, true, 0, null]) {
				const json = { ...adasForm, csrfToken };
				const sent = { json, cookie: `${cookie}; ${mine.csrf}`, headers: { origin: '' } };
				expect(await attempt(app, 'callback/credentials', sent)).toBe(false);
			}
		});
	});

	describe('form actions, with the framework’s own check off', () => {
		const answer = async (response: Response) =>
			response.status === 303 ? response.headers.get('location') : ((await response.json()) as object);
		const refusal = (sent: Sent) =>
			integration === 'sveltekit'
				? [403, { form: { error: 'MissingCSRF', message: expect.any(String), ...sent } }]
				: [303, expect.stringMatching(/\/signin\?error=MissingCSRF$/)];
		test.each(senders.filter(([, headers]) => !headers['x-sveltekit-action']))(
			'sign in, %s',
			async (_, headers, allowed) => {
				const fields = { providerId: 'credentials', ...adasForm };
				const response = await send(app, app.actions.signIn, { fields, headers });
				expect(sessionSet(response)).toBe(allowed);
				if (!allowed) expect([response.status, await answer(response)]).toEqual(refusal({}));
			},
		);
		test.each(senders.filter(([, headers]) => !headers['x-sveltekit-action']))(
			'sign out, %s',
			async (_, headers, allowed) => {
				const response = await send(app, app.actions.signOut, { fields: {}, headers, cookie });
				expect(cookiesOf(response)[sessionCookie] === null).toBe(allowed);
				if (!allowed) expect([response.status, await answer(response)]).toEqual(refusal({}));
			},
		);
		test.each(['text/plain', 'multipart/form-data; boundary=x', form])('a body of %s', async (type) => {
			const sent = {
				method: 'POST',
				body: 'providerId=credentials',
				headers: { origin: evil, 'content-type': type },
			};
			const response = await send(app, app.actions.signIn, sent);
			expect(sessionSet(response)).toBe(false);
		});
	});

	describe('the button behind a magic link', () => {
		const token = 'the-token-of-the-letter';
		const email = 'grace@test.example';
		const link = (app: Application) =>
			`${app.basePath}/callback/letters?${new URLSearchParams({ token, email })}`;
		async function sendLetter() {
			const expires = new Date(Date.now() + 60_000);
			await database.run('DELETE FROM verificationToken');
			await database.adapter.createVerificationToken?.({
				identifier: email,
				token: sha256(token + secret),
				expires,
			});
		}
		test.each(senders)('%s', async (_, headers, allowed) => {
			await sendLetter();
			const response = await send(app, link(app), { fields: {}, headers });
			expect(sessionSet(response)).toBe(allowed);
			expect(await database.rows('verificationToken')).toHaveLength(allowed ? 0 : 1);
			if (!allowed && !headers['x-auth-return-redirect']) {
				const page = `${app.origin}${app.basePath}/signin?error=MissingCSRF`;
				expect([response.status, response.headers.get('location')]).toEqual([302, page]);
			}
		});
		test('the page cannot be put into a frame, stored, or named to another site', async () => {
			await sendLetter();
			const { status, headers } = await send(app, link(app));
			expect([status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
				200,
				'private, no-store',
				'same-origin',
			]);
			expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
		});
	});
});

function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}
