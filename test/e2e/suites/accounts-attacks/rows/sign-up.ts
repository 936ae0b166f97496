import { expect } from 'vitest';
import { crowd, row, seen, tally, timed } from '../row.ts';
import { address, good, quiet } from '../world.ts';

export const signUpRows = [
	row(
		2,
		'sign-up of somebody, of nobody, of a row that nobody has proven: one answer, and the mails differ',
		async (attacked) => {
			const place = await attacked.at();
			const emails = [address(), address('nobody'), address('unproven')];
			const [known = '', nobody = '', unproven = ''] = emails;
			await place.member(known);
			await attacked.run('insert into user (id, email) values (?, ?)', [crypto.randomUUID(), unproven]);
			// The mail server takes its time: nobody waits for it, whatever mail there is.
			attacked.mails.wait(4000);
			try {
				for (const way of ['post', 'send'] as const) {
					const answers: string[] = [];
					for (const email of emails) {
						const [answer, took] = await timed(() => place.someone()[way]('sign-up', { email, name: 'Ada' }));
						answers.push(seen(answer, email));
						expect(took).toBeLessThan(3000);
					}
					expect(new Set(answers)).toEqual(new Set(answers.slice(0, 1)));
				}
			} finally {
				attacked.mails.wait(0);
			}
			const [there] = (await attacked.letters(known, 2)).slice(1);
			const [fresh] = await attacked.letters(nobody);
			const [seconds] = await attacked.letters(unproven);
			expect(there?.subject).toContain('already have an account');
			expect(fresh?.subject).toContain('Confirm your address');
			expect(seconds?.subject).toContain('already have an account');
			expect(await attacked.user(nobody)).toBeUndefined();
		},
		'sign-up-tells',
	),
	row(
		12,
		'one address, written in many ways, is one; and what is no single address is refused',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			await place.member(email);
			const [name] = email.split('@');
			const ways = [email.toUpperCase(), `${email} `, `${name}@ｅxample.com`];
			for (const way of ways)
				expect((await place.someone().post('sign-up', { email: way })).status).toBe(200);
			// The third one of an hour is the last.
			const letters = await attacked.letters(email, 3);
			expect(letters.slice(1).every(({ subject }) => subject.includes('already have an account'))).toBe(true);
			const person = place.someone();
			await person.signIn(email.toUpperCase(), good);
			expect(await person.who()).toBe(email);
			const before = attacked.mails.letters.length;
			for (const bad of [
				'"a"@b.example',
				'a@b@c.example',
				'a@b.example\r\nBcc: c@d.example',
				'a@b.example, c@d.example',
			])
				for (const action of ['sign-up', 'forgot-password'])
					expect((await place.someone().post(action, { email: bad })).outcome, bad).toBe('400 EmailInvalid');
			await quiet();
			expect(attacked.mails.letters.length).toBe(before);
			expect(
				(await attacked.rows('user')).filter((user) => String(user.email).startsWith(`${name}@`)),
			).toHaveLength(1);
		},
		'addresses-as-typed',
	),
	row(
		13,
		'fields that are columns, in sign-up and profile: ignored',
		async (attacked) => {
			const place = await attacked.at();
			const [email, other] = [address(), address('other')];
			const bystander = await place.member(other);
			const more = {
				...{
					id: 'chosen',
					userId: 'chosen',
					emailVerified: '0',
					role: 'admin',
					image: 'x',
					purpose: 'reset',
				},
				...{ redirectTo: '/', 'user[role]': 'admin', constructor: 'x', 'authgraft.ticket': 'x' },
			};
			const person = place.someone();
			const body = JSON.stringify({ ...more, email, name: 'Ada' }).replace(
				'{',
				'{"__proto__":{"role":"admin"},',
			);
			await person.post('sign-up', {}, { body, headers: { 'content-type': 'application/json' } });
			await person.open((await attacked.letters(email))[0]?.link ?? '');
			await person.post('set-password', { ...more, email: other, password: good });
			const made = await attacked.user(email);
			expect([made?.id === 'chosen', made?.name, made?.image, Number(made?.emailVerified) > 0]).toEqual([
				...[false, 'Ada', null, true],
			]);
			const hers = await attacked.user(other);
			expect((await person.post('profile', { ...more, email: other, name: 'Eve' })).outcome).toBe(
				'/account?done=profile-saved',
			);
			expect(await attacked.user(email)).toEqual({ ...made, name: 'Eve' });
			expect(await attacked.user(other)).toEqual(hers);
			expect(await bystander.who()).toBe(other);
		},
		'any-column',
	),
	row(
		46,
		'a name of markup is text, one of 10,000 characters or with an address of a page is none',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			for (const name of [
				'x'.repeat(10_000),
				'https://spam.example',
				'Ada\r\nBcc: c@d.example',
				'www.spam.example',
			])
				expect((await place.someone().post('sign-up', { email, name })).outcome).toBe('400 NameInvalid');
			const markup = '<img src=x onerror=alert(1)>';
			const person = place.someone();
			await person.post('sign-up', { email, name: markup });
			const [letter] = await attacked.letters(email);
			expect(letter?.html).not.toContain('<img');
			await person.open(letter?.link ?? '');
			await person.post('set-password', { password: good });
			const page = await person.visit('/account');
			// In the value of a field it is text as it stands.
			expect(page.text.replaceAll(/value="[^"]*"/g, '')).not.toContain('<img src=x');
			expect(page.text).toMatch(/(?:&lt;|value="<)img src=x/);
			expect((await attacked.user(email))?.name).toBe(markup);
		},
		'any-name',
	),
	row(
		47,
		'1,000 sign-ups for one address: three mails, one answer',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const answers = await crowd(1000, 20, () => place.someone().post('sign-up', { email }));
			expect(tally(answers)).toEqual({ '/signup?done=sent': 1000 });
			await attacked.letters(email, 3);
			await quiet();
			expect(await attacked.letters(email, 3)).toHaveLength(3);
		},
		'no-limits',
	),
];
