import { expect } from 'vitest';
import { row, seen, timed } from '../row.ts';
import { address } from '../world.ts';

export const mailRows = [
	row(
		3,
		'a lost password of somebody and of nobody: one answer, one mail, and nobody waits for it',
		async (attacked) => {
			const place = await attacked.at();
			const [known, nobody] = [address(), address('nobody')];
			await place.member(known);
			attacked.mails.wait(4000);
			try {
				for (const way of ['post', 'send'] as const) {
					const answers: string[] = [];
					for (const email of [known, nobody]) {
						const [answer, took] = await timed(() => place.someone()[way]('forgot-password', { email }));
						expect(took).toBeLessThan(3000);
						answers.push(seen(answer, email));
					}
					expect(answers[0]).toBe(answers[1]);
				}
			} finally {
				attacked.mails.wait(0);
			}
			await attacked.letters(known, 3);
			expect(attacked.mails.letters.filter(({ to }) => to === nobody)).toEqual([]);
		},
		'lost-tells',
	),
	row(
		4,
		'the mail server refuses: the same answers, and the log says so',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			await place.member(email);
			const ask = async (to: string, action: string) =>
				seen(await place.someone().post(action, { email: to }), to);
			const usual = [await ask(email, 'forgot-password'), await ask(address(), 'sign-up')];
			attacked.mails.refuse(true);
			try {
				expect([await ask(email, 'forgot-password'), await ask(address(), 'sign-up')]).toEqual(usual);
				await expect.poll(() => place.server.output()).toContain('Mailbox unavailable');
			} finally {
				attacked.mails.refuse(false);
			}
		},
		'silent-mailer',
	),
];
