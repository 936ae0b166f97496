import GitHub from '@auth/core/providers/github';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { app } from './testing/call.test.helper.js';
import { makeAuth, makeEvent, makeLazyAuth, quietLogger, secret } from './testing/fixtures.test.helper.js';

describe('when the server starts', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});
	const half = GitHub({ clientId: 'id' });

	test('what is wrong is told without a request, and not again with the first', async () => {
		const { handle, logger } = makeAuth({ building: false, env: {}, trustHost: false, providers: [half] });
		expect(logger.error).not.toHaveBeenCalled();
		vi.runAllTimers();
		expect(logger.error.mock.calls.map(([error]) => error.option)).toEqual(['trustHost', 'secret']);
		await handle({ event: makeEvent('/auth/providers'), resolve: app });
		expect(logger.error).toHaveBeenCalledTimes(2);
	});

	test('a provider that lacks something is told, too', async () => {
		const { logger } = makeAuth({ building: false, providers: [half] });
		vi.runAllTimers();
		expect(logger.warn.mock.calls).toEqual([[expect.stringContaining('AUTH_GITHUB_SECRET')]]);
	});

	test('a first request that was faster has told it', async () => {
		const { handle, logger } = makeAuth({ building: false, env: {} });
		await handle({ event: makeEvent('/'), resolve: app });
		vi.runAllTimers();
		expect(logger.error).toHaveBeenCalledOnce();
	});

	test('what comes until the first request counts: nothing of the start is kept', async () => {
		const env: Record<string, string> = {};
		const { handle, logger } = makeAuth({ building: false, env });
		vi.runAllTimers();
		expect(logger.error).toHaveBeenCalledOnce();
		env.AUTH_SECRET = secret;
		const response = await handle({ event: makeEvent('/auth/providers'), resolve: app });
		expect(response.status).toBe(200);
	});

	test.each([{ building: true }, { building: undefined }])(
		'while building, and where nobody says whether, nothing is told: %o',
		(options) => {
			const { logger } = makeAuth({ ...(options as { building: true }), env: {} });
			vi.runAllTimers();
			expect(logger.error).not.toHaveBeenCalled();
		},
	);

	test('a configuration function is not called for it', () => {
		const make = vi.fn();
		makeLazyAuth(make);
		vi.runAllTimers();
		expect(make).not.toHaveBeenCalled();
	});

	test('nothing of it can end the server: no timers, a logger that throws', () => {
		const error = () => {
			throw new Error('no disk');
		};
		makeAuth({ building: false, env: {}, logger: { ...quietLogger(), error } });
		expect(() => vi.runAllTimers()).not.toThrow();
		vi.stubGlobal('setTimeout', () => {
			throw new Error('Disallowed operation called within global scope');
		});
		expect(() => makeAuth({ building: false, env: {} })).not.toThrow();
		vi.unstubAllGlobals();
	});
});

describe('SvelteKit takes itself for https', () => {
	const visit = async (authUrl: string, visited: string, more: object = {}) => {
		const env = { AUTH_SECRET: secret, AUTH_URL: authUrl };
		const { handle, logger } = makeAuth({ env, ...more });
		for (const path of ['/', '/again']) await handle({ event: makeEvent(`${visited}${path}`), resolve: app });
		return logger.warn.mock.calls.map(([message]) => message);
	};
	test('and AUTH_URL says http: every form will be refused, which is told once with the ways out', async () => {
		const told = await visit('http://localhost:3000', 'https://localhost:3000');
		expect(told).toEqual([
			expect.stringMatching(
				/AUTH_URL is http:\/\/localhost:3000, .*403.*paths: \{ origin: 'http:\/\/localhost:3000' \}/,
			),
		]);
		expect(told[0]).toMatch(/ORIGIN=http:\/\/localhost:3000.*PROTOCOL_HEADER/);
	});
	test.each([
		['http://localhost:3000', 'http://localhost:3000', {}],
		['https://app.example', 'https://app.example', {}],
		['https://app.example', 'http://app.example', {}],
		['http://localhost:3000', 'https://internal:8080', {}],
		['http://localhost:3000', 'https://localhost:3000', { dev: true }],
	])('nothing is said of %s visited at %s %o', async (authUrl, visited, more) => {
		expect(await visit(authUrl, visited, more)).toEqual([]);
	});
});
