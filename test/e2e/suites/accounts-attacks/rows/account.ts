import { expect } from 'vitest';
import { crowd, row, seen, tally } from '../row.ts';
import { type Attacked, address, better, good, quiet } from '../world.ts';

/** Nobody has just signed in: changes ask for the password. */
const later = (attacked: Attacked) => attacked.run('update sessionDetail set createdAt = 0');
const letters = (attacked: Attacked, to: string) =>
	attacked.mails.letters.filter((letter) => letter.to === to);

export const accountRows = [
	row(
		36,
		'the password once more, wrong six times: refused, then 429, and the session stays',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const ada = await place.member(email);
			const answers = [];
			for (let time = 0; time < 6; time++)
				answers.push(await ada.post('password', { current: `wrong number ${time}`, password: better }));
			expect(answers.map(({ outcome }) => outcome)).toEqual([
				...Array.from({ length: 5 }, () => '400 CredentialsSignin'),
				'429 TooManyTries',
			]);
			expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0);
			expect(await ada.who()).toBe(email);
			expect((await place.someone().signIn(email, good)).outcome).toBe('/');
		},
		'no-limits',
	),
	row(
		37,
		'another password: other sessions end, this one gets a new token, and a mail says so',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const ada = await place.member(email);
			const elsewhere = place.someone();
			await elsewhere.signIn(email, good);
			const [token, before] = [ada.token(), letters(attacked, email).length];
			expect((await ada.post('password', { current: good, password: better })).outcome).toBe(
				'/account?done=password-changed',
			);
			expect([await ada.who(), await elsewhere.who(), ada.token() === token]).toEqual([email, null, false]);
			expect((await attacked.letters(email, before + 1)).at(-1)?.subject).toContain('changed');
			const sessions = (await attacked.rows('session')).map(({ sessionToken }) => sessionToken);
			expect([sessions.includes(token), sessions.includes(ada.token())]).toEqual([false, true]);
		},
		'sessions-stay',
	),
	row(
		38,
		'a change to somebody else’s address: the same answer, and only they get to know',
		async (attacked) => {
			const place = await attacked.at();
			const [email, theirs, free] = [address(), address('grace'), address('free')];
			const ada = await place.member(email);
			await place.member(theirs);
			const answers: string[] = [];
			for (const to of [theirs, free]) {
				answers.push(seen(await ada.post('email', { email: to, password: good }), to));
				answers.push(seen(await ada.send('email', { email: to, password: good }), to));
			}
			expect(answers.slice(2)).toEqual(answers.slice(0, 2));
			await quiet();
			expect(letters(attacked, theirs).at(-1)?.subject).toContain('already have an account');
			expect(letters(attacked, theirs).some(({ link }) => link.includes('confirm-email'))).toBe(false);
			expect(letters(attacked, free).at(-1)?.link).toContain('confirm-email');
			expect((await attacked.user(email))?.email).toBe(email);
		},
		'address-tells',
	),
	row(
		39,
		'two changes of address at the same time, and the older link: no longer valid',
		async (attacked) => {
			const place = await attacked.at();
			const [email, first, second] = [address(), address('first'), address('second')];
			const ada = await place.member(email);
			await ada.post('email', { email: first, password: good });
			await ada.post('email', { email: second, password: good });
			const link = async (to: string) => (await attacked.letters(to))[0]?.link ?? '';
			const older = await place.someone().visit(await link(first), { form: {}, follow: false });
			expect([older.status, older.text.includes('no longer valid')]).toEqual([400, true]);
			expect((await attacked.user(email))?.email).toBe(email);
			const confirm = await link(second);
			const both = await Promise.all(
				[1, 2].map(() => place.someone().visit(confirm, { form: {}, follow: false })),
			);
			expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
			expect([await attacked.user(email), (await attacked.user(second))?.email]).toEqual([undefined, second]);
		},
		'older-links',
	),
	row(
		40,
		'deleting without a proof, by GET, and by a double click: nothing, nothing, one',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const ada = await place.member(email);
			await later(attacked);
			expect((await ada.post('delete', {})).outcome).toBe('403 ConfirmNeeded');
			expect((await ada.post('delete', { password: 'this is not the one' })).outcome).toBe(
				'400 CredentialsSignin',
			);
			for (const method of ['GET', 'HEAD', 'PUT', 'DELETE']) {
				const { status } = await ada.visit(`${attacked.authPath}/account/delete`, { method, follow: false });
				// SolidStart makes a page of what has no handler.
				const isPage = !attacked.svelteKit && ['PUT', 'DELETE'].includes(method);
				expect([method, isPage || [404, 405].includes(status)]).toEqual([method, true]);
			}
			expect(await ada.who()).toBe(email);
			const before = letters(attacked, email).length;
			const twice = await crowd(2, 2, () => ada.post('delete', { password: good }));
			expect(tally(twice)['/signin?done=deleted'] ?? 0).toBeGreaterThanOrEqual(1);
			expect(twice.every(({ outcome }) => outcome.startsWith('/signin'))).toBe(true);
			await attacked.letters(email, before + 1);
			await quiet();
			expect(letters(attacked, email)).toHaveLength(before + 1);
			expect([await attacked.user(email), await ada.who()]).toEqual([undefined, null]);
		},
		'no-proof',
	),
	row(
		41,
		'the download without a proof, and what is in it: refused, and nothing that signs in',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const ada = await place.member(email);
			await ada.signIn(email, good);
			await later(attacked);
			expect((await ada.post('export', {})).outcome).toBe('403 ConfirmNeeded');
			expect((await ada.visit(`${attacked.authPath}/account/export`, { follow: false })).status).toBe(404);
			const file = await ada.post('export', { password: good });
			expect(file.headers.get('content-disposition')).toBe('attachment; filename="account.json"');
			expect(file.headers.get('cache-control')).toContain('no-store');
			expect(JSON.parse(file.text)).toMatchObject({ user: { email, name: 'Ada' } });
			const id = String((await attacked.user(email))?.id);
			const [{ hash = '' } = {}] = (await attacked.rows('password')).filter(({ userId }) => userId === id);
			for (const secret of [String(hash), ada.token(), 'scrypt', 'token', 'hash', 'secret'])
				expect(file.text.toLowerCase()).not.toContain(secret.toLowerCase());
		},
		'no-proof',
	),
];
