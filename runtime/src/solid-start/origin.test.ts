import { describe, expect, test, vi } from 'vitest';
import { call, right } from './testing/call.test.helper.js';
import { cookieName, secret } from './testing/fixtures.test.helper.js';

// NODE_ENV is unset in production: nothing may follow from its absence.
describe('trust without a word about it', () => {
	test.each([
		[undefined, 500],
		['production', 500],
		['test', 500],
		['development', 200],
	])('NODE_ENV %s: %s', async (value, status) => {
		vi.stubEnv('NODE_ENV', value);
		const config = { trustHost: undefined as never, env: { AUTH_SECRET: secret } };
		expect((await call('/api/auth/session', {}, config)).status).toBe(status);
		expect((await call('/api/auth/session', {}, { ...config, dev: false })).status).toBe(500);
		expect((await call('/api/auth/session', {}, { ...config, dev: true })).status).toBe(200);
		vi.unstubAllEnvs();
	});
});

describe('the origin', () => {
	const env = (more: Record<string, string>) => ({ env: { AUTH_SECRET: secret, ...more } });
	test.each<[Record<string, string>, Record<string, string>, string]>([
		[{ AUTH_TRUST_HOST: 'true' }, {}, 'http://localhost:3000'],
		[{ AUTH_TRUST_HOST: 'true' }, { 'x-forwarded-proto': 'https' }, 'https://localhost:3000'],
		[
			{ AUTH_TRUST_HOST: 'true' },
			{ 'x-forwarded-proto': 'https', 'x-forwarded-host': 'app.example' },
			'https://app.example',
		],
		[{ AUTH_URL: 'https://set.example' }, { 'x-forwarded-host': 'evil.example' }, 'https://set.example'],
	])('%o %o: %s', async (variables, headers, expected) => {
		const config = { ...env(variables), trustHost: undefined as never };
		const options = { form: { ...right, callbackUrl: '/x' }, headers: { ...headers, origin: expected } };
		const { location, cookies } = await call('/api/auth/signin/credentials', options, config);
		expect(location).toBe(`${expected}/x`);
		const secure = expected.startsWith('https:');
		const name = `${secure ? '__Secure-' : ''}${cookieName}`;
		expect(cookies[name]).toMatch(/^ey/);
		// The session is read under the same name, which the predecessors got wrong.
		const read = await call('/api/auth/session', { headers, cookies }, config);
		expect(await read.response.json()).toMatchObject({ user: { name: 'ada' } });
		const github = await call('/api/auth/signin/github', { form: {}, headers: options.headers }, config);
		expect(github.location).toContain(encodeURIComponent(`${expected}/api/auth/callback/github`));
	});
	test('untrusted headers count for nothing', async () => {
		const config = { ...env({ AUTH_URL: 'https://set.example' }) };
		const { location } = await call(
			'/api/auth/signin/credentials',
			{ form: right, headers: { 'x-forwarded-proto': 'http', origin: 'https://set.example' } },
			config,
		);
		expect(location).toBe('https://set.example');
	});
});
