import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderPerson } from '../../support/identity-provider.ts';
import { Crowd, type Reader, readOnEach, signIn, signInAll, stranger } from './scaling-crowd.ts';
import { type Fleet, startFleet } from './scaling-host.ts';
import { expectGoodLog, expectNoSecrets, type Parts, tell, tokenOf } from './scaling-parts.ts';

/** Sessions in Redis, by way of unstorage. */
export function describeRedis(get: () => Parts): void {
	describe('with sessions in Redis', () => {
		let fleet: Fleet;
		const origin = () => fleet.balancer.origin;

		beforeAll(async () => {
			const { host, provider, redis } = get();
			fleet = await startFleet(host, provider, { REDIS_URL: redis.url });
		});
		afterAll(() => fleet?.stop());

		test('who signs in on one is signed in on all, and signed out on all', async () => {
			const [who] = get().people as [ProviderPerson];
			const devices = [await signIn(origin(), who), await signIn(origin(), who)] as [Reader, Reader];
			for (const device of devices) {
				const report = await readOnEach(device, 3);
				expect(report).toMatchObject({ closed: 0, failed: 0, wrong: [] });
				expect(report.servers.size).toBe(3);
			}
			const stolen = stranger(origin(), tokenOf(devices[0]));
			const page = await devices[0].person.visit('/signout');
			await devices[0].person.submit(page, /^Sign out$/);
			expect(await readOnEach(stolen, 3)).toMatchObject({ own: 0, failed: 0, wrong: [] });
			expect(await readOnEach(devices[1], 3)).toMatchObject({ closed: 0, failed: 0, wrong: [] });
			await get().redis.command('del', `auth:user:session:${tokenOf(devices[1])}`);
			expect(await readOnEach(devices[1], 3)).toMatchObject({ own: 0, failed: 0, wrong: [] });
		});

		test('without Redis every door is shut, and all is well when it is back', async () => {
			const { redis, people, provider } = get();
			const readers = await signInAll(origin(), people.slice(0, 15));
			const before = fleet.servers.map(({ output }) => output().length);
			const crowd = new Crowd(readers, 30);
			const outsiders = new Crowd([stranger(origin()), stranger(origin(), 'by-user-id:1')], 30);
			crowd.start();
			outsiders.start();
			await crowd.during(300);
			await redis.stop();
			await crowd.during(1_000);
			// Each request waits for its own try before it fails.
			const without = await crowd.during(3_000);
			await redis.start();
			// It tries again every two seconds at most.
			await crowd.during(3_000);
			const after = await crowd.during(1_000);
			expect([await crowd.stop(), await outsiders.stop()]).toEqual([[], []]);
			tell('without Redis', without, 1);
			expect(without.own).toBe(0);
			expect(without.closed + without.failed).toBeGreaterThan(readers.length);
			expect(after).toMatchObject({ closed: 0, failed: 0 });
			expect(after.own).toBeGreaterThan(readers.length);
			expect(fleet.servers.filter(({ running }) => !running.isRunning())).toEqual([]);
			for (const [index, { output }] of fleet.servers.entries())
				expectGoodLog(
					output().slice(before[index]),
					/max retries per request|ECONNREFUSED|Connection is closed/,
				);
			expectNoSecrets(fleet, [redis.password, provider.clientSecret, ...readers.map(tokenOf)]);
		});
	});
}
