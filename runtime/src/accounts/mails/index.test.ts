import { expect, test, vi } from 'vitest';
import type { MailKind } from '../types.js';
import { sendSoon } from './queue.js';
import { writeMail } from './text.js';

const kinds: MailKind[] = [
	...(['sign-up', 'existing', 'reset', 'changed', 'email', 'email-notice', 'way-added', 'deleted'] as const),
];
const at = new Date('2026-11-29T12:34:56Z');
const where = { application: 'Tea & Co', browser: 'Firefox on Linux', at };

test.each(kinds)('%s says what, when, where from, and what to do if it was somebody else', (kind) => {
	const link = 'https://tea.example/auth/account/set-password?purpose=reset&token=abc';
	const mail = writeMail({ kind, to: 'ada@example.com', link, name: 'Ada' }, where);
	expect(mail.subject).toContain('Tea & Co');
	expect(mail.subject).not.toContain('token');
	expect(mail.text).toContain(link);
	expect(mail.text).toContain('2026-11-29 12:34 UTC');
	expect(mail.text).toContain('Firefox on Linux');
	expect(mail.text).toMatch(/not you|If not/);
	expect(mail.html).toContain('Tea &#38; Co');
	expect(mail.html).toContain('purpose=reset&#38;token=abc');
	expect(mail.html).not.toMatch(/<img|<script|http(?!s:\/\/tea\.example)/);
});

test('what people gave is text, in one line', () => {
	const name = '<img src=x onerror=alert(1)>\r\nBcc: eve@example.com';
	const mail = writeMail(
		{ kind: 'email-notice', to: 'a@b.c', name, newAddress: '<b>@x.y' },
		{ ...where, application: 'X\r\nBcc: eve@example.com' },
	);
	expect(mail.html).not.toMatch(/<img|<b>/);
	expect(mail.subject).not.toMatch(/[\r\n]/);
	expect(mail.text.split('\n')[0]).toContain('Bcc');
});

test('mails are sent one after the other, behind the answer, and a broken mailer is logged', async () => {
	const logger = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() };
	const sent: number[] = [];
	let running = 0;
	let most = 0;
	const send = (index: number) => async () => {
		most = Math.max(most, ++running);
		await new Promise((done) => setTimeout(done, 1));
		running--;
		if (index === 3) throw new Error('the mailer is down');
		sent.push(index);
	};
	const accepted = Array.from({ length: 110 }, (_, index) => sendSoon(send(index), logger));
	expect(sent).toEqual([]);
	await vi.waitFor(() => expect(sent).toHaveLength(99));
	expect(accepted.filter(Boolean)).toHaveLength(100);
	expect(most).toBe(4);
	const messages = logger.error.mock.calls.map(([error]) => error.message);
	expect(messages.filter((text) => text.includes('waiting'))).toHaveLength(10);
	expect(messages).toContain('the mailer is down');
});

test('a name is no way to write to whoever an address belongs to', () => {
	for (const kind of kinds) {
		const { text, html } = writeMail({ kind, to: 'a@b.c', name: 'Visit evil.example' }, where);
		expect(/evil/.test(text + html)).toBe(kind !== 'sign-up' && kind !== 'email');
	}
});

test('whoever has an account already is told of a link only where there is one', () => {
	const link = 'https://tea.example/auth/account/set-password?token=abc';
	expect(writeMail({ kind: 'existing', to: 'a@b.c', link }, where).text).toContain('set a new password');
	expect(writeMail({ kind: 'existing', to: 'a@b.c' }, where).text).not.toMatch(/link|new password/);
});
