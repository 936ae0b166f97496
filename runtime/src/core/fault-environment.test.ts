import GitHub from '@auth/core/providers/github';
import MicrosoftEntraID from '@auth/core/providers/microsoft-entra-id';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { quietLogger, secret } from '../sveltekit/testing/fixtures.test.helper.js';
import { prepare } from './config/prepare.js';
import { environment } from './environment.js';
import type { RuntimeConfig } from './types.js';

/** Runs something synchronous where there is no `process`, as on edge runtimes. */
function withoutProcess<T>(run: () => T): T {
	const kept = Object.getOwnPropertyDescriptor(globalThis, 'process') as PropertyDescriptor;
	Object.defineProperty(globalThis, 'process', { value: undefined, configurable: true });
	try {
		return run();
	} finally {
		Object.defineProperty(globalThis, 'process', kept);
	}
}

function prepareThere(env: Record<string, string>, providers: RuntimeConfig['providers']) {
	const logger = quietLogger();
	const config = { env: { AUTH_SECRET: secret, ...env }, trustHost: true, providers, logger };
	return { ...withoutProcess(() => prepare(config)), logger };
}

describe('fault 23: no process, and variables that come with the request', () => {
	test('there is none here', () => {
		expect(withoutProcess(() => typeof process)).toBe('undefined');
	});
	test('variables are those that are handed in', () => {
		const read = withoutProcess(() => {
			const env = environment({ AUTH_SECRET: 'given' });
			return [env('AUTH_SECRET'), env('PATH'), environment()('PATH')];
		});
		expect(read).toEqual(['given', undefined, undefined]);
	});
	test('a provider gets its own', () => {
		const env = { AUTH_GITHUB_ID: 'id', AUTH_GITHUB_SECRET: 'x' };
		const { problem, core, logger } = prepareThere(env, [GitHub]);
		expect(problem).toBeNull();
		expect(core.providers).toMatchObject([{ id: 'github', clientId: 'id', clientSecret: 'x' }]);
		expect(logger.warn).not.toHaveBeenCalled();
	});
	test('also one whose module reads process.env itself', () => {
		const issuer = 'https://login.microsoftonline.com/tenant/v2.0';
		const env = {
			AUTH_MICROSOFT_ENTRA_ID_ID: 'id',
			AUTH_MICROSOFT_ENTRA_ID_SECRET: 'x',
			AUTH_MICROSOFT_ENTRA_ID_ISSUER: issuer,
		};
		const { problem, core } = prepareThere(env, [MicrosoftEntraID]);
		expect(problem).toBeNull();
		expect(core.providers).toMatchObject([{ id: 'microsoft-entra-id', options: { clientId: 'id', issuer } }]);
	});
});

test('fault 24: a variable that the framework hides is read from the process', () => {
	vi.stubEnv('AUTH_GITHUB_ID', 'undeclared');
	vi.stubEnv('AUTH_SECRET', 'process');
	const read = environment({ AUTH_SECRET: 'declared' });
	expect([read('AUTH_SECRET'), read('AUTH_GITHUB_ID')]).toEqual(['declared', 'undeclared']);
	vi.unstubAllEnvs();
});

describe("the variables of a Worker that SolidStart's server hands over with a request", () => {
	afterEach(() => {
		vi.unstubAllGlobals();
		vi.unstubAllEnvs();
	});
	test('are read, though a process is there that has none of them', () => {
		vi.stubEnv('AUTH_URL', undefined);
		expect(environment()('AUTH_URL')).toBeUndefined();
		vi.stubGlobal('__env__', { AUTH_URL: 'https://worker.example' });
		expect(environment()('AUTH_URL')).toBe('https://worker.example');
		expect(withoutProcess(() => environment()('AUTH_URL'))).toBe('https://worker.example');
	});
	test('stand behind those of the process; what is no text is no variable', () => {
		vi.stubEnv('AUTH_SECRET', 'process');
		vi.stubGlobal('__env__', { AUTH_SECRET: 'worker', AUTH_URL: { get: 'a binding' } });
		expect([environment()('AUTH_SECRET'), environment()('AUTH_URL')]).toEqual(['process', undefined]);
	});
	test('are not taken from the prototype of all objects', () => {
		const shared = Object.prototype as unknown as Record<string, unknown>;
		shared.__env__ = { AUTH_TRUST_HOST: 'true' };
		try {
			expect(environment()('AUTH_TRUST_HOST')).toBeUndefined();
		} finally {
			delete shared.__env__;
		}
	});
});
