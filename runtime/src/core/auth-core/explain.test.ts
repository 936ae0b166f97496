import { customFetch } from '@auth/core';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { call as solidCall } from '../../solid-start/testing/call.test.helper.js';
import { call as kitCall } from '../../sveltekit/testing/call.test.helper.js';
import { secret } from '../../sveltekit/testing/fixtures.test.helper.js';
import { fakeProvider } from '../../testing/index.js';

let log: MockInstance<typeof console.error>;
beforeEach(() => {
	log = vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => {
	log.mockRestore();
});
/** What stands in the log, without stacks. */
const lines = () => log.mock.calls.map(([line]) => String(line).split('\n')[0]);

describe.each([
	['SvelteKit', kitCall, '/auth', 'https://kit.example'],
	['SolidStart', solidCall, '/api/auth', 'https://solid.example'],
] as const)('%s', (_, call, basePath, origin) => {
	const fake = fakeProvider({ id: 'fake', user: { id: '1', name: 'Ada', email: 'ada@example.com' } });
	const fetchFake = (fake.provider as unknown as Record<symbol, typeof fetch>)[customFetch] as typeof fetch;

	/** Signs in until the provider is to send people back; `answer` is what its token endpoint says. */
	async function begin(
		answer?: () => Response,
		{ env = {}, from = origin }: { env?: object; from?: string } = {},
	) {
		const provider = {
			...fake.provider,
			[customFetch]: (async (input: RequestInfo, init?: RequestInit) => {
				const url = input instanceof Request ? input.url : String(input);
				return answer && url.endsWith('/token') ? answer() : fetchFake(input, init);
			}) as typeof fetch,
		};
		const config = {
			env: { AUTH_SECRET: secret, AUTH_URL: origin, ...env },
			providers: [provider],
			logger: {},
		};
		const path = `${from}${basePath}/signin/fake`;
		const { location, cookies } = await call(path, { form: {}, headers: { origin: from } }, config);
		return { config, cookies, location, back: new URL(fake.authorize(location)) };
	}

	const json = (status: number, body: unknown, headers?: HeadersInit) => () =>
		Response.json(body, { status, ...(headers && { headers }) });

	test.each<[string, () => Response, string]>([
		[
			'a wrong secret',
			json(401, { error: 'invalid_client', error_description: 'Unknown client' }),
			'"fake" answered: invalid_client, status 401, "Unknown client"',
		],
		[
			'a wrong secret by challenge',
			json(401, {}, { 'www-authenticate': 'Basic realm="x", error="invalid_client"' }),
			'"fake" answered: invalid_client, status 401',
		],
		['a used code', json(400, { error: 'invalid_grant' }), '"fake" answered: invalid_grant, status 400'],
		[
			'an error with 200, as GitHub does',
			json(200, { error: 'bad_verification_code', error_description: 'The code is over' }),
			'"fake" answered: bad_verification_code, "The code is over"',
		],
		['a server that is down', () => new Response('no', { status: 503 }), '"fake" answered: status 503'],
	])('%s: the log has the words of the provider', async (_, answer, words) => {
		const { config, cookies, back } = await begin(answer);
		await call(`${origin}${back.pathname}${back.search}`, { cookies }, config);
		expect(lines()).toContain(`[auth] ${words}`);
	});

	test('nothing that a provider sends moves the cursor, fills the log or may be a token', async () => {
		const description = `\u001b[2J\u009b31m\r\n[auth] all is well\u202e\u2028 code ${'a1'.repeat(12)} eyJhbGciOiJIUzI1NiJ9.${'x'.repeat(60)} ${'la '.repeat(999)}`;
		const { config, cookies, back } = await begin(
			json(400, { error: 'in\u0007valid\nrequest', error_description: description }),
		);
		await call(`${origin}${back.pathname}${back.search}`, { cookies }, config);
		const line = lines().find((text) => text?.includes('answered')) ?? '';
		expect(line).toMatch(
			/answered: in valid request, status 400, " ?\[2J 31m \[auth\] all is well code \[\.\.\.\]/,
		);
		// biome-ignore lint/suspicious/noControlCharactersInRegex: that there are none is what is looked for
		expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e\u2028]|a1a1|xxxx/);
		expect(line.length).toBeLessThan(300);
		expect(log.mock.calls.every(([text]) => !String(text).includes('\u001b'))).toBe(true);
	});

	test('somebody who is sent back without a code: why, whatever state they come with', async () => {
		const { config, cookies, back } = await begin();
		const query = new URLSearchParams({
			...{ error: 'access_denied', error_description: 'Nobody\u001b[31m consented', providerId: 'another' },
			state: back.searchParams.get('state') ?? '',
		});
		const error = vi.fn();
		const path = `${origin}${back.pathname}?${query}`;
		const answer = await call(path, { cookies }, config);
		expect(answer.location).toContain('error=OAuthCallbackError');
		expect(lines()).toContain('[auth] "fake" answered: access_denied, "Nobody [31m consented"');
		await call(path, { cookies }, { ...config, logger: { error } });
		expect(error.mock.calls[0]?.[0].cause).toEqual({
			...{ provider: 'fake', error: 'access_denied', error_description: 'Nobody [31m consented' },
		});
	});

	describe('a check that fails', () => {
		test('without its cookie: what may be, and that AUTH_URL is another address', async () => {
			const { config, back } = await begin();
			await call(`${origin}${back.pathname}${back.search}`, {}, config);
			expect(lines()).toEqual([
				expect.stringMatching(
					/^\[auth\] InvalidCheck: .* could not be parsed: its cookie did not come\. The sign-in may have taken more than 15 minutes.*another address than AUTH_URL \(https:\/\/\w+\.example\)$/,
				),
			]);
		});

		test.each([origin.replace('//', '//www.'), origin.replace('https', 'http')])(
			'begun at %s: that, and both addresses',
			async (from) => {
				const { config, back } = await begin(undefined, { from });
				await call(`${origin}${back.pathname}${back.search}`, {}, config);
				expect(lines()[0]).toContain(`People came to ${from}, and AUTH_URL is ${origin}: cookies`);
				vi.useFakeTimers({ now: Date.now() + 16 * 60 * 1000, toFake: ['Date'] });
				await call(`${origin}${back.pathname}${back.search}`, {}, config);
				vi.useRealTimers();
				expect(lines()[1]).not.toContain('People came');
			},
		);

		test('with the cookie of another secret: that', async () => {
			const { config, back, cookies } = await begin();
			const env = { ...config.env, AUTH_SECRET: secret.toUpperCase() };
			await call(`${origin}${back.pathname}${back.search}`, { cookies }, { ...config, env });
			expect(lines()[0]).toMatch(
				/InvalidCheck: .*: its cookie was made with another AUTH_SECRET, by another /,
			);
		});

		test('with a cookie that is none: what the core found, and no guess', async () => {
			const { config, back, cookies } = await begin();
			const spoilt = Object.fromEntries(Object.keys(cookies).map((name) => [name, 'none']));
			await call(`${origin}${back.pathname}${back.search}`, { cookies: spoilt }, config);
			expect(lines()[0]).toMatch(/InvalidCheck: .* could not be parsed: \w/);
			expect(lines()[0]).not.toMatch(/AUTH_SECRET|did not come|Read more/);
		});
	});
});
