import { describe, expect, test } from 'vitest';
import {
	cookieName,
	cookiesOf,
	type EventOptions,
	mailbox,
	makeAdapter,
	makeAuth,
	makeEvent,
	page,
} from './testing/fixtures.test.helper.js';

const own = { origin: 'http://localhost:3000' };
const json = { 'x-auth-return-redirect': '1' };

describe('e-mail', () => {
	const { email, sent } = mailbox();
	const options = () => ({
		adapter: makeAdapter(),
		session: { strategy: 'jwt' as const },
		providers: [email],
	});

	test('fault 35: a link survives HEAD and GET of a mail scanner, and signs the person in once', async () => {
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
		const shown = await get(link);
		expect([shown.status, shown.headers.getSetCookie()]).toEqual([200, []]);
		expect(await shown.text()).toContain('Continue as <strong>ada@example.com</strong>?');
		const foreign = await get(link, { form: {}, headers: { origin: 'https://evil.example' } });
		expect(foreign.headers.get('location')).toBe('http://localhost:3000/auth/signin?error=MissingCSRF');
		const first = await get(link, { form: {} });
		expect(first.headers.get('location')).toBe('http://localhost:3000/x');
		expect(cookiesOf(first)[cookieName]).toMatch(/^ey/);
		expect((await get(link, { form: {} })).headers.get('location')).toContain('error=Verification');
	});
	test('the page of a link runs nothing and shows no markup of others', async () => {
		const { handle } = makeAuth({ ...options(), theme: { brandColor: '"><b>' } });
		const link = '/auth/callback/email?token=x&email=%3Cscript%3E%22';
		const response = await handle({ event: makeEvent(link), resolve: page });
		const html = await response.text();
		expect(html).toContain('<strong>&#60;script&#62;&#34;</strong>');
		expect(html).toContain('style="--brand:&#34;&#62;&#60;b&#62;"');
		expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(response.headers.get('referrer-policy')).toBe('same-origin');
	});
	test('confirmEmailLinks: false signs in at once, as the predecessor did', async () => {
		const { handle } = makeAuth({ ...options(), confirmEmailLinks: false });
		const get = (path: string, event: EventOptions = {}) =>
			handle({ event: makeEvent(path, event), resolve: page });
		await get('/auth/signin/email', { form: { email: 'ada@example.com' }, headers: own });
		const response = await get(sent.at(-1) ?? '');
		expect(cookiesOf(response)[cookieName]).toMatch(/^ey/);
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
