import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderPerson } from '../../support/identity-provider.ts';
import { Crowd, type Reader, readOnEach, signIn, signInAll, stranger } from './scaling-crowd.ts';
import { type Fleet, newSecret, startFleet } from './scaling-host.ts';
import { expectNoSecrets, type Parts, tokenOf } from './scaling-parts.ts';

/** Sessions in cookies: a new secret reaches the servers one after the other, as `docs/secrets.md` has it. */
export function describeJwt(get: () => Parts): void {
	describe('with sessions in cookies', () => {
		const [old, fresh] = [newSecret(), newSecret()];
		let fleet: Fleet;
		let readers: Reader[];
		const origin = () => fleet.balancer.origin;

		beforeAll(async () => {
			const { host, provider, people } = get();
			fleet = await startFleet(host, provider, { AUTH_SECRET: old });
			readers = await signInAll(origin(), people.slice(0, 15));
		});
		afterAll(() => fleet?.stop());

		test('who signs in on one is signed in on all', async () => {
			const report = await readOnEach(readers[0] as Reader, 3);
			expect(report).toMatchObject({ closed: 0, failed: 0, wrong: [] });
			expect(report.servers.size).toBe(3);
		});

		test('a new secret signs nobody out, on its way from server to server', async () => {
			const signedBefore = stranger(origin(), tokenOf(readers[0] as Reader));
			const crowd = new Crowd(readers, 100);
			const outsiders = new Crowd([stranger(origin()), stranger(origin(), 'forged')], 50);
			crowd.start();
			outsiders.start();
			const late = get().people.slice(15);
			const steps = [
				{ AUTH_SECRET: fresh, AUTH_SECRET_1: old },
				{ AUTH_SECRET: old, AUTH_SECRET_1: fresh },
				{ AUTH_SECRET: '', AUTH_SECRET_1: fresh },
			];
			const newcomers: Reader[] = [];
			for (const [number, env] of steps.entries()) {
				for (const server of fleet.servers) {
					await server.restart(env);
					// With servers of before and after the step in use, each of their three requests may meet another.
					newcomers.push(await signIn(origin(), late.shift() as ProviderPerson));
				}
				// Sessions are renewed every second here, instead of once a day: the last step waits for that.
				const report = await crowd.during(1_500);
				expect(report, `step ${number + 1}: ${[...report.failures]}`).toMatchObject({ closed: 0, failed: 0 });
				expect(report.own).toBeGreaterThan(readers.length);
				expect(report.servers.size).toBe(3);
				for (const newcomer of newcomers)
					expect(await readOnEach(newcomer, 3), `step ${number + 1}`).toMatchObject({ closed: 0, failed: 0 });
			}
			expect([await crowd.stop(), await outsiders.stop()]).toEqual([[], []]);
			expect(await readOnEach(signedBefore, 3)).toMatchObject({ own: 0, failed: 0, wrong: [] });
		});

		test('no log holds a secret', () => {
			const tokens = readers.map(tokenOf);
			expect(new Set(tokens).size).toBe(readers.length);
			expectNoSecrets(fleet, [old, fresh, get().provider.clientSecret, ...tokens]);
		});
	});
}
