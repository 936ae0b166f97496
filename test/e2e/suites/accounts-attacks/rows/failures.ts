import { expect } from 'vitest';
import { row } from '../row.ts';
import { type Attacked, address, better, good } from '../world.ts';

const wrong = 'this is not the one';

/** Nobody is found, and the database says why: its table is not there. */
async function without<T>(attacked: Attacked, table: string, act: () => Promise<T>): Promise<T> {
	await attacked.run(`alter table "${table}" rename to "${table}_away"`);
	try {
		return await act();
	} finally {
		await attacked.run(`alter table "${table}_away" rename to "${table}"`);
	}
}

/** The database refuses one thing, in the middle of a flow. */
export async function refusing<T>(attacked: Attacked, what: string, act: () => Promise<T>): Promise<T> {
	await attacked.run(`create trigger refuses before ${what} begin select raise(abort, 'refused here'); end`);
	try {
		return await act();
	} finally {
		await attacked.run('drop trigger refuses');
	}
}

export const failureRows = [
	row(
		44,
		'the database is down while somebody signs in, signs up, sets a password: told so, and nothing is used up',
		async (attacked) => {
			const place = await attacked.at();
			const [email, fresh] = [address(), address('fresh')];
			const ada = await place.member(email);
			await place.someone().post('forgot-password', { email });
			const person = place.someone();
			await person.open((await attacked.letters(email, 2)).at(-1)?.link ?? '');
			await place.someone().post('sign-up', { email: fresh });
			const newcomer = place.someone();
			await newcomer.open((await attacked.letters(fresh))[0]?.link ?? '');
			const said: string[] = [];
			await without(attacked, 'user', async () => {
				for (const password of [good, wrong]) {
					const tried = place.someone();
					const answer = await tried.signIn(email, password);
					said.push(answer.outcome);
					expect(answer.text + answer.outcome).not.toContain('CredentialsSignin');
					expect(tried.token()).toBe('');
				}
				said.push((await place.someone().post('sign-up', { email: address() })).outcome);
				said.push((await place.someone().post('forgot-password', { email })).outcome);
				said.push((await person.post('set-password', { password: better })).outcome);
				said.push((await newcomer.post('set-password', { password: better })).outcome);
				said.push((await ada.post('profile', { name: 'Eve' })).outcome);
			});
			expect(said.map((one) => /500|Configuration/.test(one))).toEqual(said.map(() => true));
			// In the middle: the token was taken already.
			const middle = await refusing(attacked, 'insert on password', () =>
				newcomer.post('set-password', { password: better }),
			);
			expect(middle.outcome).toBe('500 Configuration');
			expect(newcomer.token()).toBe('');
			expect(await ada.who()).toBe(email);
			expect((await person.post('set-password', { password: better })).outcome).toBe(
				'/signin?done=password-set',
			);
			expect((await newcomer.post('set-password', { password: better })).outcome).toBe('/');
			expect(await newcomer.who()).toBe(fresh);
			expect(place.server.output()).toContain('no such table');
		},
		'token-stays-used',
	),
	// No process can be ended between two statements from outside: the database refuses the second one in its place.
	row(
		45,
		'the database fails between the new hash and the end of the sessions: both or none',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const ada = await place.member(email);
			const id = String((await attacked.user(email))?.id);
			const kept = async () => (await attacked.rows('password')).find(({ userId }) => userId === id);
			const before = await kept();
			await place.someone().post('forgot-password', { email });
			const person = place.someone();
			await person.open((await attacked.letters(email, 2)).at(-1)?.link ?? '');
			const failed = await refusing(attacked, 'delete on session', () =>
				person.post('set-password', { password: better }),
			);
			expect([failed.outcome, await kept(), await ada.who()]).toEqual(['500 Configuration', before, email]);
			const own = await refusing(attacked, 'delete on session', () =>
				ada.post('password', { current: good, password: better }),
			);
			expect([own.outcome, await kept(), await ada.who()]).toEqual(['500 Configuration', before, email]);
			expect((await person.post('set-password', { password: better })).outcome).toBe(
				'/signin?done=password-set',
			);
			expect([(await kept())?.hash === before?.hash, await ada.who()]).toEqual([false, null]);
		},
		'two-transactions',
	),
	row(
		48,
		'/.well-known/change-password: the account’s page, by way of signing in',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const ada = await place.member(email);
			const person = place.someone();
			const first = await person.visit('/.well-known/change-password', { follow: false });
			expect([first.status, first.headers.get('location')]).toEqual([303, '/account#password']);
			const page = await person.visit('/.well-known/change-password');
			expect(new URL(page.url).pathname + new URL(page.url).search).toBe('/signin?redirectTo=%2Faccount');
			const back = await person.signIn(email, '', {
				form: { email, password: good, callbackUrl: '/account' },
			});
			expect(back.outcome).toBe('/account');
			expect((await ada.visit('/.well-known/change-password')).text).toContain('Current password');
			const none = '/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200';
			const missing = await person.visit(none, { follow: false });
			// A SolidStart application without a page for it answers 200 to whatever is not there.
			expect(missing.status).toBe(attacked.svelteKit ? 404 : 200);
		},
		'no-well-known',
	),
];
