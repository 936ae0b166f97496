import { expect } from 'vitest';
import { people } from '../dress.ts';
import { row, tally } from '../row.ts';
import type { Somebody } from '../somebody.ts';
import { type Attacked, address, better, good, quiet } from '../world.ts';

/** What stands in the forms of somebody's account page for what is theirs. */
async function handles(person: Somebody): Promise<string[]> {
	const { text } = await person.visit('/account');
	return [
		...new Set(
			[
				...text.matchAll(/name="handle"[^>]*value="([\da-f]{32})"|value="([\da-f]{32})"[^>]*name="handle"/g),
			].map(([, a, b]) => a ?? b ?? ''),
		),
	];
}

const addAccount = (attacked: Attacked, userId: string, provider: string, id: string) =>
	attacked.run('insert into account (userId, type, provider, providerAccountId) values (?, ?, ?, ?)', [
		...[userId, 'oidc', provider, id],
	]);
const addPasskey = (attacked: Attacked, userId: string, id: string) =>
	attacked.run(
		'insert into authenticator (credentialID, userId, providerAccountId, credentialPublicKey, counter, credentialDeviceType, credentialBackedUp) values (?, ?, ?, ?, 0, ?, 0)',
		[id, userId, id, 'key', 'singleDevice'],
	);

/** Somebody has an account under an address that is not theirs, and every way into it. */
async function squat(attacked: Attacked, email: string): Promise<Somebody> {
	const place = await attacked.at({ ATTACK_WAYS: 'links' });
	const squatter = await place.member(email);
	const id = String((await attacked.user(email))?.id);
	await addAccount(attacked, id, 'keycloak', `squatter of ${email}`);
	await addPasskey(attacked, id, `squatter of ${email}`);
	await squatter.post('email', { email: address('squatters-own'), password: good });
	await attacked.run('update user set emailVerified = null where id = ?', [id]);
	return squatter;
}

/** What is left of what the squatter had. */
async function left(attacked: Attacked, email: string, squatter: Somebody): Promise<string[]> {
	const place = await attacked.at({ ATTACK_WAYS: 'links' });
	const rows = async (table: string) => (await attacked.rows(table)).map((row) => JSON.stringify(row)).join();
	const id = String((await attacked.user(email))?.id);
	const found: string[] = [];
	if ((await squatter.who()) !== null) found.push('session');
	for (const table of ['account', 'authenticator'])
		if ((await rows(table)).includes(`squatter of ${email}`)) found.push(table);
	if ((await rows('verificationToken')).includes(`authgraft:email:${id}`)) found.push('change of address');
	const again = place.someone();
	await again.signIn(email, good);
	if ((await again.who()) !== null) found.push('password');
	return found;
}

