import { expect, test } from 'vitest';
import { SolidAuth } from './auth.js';
import {
	cookieName,
	cookiesOf,
	mailbox,
	makeAdapter,
	makeConfig,
	makeEvent,
} from './testing/fixtures.test.helper.js';

const { email, sent } = mailbox();

test('SolidStart sends HEAD to GET: a mail scanner does not use the link up', async () => {
	const { GET, POST } = SolidAuth(
		makeConfig({ adapter: makeAdapter(), session: { strategy: 'jwt' }, providers: [email] }),
	);
	await POST(makeEvent('/api/auth/signin/email', { form: { email: 'ada@example.com', callbackUrl: '/x' } }));
	const link = sent.at(-1) ?? '';
	expect((await GET(makeEvent(link, { method: 'HEAD' })))?.status).toBe(200);
	expect((await GET(makeEvent(link)))?.headers.get('set-cookie')).toBeNull();
	const first = (await POST(makeEvent(link, { form: {} }))) as Response;
	expect(first.headers.get('location')).toBe('http://localhost:3000/x');
	expect(cookiesOf(first)[cookieName]).toMatch(/^ey/);
	expect((await POST(makeEvent(link, { form: {} })))?.headers.get('location')).toContain(
		'error=Verification',
	);
});

test('a mistyped address leads back, with the wanted page', async () => {
	const { POST } = SolidAuth(
		makeConfig({ adapter: makeAdapter(), session: { strategy: 'jwt' }, providers: [email] }),
	);
	const form = { email: 'ada', callbackUrl: '/x' };
	const response = await POST(makeEvent('/api/auth/signin/email', { form }));
	expect(response?.headers.get('location')).toBe(
		'http://localhost:3000/signin?error=EmailSignInError&redirectTo=%2Fx',
	);
});
