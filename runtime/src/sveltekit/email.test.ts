import type { EmailConfig } from '@auth/core/providers/email';
import { describe, expect, test } from 'vitest';
import {
	cookieName,
	cookiesOf,
	type EventOptions,
	makeAdapter,
	makeAuth,
	makeEvent,
	page,
} from './fixtures.test.helper.js';

// A file of its own: once the core has seen an e-mail provider, it wants an adapter of every config in the process.
const own = { origin: 'http://localhost:3000' };
const json = { 'x-auth-return-redirect': '1' };

describe('e-mail', () => {
	const sent: string[] = [];
	const email: EmailConfig = {
		id: 'email',
		name: 'E-mail',
		type: 'email',
		maxAge: 60,
		options: {},
		sendVerificationRequest: async ({ url }) => {
			sent.push(url);
		},
	};
	const options = () => ({
		adapter: makeAdapter(),
		session: { strategy: 'jwt' as const },
		providers: [email],
	});

	test('a link is sent, survives HEAD, and signs in once', async () => {
		const { handle } = makeAuth(options());
		const get = (path: string, event: EventOptions = {}) =>
			handle({ event: makeEvent(path, event), resolve: page });
		const form = { email: 'ada@example.com', callbackUrl: '/x' };
		const answer = await get('/auth/signin/email', { form, headers: own });
		expect(answer.headers.get('location')).toBe(
			'http://localhost:3000/auth/verify-request?provider=email&type=email',
		);
		const link = sent.at(-1) ?? '';
		await get(link, { method: 'HEAD' });
		const first = await get(link);
		expect(first.headers.get('location')).toBe('http://localhost:3000/x');
		expect(cookiesOf(first)[cookieName]).toMatch(/^ey/);
		expect((await get(link)).headers.get('location')).toContain('error=Verification');
	});
	test.each(['', 'ada', 'a@b@c', '"x"@y.z', 'a＠b@c.example'])('%j is a typing mistake', async (address) => {
		const event = { form: { email: address }, headers: { ...own, ...json } };
		const { handle, logger } = makeAuth(options());
		const response = await handle({ event: makeEvent('/auth/signin/email', event), resolve: page });
		expect(response.status).toBe(400);
		expect(await response.json()).toMatchObject({ error: 'EmailSignInError' });
		expect(logger.error).not.toHaveBeenCalled();
	});
});
