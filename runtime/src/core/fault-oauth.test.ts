import { describe, expect, test } from 'vitest';
import { call as solidCall } from '../solid-start/testing/call.test.helper.js';
import { call as kitCall } from '../sveltekit/testing/call.test.helper.js';
import { secret } from '../sveltekit/testing/fixtures.test.helper.js';
import { fakeProvider } from '../testing/index.js';

const origin = 'https://app.example';
const session = '__Secure-authjs.session-token';

describe.each([
	['SvelteKit', kitCall, '/auth', '/auth/signin'],
	['SolidStart', solidCall, '/api/auth', '/signin'],
] as const)('%s', (_, call, basePath, signInPage) => {
	const fake = fakeProvider({ id: 'fake', user: { id: '1', name: 'Ada', email: 'ada@example.com' } });

	/** Goes to the provider and says yes. */
	async function begin(options: object = {}) {
		const providers = [{ ...fake.provider, ...options }];
		const config = { env: { AUTH_SECRET: secret, AUTH_URL: origin }, providers };
		const { location, cookies, response } = await call(
			`${basePath}/signin/fake`,
			{ form: {}, headers: { origin } },
			config,
		);
		return {
			config,
			cookies,
			sent: response.headers.getSetCookie(),
			back: new URL(fake.authorize(location)),
		};
	}

	test('fault 22: a provider that answers with a form of its own site, as Apple does', async () => {
		const { config, cookies, sent, back } = await begin({
			authorization: { params: { response_mode: 'form_post' } },
		});
		const checks = sent.filter((header) => /\.(state|nonce)=/.test(header));
		expect(checks).toHaveLength(2);
		for (const cookie of checks) expect(cookie).toMatch(/Secure; SameSite=None/i);
		const form = Object.fromEntries(back.searchParams);
		const headers = { origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' };
		const answer = await call(back.pathname, { form, headers, cookies }, config);
		expect(answer.location).toBe(`${origin}/`);
		expect(answer.cookies[session]).toMatch(/^ey/);
	});

	test('fault 26: a profile that cannot be read is told as that, and no used code is sent again', async () => {
		const { config, cookies, back } = await begin({
			profile() {
				throw new Error('no such claim');
			},
		});
		const answer = await call(`${back.pathname}${back.search}`, { cookies }, config);
		expect(answer.location).toBe(`${origin}${signInPage}?error=OAuthCallbackError`);
		expect(answer.cookies[session]).toBeUndefined();
		expect(answer.logger.error.mock.calls[0]?.[0]).toMatchObject({ type: 'OAuthProfileParseError' });
	});

	test.each([
		['in a second tab', async () => (await begin()).cookies],
		['too long ago', async () => ({})],
	])(
		'fault 26: begun %s: the person can try again, and nobody speaks of the configuration',
		async (_, later) => {
			const { config, back } = await begin();
			const answer = await call(`${back.pathname}${back.search}`, { cookies: await later() }, config);
			expect(answer.location).toBe(`${origin}${signInPage}?error=InvalidCheck`);
			expect(answer.cookies[session]).toBeUndefined();
		},
	);

	test('fault 58: for a server without PKCE other checks can be named, and that one is not asked for', async () => {
		const checks = async (options: object) => {
			const config = {
				env: { AUTH_SECRET: secret, AUTH_URL: origin },
				providers: [{ ...fake.provider, ...options }],
			};
			const { location, cookies } = await call(
				`${basePath}/signin/fake`,
				{ form: {}, headers: { origin } },
				config,
			);
			const asked = [...new URL(location ?? '').searchParams.keys()];
			const kept = Object.keys(cookies).map((name) => name.replace(/^__(Secure|Host)-authjs\./, ''));
			return { asked, kept };
		};
		const { asked, kept } = await checks({ checks: ['state', 'nonce'] });
		expect(asked.filter((name) => name.startsWith('code_challenge'))).toEqual([]);
		expect(asked).toEqual(expect.arrayContaining(['state', 'nonce']));
		expect(kept.toSorted()).toEqual(['callback-url', 'nonce', 'state']);
		// Without a word about it the core asks for PKCE alone.
		const usual = await checks({ checks: undefined });
		expect(usual.asked.filter((name) => /^(code_challenge|state|nonce)/.test(name)).toSorted()).toEqual([
			'code_challenge',
			'code_challenge_method',
		]);
	});
});
