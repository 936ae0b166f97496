import { describe, expect, test } from 'vitest';
import { integrations } from '../support/application.ts';
import { send, victim } from './attack.ts';
import { goodToken, sessionCookie } from './tokens.ts';

describe.each(integrations)('caches, %s', (integration) => {
	const app = victim(integration, {});
	const visit = async (path: string, headers: Record<string, string> = {}) => {
		const cookie = `${sessionCookie}=${await goodToken()}`;
		const response = await send(app, path, { cookie, headers });
		return [response.status, response.headers.get('cache-control')];
	};
	const paths =
		integration === 'sveltekit' ? ['/dashboard', '/dashboard/__data.json'] : ['/dashboard', '/DASHBOARD'];

	test.each(paths)('%s: the browser keeps nothing that it could show after signing out', async (path) => {
		expect(await visit(path)).toEqual([200, 'private, no-store']);
	});
	test('a page that nobody guards may be kept', async () => {
		expect(await visit('/')).toEqual([200, null]);
	});
	test('the redirect to the sign-in page is not kept', async () => {
		const response = await send(app, '/dashboard');
		expect([response.status, response.headers.get('cache-control')]).toEqual([303, 'private, no-store']);
	});
});
