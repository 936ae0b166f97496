import { Auth } from '@auth/core';
import { describe, expect, test, vi } from 'vitest';
import { Development } from '../core/providers/development.js';
import { app, call, github } from './testing/call.test.helper.js';
import {
	cookieName,
	makeAuth,
	makeEvent,
	makeLazyAuth,
	page,
	quietLogger,
	secret,
	token,
} from './testing/fixtures.test.helper.js';

describe('when nothing can work', () => {
	test('untrusted: 500 as the core answers it, told once with the fix; pages go on', async () => {
		const { handle, logger } = makeAuth({ trustHost: false, debug: true });
		for (const path of ['/auth/session', '/auth/providers']) {
			const response = await handle({ event: makeEvent(path), resolve: app });
			expect(response.status).toBe(500);
			expect(await response.json()).toEqual({ message: expect.stringMatching(/server configuration/) });
		}
		const html = await handle({ event: makeEvent('/auth/signin'), resolve: app });
		expect(html.status).toBe(500);
		expect(await html.text()).toContain('server configuration');
		const event = makeEvent('/', { cookies: { [cookieName]: await token() } });
		const view = await handle({ event, resolve: page });
		expect([view.status, await view.json()]).toEqual([200, null]);
		expect(view.headers.getSetCookie()).toEqual([]);
		expect(logger.error).toHaveBeenCalledOnce();
		expect(logger.error.mock.calls[0]?.[0].message).toMatch(/AUTH_TRUST_HOST=true/);
	});
	test('a config function that makes a new object for every request is told once, too', async () => {
		const logger = quietLogger();
		const { handle } = makeLazyAuth(async () => ({ env: {}, dev: true, providers: [Development()], logger }));
		for (const path of ['/', '/x', '/auth/session']) await handle({ event: makeEvent(path), resolve: app });
		expect(logger.error).toHaveBeenCalledOnce();
		expect(logger.warn).toHaveBeenCalledOnce();
	});
	test('the error page of the application is used', async () => {
		const options = { env: {}, pages: { error: '/signin' } };
		expect((await call('/auth/signin', {}, options)).location).toBe(
			'http://localhost:3000/signin?error=Configuration',
		);
	});
	test('POST is 500, too', async () => {
		expect((await call('/auth/signin/github', { form: {} }, { env: {} })).status).toBe(500);
	});
	test('a broken config leaves the core’s process-wide flags alone', async () => {
		await call('/auth/providers', {}, { providers: [{ id: 'e', type: 'email', name: 'E' } as never] });
		const request = new Request('http://localhost:3000/auth/providers');
		const options = { secret, trustHost: true, providers: [github], basePath: '/auth' };
		expect((await Auth(request, options)).status).toBe(200);
	});
});

describe('unknown providers', () => {
	test.each([
		['/auth/signin/nobody', { form: {} }],
		['/auth/callback/nobody', {}],
		['/auth/callback/nobody', { form: {} }],
		['/auth/webauthn-options/nobody', {}],
	])('%s is 404', async (path, event) => {
		const { response, logger } = await call(path, event);
		expect(response.status).toBe(404);
		expect(await response.json()).toMatchObject({ error: 'UnknownProvider' });
		expect(logger.error).not.toHaveBeenCalled();
	});
	test('in production the development provider is one of them', async () => {
		vi.stubEnv('NODE_ENV', 'production');
		const options = { providers: [Development()] };
		const form = { id: 'alice' };
		expect((await call('/auth/signin/development', { form }, options)).status).toBe(404);
		expect((await call('/auth/callback/development', { form }, { ...options, dev: true })).status).toBe(404);
		const { response } = await call('/auth/providers', {}, options);
		expect(await response.json()).toEqual({});
		vi.unstubAllEnvs();
	});
	test('while developing it signs its people in', async () => {
		vi.stubEnv('NODE_ENV', 'development');
		const options = { providers: [Development()], dev: true };
		const { cookies } = await call('/auth/signin/development', { form: { id: 'alice' } }, options);
		expect(cookies[cookieName]).toMatch(/^ey/);
		const stranger = await call('/auth/signin/development', { form: { id: 'mallory' } }, options);
		expect(stranger.location).toContain('error=CredentialsSignin');
		vi.unstubAllEnvs();
	});
});
