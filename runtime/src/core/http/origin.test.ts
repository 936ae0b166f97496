import { describe, expect, test, vi } from 'vitest';
import { environment, readSecrets, readSwitch } from '../environment.js';
import { isTrusted, resolveOrigin } from './origin.js';

const trust = (env: Record<string, string>, config = {}) => isTrusted(config, environment(env));

describe('isTrusted', () => {
	test.each([
		[{}, {}, false],
		[{ AUTH_TRUST_HOST: 'true' }, {}, true],
		[{ AUTH_TRUST_HOST: '1' }, {}, true],
		[{ AUTH_TRUST_HOST: 'false' }, {}, false],
		[{ AUTH_TRUST_HOST: '0' }, {}, false],
		[{ AUTH_TRUST_HOST: '' }, {}, false],
		[{ AUTH_TRUST_HOST: 'false' }, { dev: true }, false],
		[{ AUTH_TRUST_HOST: 'false', VERCEL: '1' }, {}, false],
		[{ AUTH_URL: 'https://app.example.com' }, {}, true],
		[{ VERCEL: '1' }, {}, true],
		[{ CF_PAGES: '1' }, {}, true],
		[{ NODE_ENV: 'development' }, {}, false],
		[{}, { dev: true }, true],
		[{ AUTH_URL: 'https://app.example.com' }, { trustHost: false }, false],
		[{}, { trustHost: true }, true],
	])('%o %o is %s', (env, config, expected) => {
		expect(trust(env, config)).toBe(expected);
	});
});

describe('resolveOrigin', () => {
	const url = new URL('http://127.0.0.1:3000/x');
	const at = (headers: Record<string, string>, trusted = true, authOrigin: string | null = null) =>
		resolveOrigin(url, new Headers(headers), { authOrigin, trusted });

	test('AUTH_URL wins over everything', () => {
		expect(at({ 'x-forwarded-host': 'evil.example' }, true, 'https://app.example.com')).toBe(
			'https://app.example.com',
		);
	});
	test('forwarded headers count only when trusted', () => {
		const headers = { 'x-forwarded-host': 'app.example.com', 'x-forwarded-proto': 'https' };
		expect(at(headers)).toBe('https://app.example.com');
		expect(at(headers, false)).toBe('http://127.0.0.1:3000');
	});
	test('no forwarded header counts on Cloudflare, which hands on what strangers write', () => {
		const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
		vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
		try {
			expect(at(headers)).toBe('http://127.0.0.1:3000');
			expect(at(headers, true, 'https://app.example.com')).toBe('https://app.example.com');
		} finally {
			vi.unstubAllGlobals();
		}
		expect(at(headers)).toBe('https://evil.example');
	});
	test('the first of a list counts', () => {
		expect(
			at({ 'x-forwarded-host': 'app.example.com, proxy.internal', 'x-forwarded-proto': 'https, http' }),
		).toBe('https://app.example.com');
	});
	test('a forwarded host without a protocol keeps the one of the request', () => {
		expect(at({ 'x-forwarded-host': 'app.example.com:8080' })).toBe('http://app.example.com:8080');
	});
	test('the protocol alone counts with the request’s own host, and only upwards', () => {
		expect(at({ 'x-forwarded-proto': 'https' })).toBe('https://127.0.0.1:3000');
		expect(at({ 'x-forwarded-proto': 'https, http' })).toBe('https://127.0.0.1:3000');
		expect(at({ 'x-forwarded-proto': 'https' }, false)).toBe('http://127.0.0.1:3000');
		expect(at({ 'x-forwarded-proto': 'ftp' })).toBe('http://127.0.0.1:3000');
		const secure = new URL('https://app.example.com/x');
		const headers = new Headers({ 'x-forwarded-proto': 'http' });
		expect(resolveOrigin(secure, headers, { authOrigin: null, trusted: true })).toBe(
			'https://app.example.com',
		);
	});
	test.each([
		'',
		',',
		'a b',
		'evil.example/path',
		'user@evil.example',
		'evil.example:port',
		'http://x',
		'[::1',
	])('the malformed host %j is ignored', (host) => {
		expect(at({ 'x-forwarded-host': host })).toBe('http://127.0.0.1:3000');
	});
	test('a strange protocol is ignored', () => {
		expect(at({ 'x-forwarded-host': 'a.example', 'x-forwarded-proto': 'javascript' })).toBe(
			'http://127.0.0.1:3000',
		);
	});
	test('the host header itself is the host framework’s business', () => {
		expect(at({ host: 'evil.example' })).toBe('http://127.0.0.1:3000');
	});
});

describe('environment', () => {
	test('secrets come in the order of rotation', () => {
		const env = environment({ AUTH_SECRET: 'a', AUTH_SECRET_1: 'b', AUTH_SECRET_3: 'd', AUTH_SECRET_2: '' });
		expect(readSecrets(env)).toEqual(['d', 'b', 'a']);
	});
	test('switches', () => {
		expect(readSwitch(undefined)).toBeUndefined();
		expect(readSwitch('FALSE')).toBe(false);
		expect(readSwitch('yes')).toBe(true);
	});
});
