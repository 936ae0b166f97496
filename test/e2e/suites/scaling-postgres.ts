import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderPerson } from '../../support/identity-provider.ts';
import { note } from '../../support/note.ts';
import { Crowd, type Reader, readOnEach, signIn, signInAll, stranger } from './scaling-crowd.ts';
import { type Fleet, mineSecret, startFleet, tables } from './scaling-host.ts';
import { expectGoodLog, expectNoSecrets, type Parts, tell, tokenOf } from './scaling-parts.ts';

/** Sessions in PostgreSQL: three servers are one, and stay it when a part breaks. */
export function describePostgres(get: () => Parts): void {
	describe('with sessions in PostgreSQL', () => {
		let fleet: Fleet;
		let readers: Reader[];
		const origin = () => fleet.balancer.origin;

		beforeAll(async () => {
			const { host, provider, postgres } = get();
			await postgres.sql(tables);
			fleet = await startFleet(host, provider, { DATABASE_URL: postgres.url });
		});
		afterAll(() => fleet?.stop());

		test('who signs in on one is signed in on all, and signed out on all', async () => {
			const [who] = get().people as [ProviderPerson];
			const reader = await signIn(origin(), who);
			const signedIn = await readOnEach(reader, 3);
			expect(signedIn).toMatchObject({ closed: 0, failed: 0, wrong: [] });
			expect(signedIn.servers.size).toBe(3);

			const stolen = stranger(origin(), tokenOf(reader));
			const page = await reader.person.visit('/signout');
			await reader.person.submit(page, /^Sign out$/);
			expect(tokenOf(reader)).toBe('');
			for (const after of [await readOnEach(reader, 3), await readOnEach(stolen, 3)]) {
				expect(after).toMatchObject({ own: 0, failed: 0, wrong: [] });
				expect(after.servers.size).toBe(3);
			}
		});

		test('deleting the rows of a person signs them out everywhere, and nobody else', async () => {
			const [first, second] = get().people as [ProviderPerson, ProviderPerson];
			const devices = [await signIn(origin(), first), await signIn(origin(), first)];
			const other = await signIn(origin(), second);
			for (const reader of [...devices, other])
				expect(await readOnEach(reader, 3)).toMatchObject({ closed: 0, failed: 0, wrong: [] });
			await get().postgres.sql(
				`delete from sessions where "userId" = (select id from users where email = '${first.email}')`,
			);
			for (const reader of devices)
				expect(await readOnEach(reader, 3)).toMatchObject({ own: 0, failed: 0, wrong: [] });
			expect(await readOnEach(other, 3)).toMatchObject({ closed: 0, failed: 0, wrong: [] });
		});

		describe('with fifty people who read', () => {
			let crowd: Crowd;
			let strangers: Crowd;
			const start = (pause: number) => {
				crowd = new Crowd(readers, pause);
				strangers = new Crowd([stranger(origin()), stranger(origin(), 'forged')], 20);
				crowd.start();
				strangers.start();
			};
			const stop = async () => {
				expect([await crowd.stop(), await strangers.stop()]).toEqual([[], []]);
			};

			beforeAll(async () => {
				const begin = performance.now();
				readers = await signInAll(origin(), get().people);
				note(`${readers.length} sign-ins in ${((performance.now() - begin) / 1000).toFixed(1)} s`);
			});

			test('each sees their own, however fast they ask', async () => {
				start(0);
				await crowd.during(500);
				const report = await crowd.during(3_000);
				await stop();
				tell('all of it', report, 3);
				expect(report).toMatchObject({ closed: 0, failed: 0, wrong: [] });
				expect(report.own).toBeGreaterThan(readers.length);
				expect(report.servers.size).toBe(3);
			});

			test('a server that dies takes nobody along', async () => {
				const victim = fleet.servers[1] as Fleet['servers'][number];
				start(30);
				await crowd.during(500);
				process.kill(victim.running.pid, 'SIGKILL');
				await victim.running.ended;
				const dying = await crowd.during(300);
				const without = await crowd.during(1_500);
				await victim.revive();
				await crowd.during(300);
				const again = await crowd.during(1_000);
				await stop();
				tell('with one server dead', without, 1.5);
				for (const report of [dying, without])
					expect(report, [...report.failures].join('\n')).toMatchObject({ closed: 0, failed: 0, wrong: [] });
				expect(without.own).toBeGreaterThan(readers.length);
				expect([...without.servers]).not.toContain(victim.origin);
				expect(again).toMatchObject({ closed: 0, failed: 0, wrong: [] });
				expect([...again.servers]).toContain(victim.origin);
			});

			test('without its database every door is shut, and all is well when it is back', async () => {
				const { postgres } = get();
				const pids = fleet.servers.map(({ running }) => running.pid);
				const before = fleet.servers.map(({ output }) => output().length);
				start(30);
				await crowd.during(500);
				await postgres.stop();
				await crowd.during(700);
				const without = await crowd.during(2_000);
				const outsiders = await strangers.during(0);
				await postgres.start();
				const back = performance.now();
				let now = await crowd.during(200);
				while (now.closed + now.failed > 0 && performance.now() - back < 15_000)
					now = await crowd.during(200);
				const recovered = performance.now() - back;
				const after = await crowd.during(1_000);
				await stop();
				tell('without the database', without, 2);
				note(`all signed in again ${(recovered / 1000).toFixed(1)} s after it was back`);

				expect(without).toMatchObject({ own: 0, wrong: [] });
				expect(without.closed + without.failed).toBeGreaterThan(readers.length);
				expect(outsiders).toMatchObject({ own: 0, wrong: [] });
				expect(after).toMatchObject({ closed: 0, failed: 0, wrong: [] });
				expect(after.own).toBeGreaterThan(readers.length);
				expect(recovered).toBeLessThan(10_000);
				expect(fleet.servers.map(({ running }) => [running.pid, running.isRunning()])).toEqual(
					pids.map((pid) => [pid, true]),
				);
				for (const [index, { output }] of fleet.servers.entries())
					expectGoodLog(output().slice(before[index]), /ECONNREFUSED|terminated|shutting down/);
			});

			test('no log holds a secret', () => {
				const { postgres, provider } = get();
				const tokens = readers.map(tokenOf);
				expect(new Set(tokens).size).toBe(readers.length);
				expectNoSecrets(fleet, [postgres.password, provider.clientSecret, mineSecret, ...tokens]);
			});
		});
	});
}