export const wayRows = [
	row(
		30,
		'somebody has sat in an address that they never proved: its owner gets in, and nothing of theirs is left',
		async (attacked) => {
			const place = await attacked.at({ ATTACK_WAYS: 'links' });
			const [byLink, byReset] = [address('owner'), address('owner')];
			let squatter = await squat(attacked, byLink);
			await place
				.someone()
				.visit(`${attacked.authPath}/signin/nodemailer`, { form: { email: byLink }, follow: false });
			await quiet();
			const link =
				(await attacked.letters(byLink)).findLast((one) => one.link.includes('/callback/'))?.link ?? '';
			const owner = place.someone();
			const page = await owner.visit(link);
			if (page.text.includes('<form')) await owner.submit(page, /./);
			expect([await owner.who(), await left(attacked, byLink, squatter)]).toEqual([byLink, []]);

			squatter = await squat(attacked, byReset);
			const other = place.someone();
			await other.post('forgot-password', { email: byReset });
			await quiet();
			const reset = (await attacked.letters(byReset)).findLast((one) => one.link.includes('purpose=reset'));
			await other.open(reset?.link ?? '');
			expect((await other.post('set-password', { password: better })).outcome).toBe(
				'/signin?done=password-set',
			);
			expect(await left(attacked, byReset, squatter)).toEqual([]);
			await other.signIn(byReset, better);
			expect(await other.who()).toBe(byReset);

			const proven = people['eve-true'];
			await attacked.run('delete from user where email = ?', [proven.email]);
			squatter = await squat(attacked, proven.email);
			const third = place.someone();
			await third.signInWith(proven, 'second');
			expect([await third.who(), await left(attacked, proven.email, squatter)]).toEqual([proven.email, []]);
		},
		'no-purge',
	),
	row(
		33,
		'the last way in, and two ways at the same time: one stays',
		async (attacked) => {
			const place = await attacked.at();
			const person = place.someone();
			await attacked.run('delete from account where providerAccountId = ?', ['bob']);
			await attacked.run('delete from user where email = ?', [people.bob.email]);
			await person.signInWith(people.bob);
			const id = String((await attacked.user(people.bob.email))?.id);
			const ways = async () => (await attacked.rows('account')).filter(({ userId }) => userId === id);
			const [only = ''] = (await handles(person)).slice(0, 1);
			expect((await person.post('unlink', { handle: only })).outcome).toBe('409 LastWay');
			expect(await ways()).toHaveLength(1);
			for (let round = 0; round < 5; round++) {
				await addAccount(attacked, id, 'second', `bob-${round}`);
				const all = (await handles(person)).slice(0, 2);
				const answers = await Promise.all(all.map((handle) => person.post('unlink', { handle })));
				expect(tally(answers)).toEqual({ '/account?done=unlinked': 1, '409 LastWay': 1 });
				expect(await ways()).toHaveLength(1);
			}
		},
		'last-way-goes',
	),
	row(
		34,
		'what is somebody else’s, by its handle: as unknown',
		async (attacked) => {
			const place = await attacked.at();
			const [email, theirs] = [address(), address('eve')];
			const ada = await place.member(email);
			const id = String((await attacked.user(email))?.id);
			await addAccount(attacked, id, 'second', email);
			await addPasskey(attacked, id, email);
			await place.someone().signIn(email, good);
			const eve = await place.member(theirs);
			const hers = await handles(ada);
			expect(hers.length).toBeGreaterThanOrEqual(3);
			for (const action of ['unlink', 'end-session', 'remove-passkey']) {
				const unknown = await eve.post(action, { handle: '0'.repeat(32), password: good });
				expect(unknown.outcome).toBe('404 UnknownItem');
				for (const handle of [...hers, ada.token(), email, id, '']) {
					const answer = await eve.post(action, { handle, password: good });
					expect([answer.status, answer.text]).toEqual([unknown.status, unknown.text]);
				}
			}
			expect(await ada.who()).toBe(email);
			expect((await attacked.rows('authenticator')).filter(({ userId }) => userId === id)).toHaveLength(1);
			expect((await attacked.rows('account')).filter(({ userId }) => userId === id)).toHaveLength(1);
		},
		'anybodys-rows',
	),
	row(
		35,
		'the account’s forms without a session, with a signed token, with the session of somebody who is gone: to sign in',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const gone = await place.member(email);
			await attacked.run('pragma foreign_keys = off');
			await attacked.run('delete from user where email = ?', [email]);
			const bystander = await place.member(address('bystander'));
			const signed = `ey${'J'.repeat(40)}.${'a'.repeat(40)}.${'b'.repeat(40)}`;
			const cookies = ['', gone.token(), signed, `${bystander.token()}x`, bystander.token().toUpperCase()];
			const fields = {
				name: 'Eve',
				email: address('eve'),
				password: good,
				current: good,
				providerId: 'keycloak',
			};
			const actions = ['profile', 'email', 'password', 'confirm', 'link', 'unlink', 'remove-passkey'];
			const before = JSON.stringify([await attacked.rows('user'), await attacked.rows('session')]);
			for (const action of [...actions, 'end-session', 'end-other-sessions', 'export', 'delete'])
				for (const cookie of cookies) {
					const headers = { cookie: `authjs.session-token=${cookie}` };
					const answer = await place.someone().send(action, fields, { headers });
					expect([action, answer.status, answer.outcome]).toEqual([
						action,
						303,
						'/signin?redirectTo=%2Faccount',
					]);
				}
			expect(JSON.stringify([await attacked.rows('user'), await attacked.rows('session')])).toBe(before);
		},
		'nobody-is-somebody',
	),
];
