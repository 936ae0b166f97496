import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { rawRequest } from '../../../../support/raw-request.ts';
import { crowd, row, tally, timed } from '../row.ts';
import type { Somebody } from '../somebody.ts';
import { type Attacked, address, better, good, type Place } from '../world.ts';

const wrong = 'this is not the one';

/** Somebody who has opened a link and may choose a password. */
async function choosing(attacked: Attacked, place: Place, email: string): Promise<Somebody> {
	const person = place.someone();
	await person.post('sign-up', { email });
	await person.open((await attacked.letters(email)).at(-1)?.link ?? '');
	return person;
}

export const passwordRows = [
	row(
		9,
		'a password of 1 MB, 257 characters, none, halves of characters, with NUL: told why, and nothing is hashed',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const person = await choosing(attacked, place, email);
			const set = async (password: unknown) =>
				(await person.post('set-password', {}, { json: { password } })).outcome;
			expect(await set('')).toBe('400 PasswordTooShort');
			expect(await set('a\0'.repeat(7))).toBe('400 PasswordTooShort');
			expect(await set('x'.repeat(257))).toBe('400 PasswordTooLong');
			expect(await set(`${'\ud800'.repeat(15)}`)).toBe('400 PasswordMalformed');
			// On connections of their own: the server closes them.
			const large = async (path: string) => {
				const headers = {
					...{ 'content-type': 'application/json', accept: 'application/json', origin: attacked.host.origin },
					cookie: person.cookies.header(attacked.host.origin, { method: 'POST', from: null }),
				};
				const body = JSON.stringify({ email, password: 'x'.repeat(1_100_000) });
				return rawRequest(place.server.origin, path, { method: 'POST', headers, body });
			};
			expect((await large(`${attacked.authPath}/account/set-password`)).status).toBe(413);
			expect((await large(`${attacked.authPath}/callback/credentials`)).status).toBe(413);
			// Two hashes run and sixteen wait: that none of a hundred is told to come back means that there was none.
			const odd = ['x'.repeat(257), '', '\ud800'.repeat(15), 'x'.repeat(1025)];
			const tried = await crowd(100, 100, (at) =>
				place.someone().signIn(email, '', { json: { email, password: odd[at % 4] } }),
			);
			expect(tally(tried)).toEqual({ '401 CredentialsSignin': 100 });
			expect(await set('a\0b c\0d e\0f g\0h i')).toBe('/');
		},
		'any-length',
	),
	row(
		10,
		'a password that is a list, an object, a number, or there twice',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			await place.member(email);
			for (const password of [[good], { toString: good }, 5, null, true]) {
				const person = place.someone();
				const answer = await person.signIn(email, '', { json: { email, password } });
				expect([password, answer.status, await person.who()]).toEqual([password, 401, null]);
			}
			const twice = (...passwords: string[]) =>
				new URLSearchParams([
					['email', email],
					...passwords.map((password) => ['password', password]),
				]).toString();
			const headers = { 'content-type': 'application/x-www-form-urlencoded' };
			const [last, first] = [place.someone(), place.someone()];
			expect((await last.signIn(email, '', { body: twice(wrong, good), headers })).outcome).toBe('/');
			expect((await first.signIn(email, '', { body: twice(good, wrong), headers })).status).toBe(401);
			expect([await last.who(), await first.who()]).toEqual([email, null]);
		},
		'any-type',
	),
	row(
		11,
		'a fullwidth letter at sign-up, a plain one at sign-in: the same password',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const person = await choosing(attacked, place, email);
			await person.post('set-password', { password: 'Ａ horse and a bird' });
			const other = place.someone();
			await other.signIn(email, 'A horse and a bird');
			expect(await other.who()).toBe(email);
		},
		'no-normal-form',
	),
	row(
		43,
		'a hash in the database that asks for all memory, or is none: refused, told, as slow, nothing taken',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			await place.member(email);
			const user = await attacked.user(email);
			const memory = async () =>
				Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${place.server.pid}/status`, 'utf8'))?.[1]) / 1024;
			const [, usual] = await timed(() => place.someone().signIn(address('nobody'), wrong));
			const before = await memory();
			const [salt, hash] = ['c29tZXNhbHRzb21lc2FsdA', 'A'.repeat(43)];
			const stored = [
				...[`$scrypt$ln=31,r=8,p=1$${salt}$${hash}`, `$argon2id$v=19$m=4194304,t=3,p=4$${salt}$${hash}`],
				...['5f4dcc3b5aa765d61d8327deb882cf99', '', '$2b$12$abcdefghijklmnopqrstuv', 'null'],
			];
			for (const hash of stored) {
				await attacked.run('update password set hash = ? where userId = ?', [hash, String(user?.id)]);
				const person = place.someone();
				const [answer, took] = await timed(() => person.signIn(email, good));
				expect([hash, answer.outcome, await person.who()]).toEqual([hash, '401 CredentialsSignin', null]);
				expect(took, hash).toBeGreaterThan(usual / 4);
				expect(took, hash).toBeLessThan(10_000);
			}
			expect(place.server.output()).toContain('cannot be read');
			expect((await memory()) - before).toBeLessThan(300);
		},
		'unreadable-is-free',
	),
	row(
		52,
		'callback/credentials straight, as a program and as JSON: the same limits, and a session in the database',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			await place.member(email);
			const person = place.someone();
			const answer = await person.signIn(email, '', { json: { email, password: good } });
			expect(answer.outcome).toBe('/');
			const sessions = (await attacked.rows('session')).map(({ sessionToken }) => sessionToken);
			expect(sessions).toContain(person.token());
			const tried = await crowd(14, 4, (at) =>
				place.someone().signIn(email, wrong, at % 2 ? { json: { email, password: better } } : {}),
			);
			expect(tally(tried)['429 TooManyTries'] ?? 0).toBeGreaterThanOrEqual(3);
			expect((await place.someone().signIn(email, good)).outcome).toBe('429 TooManyTries');
		},
		'no-limits',
	),
];
