import { expect } from 'vitest';
import type { Letter } from '../../../../conformance/support/mail.ts';
import { crowd, message, row, tally } from '../row.ts';
import { type Attacked, address, better, good, minute, type Place, quiet } from '../world.ts';

/** Asks for a link to choose another password, and gives it back. */
async function lost(attacked: Attacked, place: Place, email: string): Promise<string> {
	const isReset = ({ to, link }: Letter) => to === email && link.includes('purpose=reset');
	const before = attacked.mails.letters.filter(isReset).length;
	await place.someone().post('forgot-password', { email });
	return attacked.link(email, 'purpose=reset', before + 1);
}

const over = '400 LinkInvalid';
const set = '/signin?done=password-set';

export const linkRows = [
	row(
		14,
		'no token, of another purpose, of an e-mail link, expired, used, one bit off: no longer valid, and nothing changed',
		async (attacked) => {
			const place = await attacked.at({ ATTACK_WAYS: 'links' });
			const [email, moved] = [address(), address('moved')];
			const ada = await place.member(email);
			const used = await lost(attacked, place, email);
			const first = place.someone();
			await first.open(used);
			expect((await first.post('set-password', { password: good })).outcome).toBe(set);
			await ada.signIn(email, good);
			await ada.post('email', { email: moved, password: good });
			const link = await lost(attacked, place, email);
			const token = new URL(link).searchParams.get('token') ?? '';
			const other = (change: (url: URL) => void) => {
				const url = new URL(link);
				change(url);
				return url.href;
			};
			await place
				.someone()
				.visit(`${attacked.authPath}/signin/nodemailer`, { form: { email }, follow: false });
			const tokenOf = (url: string) => new URL(url).searchParams.get('token') ?? '';
			const ofCore = tokenOf(await attacked.link(email, '/callback/'));
			const ofChange = tokenOf(await attacked.link(moved, 'confirm-email'));
			const wrong = [
				null,
				...[used, other((url) => url.searchParams.set('purpose', 'signup'))],
				...[ofCore, ofChange, `${token}A`, token.slice(0, -1), ''].map((one) =>
					other((url) => url.searchParams.set('token', one)),
				),
				other((url) => url.searchParams.set('token', (token[0] === 'A' ? 'B' : 'A') + token.slice(1))),
			];
			const before = await attacked.rows('password');
			for (const one of wrong) {
				const person = place.someone();
				if (one) await person.open(one);
				const answer = await person.post('set-password', { password: better });
				expect([one, answer.outcome]).toEqual([one, over]);
				expect(message(answer)).toBe('This link is no longer valid. Ask for another one.');
			}
			const late = place.someone();
			await late.open(link);
			await place.ahead(60 * minute + 1);
			expect((await late.post('set-password', { password: better })).outcome).toBe(over);
			await place.ahead(0);
			expect(await attacked.rows('password')).toEqual(before);
			// The one that is right works all the same, for its own person alone.
			const right = place.someone();
			const bystander = address('bystander');
			await place.member(bystander);
			await right.open(link);
			expect((await right.post('set-password', { password: better, email: bystander })).outcome).toBe(set);
			expect((await place.someone().signIn(bystander, good)).outcome).toBe('/');
			expect((await place.someone().signIn(email, better)).outcome).toBe('/');
		},
		'links-for-ever',
	),
	row(
		15,
		'one token, twenty times at once: one is right',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			await place.member(email);
			const link = await lost(attacked, place, email);
			const passwords = Array.from({ length: 20 }, (_, at) => `the words of number ${at}`);
			const answers = await crowd(20, 20, async (at) => {
				const person = place.someone();
				await person.open(link);
				return person.post('set-password', { password: passwords[at] ?? '' });
			});
			expect(tally(answers)[set]).toBe(1);
			expect(answers.every(({ outcome }) => [set, over, '503 Busy'].includes(outcome))).toBe(true);
			const winner = answers.findIndex(({ outcome }) => outcome === set);
			expect((await place.someone().signIn(email, passwords[winner] ?? '')).outcome).toBe('/');
		},
		'tokens-twice',
	),
	row(
		16,
		'GET and HEAD of the link, fifty times: still valid',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			await place.member(email);
			const link = await lost(attacked, place, email);
			const headers = { purpose: 'prefetch', 'sec-purpose': 'prefetch', 'user-agent': 'Link Scanner' };
			await crowd(50, 5, (at) => place.someone().open(link, { method: at % 2 ? 'HEAD' : 'GET', headers }));
			const person = place.someone();
			await person.open(link);
			await crowd(50, 5, () => person.visit('/set-password'));
			expect((await person.post('set-password', { password: better })).outcome).toBe(set);
		},
		'opened-is-used',
	),
	row(
		17,
		'a token of ours as a link of the core: refused, and nobody of that name',
		async (attacked) => {
			const place = await attacked.at({ ATTACK_WAYS: 'links' });
			const email = address();
			await place.member(email);
			const { id } = (await attacked.user(email)) ?? {};
			const token = new URL(await lost(attacked, place, email)).searchParams.get('token') ?? '';
			const [kept] = (await attacked.rows('verificationToken')).filter(
				({ identifier }) => identifier === `authgraft:reset:${id}`,
			);
			expect(kept).toBeDefined();
			const count = (await attacked.rows('user')).length;
			for (const one of [token, String(kept?.token)])
				for (const name of [`authgraft:reset:${id}`, email]) {
					const query = new URLSearchParams({ email: name, token: one, callbackUrl: '/' });
					for (const form of [undefined, {}]) {
						const person = place.someone();
						const path = `${attacked.authPath}/callback/nodemailer?${query}`;
						const answer = await person.visit(path, { follow: false, ...(form && { form }) });
						if (form) expect(answer.redirects[0]).toContain('error=Verification');
						expect(await person.who()).toBeNull();
					}
				}
			expect(await attacked.rows('user')).toHaveLength(count);
		},
		'digests-of-the-core',
	),
	row(
		18,
		'of two links the first is over',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			await place.member(email);
			const [first, second] = [await lost(attacked, place, email), await lost(attacked, place, email)];
			const person = place.someone();
			await person.open(first);
			expect((await person.post('set-password', { password: better })).outcome).toBe(over);
			await person.open(second);
			expect((await person.post('set-password', { password: better })).outcome).toBe(set);
		},
		'older-links',
	),
	row(
		19,
		'behind a new password older sessions and links are over',
		async (attacked) => {
			const place = await attacked.at();
			const [email, moved] = [address(), address('moved')];
			const ada = await place.member(email);
			await ada.post('email', { email: moved, password: good });
			const change = await attacked.link(moved, 'confirm-email');
			const notice = await attacked.link(email, 'not-me');
			const person = place.someone();
			await person.open(await lost(attacked, place, email));
			expect((await person.post('set-password', { password: better })).outcome).toBe(set);
			expect([await ada.who(), await person.who()]).toEqual([null, null]);
			const confirm = await place.someone().visit(change, { form: {}, follow: false });
			expect([confirm.status, (await attacked.user(email))?.email]).toEqual([400, email]);
			expect((await place.someone().open(notice)).status).toBe(200);
			const { id } = (await attacked.user(email)) ?? {};
			expect((await attacked.rows('session')).filter(({ userId }) => userId === id)).toEqual([]);
			await quiet();
		},
		'sessions-stay',
	),
];
