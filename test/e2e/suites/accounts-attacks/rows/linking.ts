import { expect } from 'vitest';
import { people } from '../dress.ts';
import { row } from '../row.ts';
import { type Attacked, address, good, minute } from '../world.ts';

/** Whose each account of a provider is, by address. */
async function owners(attacked: Attacked): Promise<Record<string, unknown>> {
	const emails = new Map((await attacked.rows('user')).map(({ id, email }) => [id, email]));
	const accounts = await attacked.rows('account');
	return Object.fromEntries(
		accounts.map(({ provider, providerAccountId, userId }) => [
			`${provider} ${providerAccountId}`,
			emails.get(userId),
		]),
	);
}

/** Nobody has come by a provider yet: each row of this table begins so. */
async function afresh(attacked: Attacked): Promise<void> {
	for (const table of ['account', 'session', 'user']) await attacked.run(`delete from ${table}`);
}

const ended = 'error=SessionEnded';

export const linkingRows = [
	row(
		26,
		'a session that is over, and a provider, a passkey, adding a way: not signed in, nothing added',
		async (attacked) => {
			await afresh(attacked);
			const place = await attacked.at();
			const email = address();
			const ada = await place.member(email);
			const linking = await ada.beginLink(people.grace, good);
			const options = `${attacked.authPath}/webauthn-options/passkey?action=register`;
			expect((await ada.visit(options)).status).toBe(200);
			await attacked.run('update session set expires = ?', [Date.now() - 1000]);
			const register = await ada.visit(options);
			expect([register.status, register.text.includes(email)]).toEqual([400, false]);
			expect((await ada.open(linking)).outcome).toContain('error=SessionEnded');
			expect((await ada.post('link', { providerId: 'second', password: good })).outcome).toContain(
				'/signin?',
			);
			expect([await owners(attacked), await ada.who()]).toEqual([{}, null]);
			const plain = await place.member(address());
			await attacked.run('update session set expires = ?', [Date.now() - 1000]);
			await plain.signInWith(people.grace);
			expect(await owners(attacked)).toEqual({ 'keycloak grace': people.grace.email });
			expect(await plain.who()).toBe(people.grace.email);
		},
		'expired-sessions',
	),
	row(
		27,
		'Bob signs in by a provider in Ada’s browser: his own account',
		async (attacked) => {
			await afresh(attacked);
			const place = await attacked.at();
			const email = address();
			const ada = await place.member(email);
			const token = ada.token();
			await ada.signInWith(people.bob);
			expect(await owners(attacked)).toEqual({ 'keycloak bob': people.bob.email });
			expect([await ada.who(), ada.token() === token]).toEqual([people.bob.email, false]);
		},
		'always-links',
	),
	row(
		28,
		'adding a way for Ada: the session is Bob’s by now, another provider, after ten minutes and more, a second time',
		async (attacked) => {
			await afresh(attacked);
			const place = await attacked.at();
			const [email, other] = [address(), address('bob')];
			const ada = await place.member(email);
			await place.member(other);
			const theirs = await ada.beginLink(people.grace, good);
			await ada.signIn(other, good);
			expect((await ada.open(theirs)).outcome).toContain(ended);
			expect([await owners(attacked), await ada.who()]).toEqual([{}, other]);

			await ada.signIn(email, good);
			await ada.beginLink(people.grace, good);
			const second = await ada.returnFrom(people.grace, 'second');
			await ada.open(second);
			expect((await owners(attacked))['second grace']).not.toBe(email);
			await attacked.run('delete from account');

			const carol = place.someone();
			await carol.signIn(email, good);
			const late = await carol.beginLink(people.carol, good);
			await place.ahead(16 * minute);
			expect((await carol.open(late)).outcome).toContain('error=');
			await place.ahead(0);
			expect(await owners(attacked)).toEqual({});

			const right = place.someone();
			await right.signIn(email, good);
			const back = await right.beginLink(people.carol, good);
			expect((await right.open(back)).outcome).toBe('/account?done=linked');
			expect(await owners(attacked)).toEqual({ 'keycloak carol': email });
			await attacked.run('delete from account');
			expect((await right.open(back)).outcome).toContain('error=');
			expect(await owners(attacked)).toEqual({});
		},
		'always-links',
	),
	row(
		29,
		'adding an account that belongs to somebody else: refused, and the session stays',
		async (attacked) => {
			await afresh(attacked);
			const place = await attacked.at();
			const email = address();
			await place.someone().signInWith(people.bob);
			const ada = await place.member(email);
			const token = ada.token();
			const answer = await ada.open(await ada.beginLink(people.bob, good));
			expect(answer.outcome).toContain('error=OAuthAccountNotLinked');
			expect(await owners(attacked)).toEqual({ 'keycloak bob': people.bob.email });
			expect([await ada.who(), ada.token()]).toEqual([email, token]);
		},
		{ none: 'the core refuses it by itself, and behind it the key of the table does' },
	),
	row(
		31,
		'a provider that says false, nothing, text or a number of an address: not joined by it',
		async (attacked) => {
			await afresh(attacked);
			const place = await attacked.at();
			const victim = people['eve-true'].email;
			await place.member(victim);
			for (const name of ['eve-false', 'eve-missing', 'eve-text', 'eve-number'] as const) {
				const eve = place.someone();
				expect((await eve.signInWith(people[name], 'second')).outcome).toContain(
					'error=OAuthAccountNotLinked',
				);
				expect([name, await eve.who(), await owners(attacked)]).toEqual([name, null, {}]);
			}
			// What is proven on both sides joins: the others could have.
			const owner = place.someone();
			await owner.signInWith(people['eve-true'], 'second');
			expect([await owner.who(), await owners(attacked)]).toEqual([victim, { 'second eve-true': victim }]);
		},
		'any-claim',
	),
	row(
		32,
		'Microsoft, with somebody’s address in `email`, said to be verified: not joined by it',
		async (attacked) => {
			await afresh(attacked);
			const place = await attacked.at();
			const victim = people['eve-true'].email;
			await place.member(victim);
			const eve = place.someone();
			const answer = await eve.signInWith(people['eve-true'], 'microsoft-entra-id');
			expect(answer.outcome).toContain('error=OAuthAccountNotLinked');
			expect([await eve.who(), await owners(attacked)]).toEqual([null, {}]);
			// It signs in, as whom it says to be.
			const bob = place.someone();
			await bob.signInWith(people.bob, 'microsoft-entra-id');
			expect(await bob.who()).toBe(people.bob.email);
			expect((await attacked.user(people.bob.email))?.emailVerified).toBeNull();
		},
		'believes-microsoft',
	),
];
