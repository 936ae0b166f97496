import { expect } from 'vitest';
import { people } from '../dress.ts';
import { crowd, row, seen, tally, timed } from '../row.ts';
import { type Attacked, address, better, good, minute } from '../world.ts';

const wrong = 'this is not the one';
const [refused, limited] = ['401 CredentialsSignin', '429 TooManyTries'];

/** A process that is told where the address of the client stands, as behind a proxy. */
const behindProxy = (attacked: Attacked) =>
	attacked.at(attacked.svelteKit ? { ADDRESS_HEADER: 'x-client' } : { ATTACK_WAYS: 'address' });
const from = (client: string, more = {}) => ({ headers: { 'x-client': client, ...more } });

export const signInRows = [
	row(
		1,
		'a wrong password of somebody, of nobody, of somebody who came by a provider: one answer, as slow',
		async (attacked) => {
			const place = await attacked.at();
			const emails = [address(), address('nobody'), people.carol.email];
			await place.member(String(emails[0]));
			await place.someone().signInWith(people.carol);
			const quickest = emails.map(() => Number.POSITIVE_INFINITY);
			for (const accept of ['application/json', 'text/html', 'text/html', 'text/html']) {
				const answers: string[] = [];
				for (const [at, email] of emails.entries()) {
					const headers: Record<string, string> = accept === 'text/html' ? { accept } : {};
					const [answer, took] = await timed(() => place.someone().signIn(email, wrong, { headers }));
					answers.push(seen(answer, email));
					quickest[at] = Math.min(quickest[at] ?? 0, took);
				}
				expect(new Set(answers)).toEqual(new Set(answers.slice(0, 1)));
				expect(answers[0]).toContain('CredentialsSignin');
			}
			const [known = 0, ...others] = quickest;
			for (const other of others) expect(other).toBeGreaterThan(known / 2);
		},
		'no-hash-for-nobody',
	),
	row(
		5,
		'one account from 1,000 addresses: at most 100 are looked at, then a new password; its owner gets in',
		async (attacked) => {
			const place = await behindProxy(attacked);
			const email = address();
			const ada = await place.member(email);
			const client = (at: number) => `198.51.${at >> 8}.${at & 255}`;
			let [looked, asked, since] = [0, 0, 0];
			// A few first: without limits all would be hashed.
			for (const count of [30, 970]) {
				const [tried, took] = await timed(() =>
					crowd(count, 10, (at) => place.someone().signIn(email, wrong, from(client(at + asked)))),
				);
				const passed = tally(tried)[refused] ?? 0;
				expect(tally(tried)[limited] ?? 0).toBe(count - passed);
				looked += passed;
				asked += count;
				since += took;
				// Ten, and one a minute.
				expect(looked).toBeLessThanOrEqual(11 + Math.ceil(since / 60_000));
			}
			expect((await place.someone().signIn(email, good, from('203.0.113.1'))).outcome).toBe(limited);
			expect((await ada.signIn(email, good, from('203.0.113.2'))).outcome).toBe('/');
			// Quarters of an hour go by.
			for (let round = 1; round <= 12; round++) {
				await place.ahead(round * 16 * minute);
				const more = await crowd(14, 7, (at) =>
					place.someone().signIn(email, wrong, from(client(at + 1000 * round))),
				);
				looked += tally(more)[refused] ?? 0;
			}
			expect(looked).toBe(100);
			const last = await place.someone().signIn(email, good, from('203.0.113.3'));
			expect([last.outcome, Number(last.headers.get('retry-after')) > 86_400]).toEqual([limited, true]);
			expect((await ada.signIn(email, good, from('203.0.113.4'))).outcome).toBe('/');
			await ada.post('forgot-password', { email });
			const owner = place.someone();
			await owner.open((await attacked.letters(email, 2)).at(-1)?.link ?? '');
			await owner.post('set-password', { password: better });
			expect((await owner.signIn(email, better, from('203.0.113.5'))).outcome).toBe('/');
			await place.ahead(0);
		},
		'no-limits',
	),
	row(
		6,
		'1,000 accounts from one address or one /64: 50 are looked at',
		async (attacked) => {
			const place = await behindProxy(attacked);
			const emails = Array.from({ length: 990 }, () => address('crowd'));
			// What stands in other headers is no address, whatever it is.
			const forged = (at: number) => ({ 'x-forwarded-for': `192.0.${at >> 8}.${at & 255}` });
			const fromOne = (count: number) =>
				crowd(count, 10, (at) =>
					place.someone().signIn(emails.pop() ?? '', wrong, from('203.0.113.60', forged(at))),
				);
			// A few first: without limits all would be hashed.
			expect(tally(await fromOne(60))).toEqual({ [refused]: 50, [limited]: 10 });
			const others = await fromOne(930);
			expect(tally(others)).toEqual({ [limited]: 930 });
			expect(others[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
			const net = await crowd(70, 10, (at) =>
				place.someone().signIn(address('crowd'), wrong, from(`2001:db8:1:1:${at}::${at}`)),
			);
			expect(tally(net)).toEqual({ [refused]: 50, [limited]: 20 });
			const next = await place.someone().signIn(address('next'), wrong, from('2001:db8:1:2::1'));
			expect(next.outcome).toBe(refused);
		},
		'no-limits',
	),
	row(
		7,
		'X-Forwarded-For, another one each time, where nobody said that it counts: no effect',
		async (attacked) => {
			const place = await attacked.at();
			const email = address();
			const forge = (client: string) => ({
				headers: { 'x-forwarded-for': client, 'x-real-ip': client, forwarded: `for=${client}` },
			});
			const hopping = await crowd(13, 4, (at) =>
				place.someone().signIn(email, wrong, forge(`198.51.100.${at}`)),
			);
			expect(tally(hopping)[refused] ?? 0).toBeLessThanOrEqual(11);
			expect(tally(hopping)[limited] ?? 0).toBeGreaterThanOrEqual(2);
			// Nor is somebody else kept out by it.
			const pretended = await crowd(55, 6, () =>
				place.someone().signIn(address('crowd'), wrong, forge('203.0.113.70')),
			);
			expect(tally(pretended)).toEqual({ [refused]: 55 });
		},
		'believes-forwarded',
	),
	row(
		8,
		'200 sign-ins at once: some are told to come back, and other pages answer meanwhile',
		async (attacked) => {
			const place = await attacked.at();
			let going = true;
			const all = crowd(200, 200, () => place.someone().signIn(address('crowd'), wrong)).finally(() => {
				going = false;
			});
			let pages = 0;
			while (going) {
				expect((await place.someone().visit('/about')).status).toBe(200);
				pages++;
			}
			const answers = await all;
			const busy = answers.filter(({ outcome }) => outcome === '503 Busy');
			expect(busy.length).toBeGreaterThan(100);
			expect(busy.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
			expect(tally(answers)[refused]).toBe(200 - busy.length);
			// How long they take beside usual is measured by `npm run bench`.
			expect(pages).toBeGreaterThan(3);
		},
		'no-queue',
	),
];
