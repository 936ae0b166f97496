import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProviderPerson } from '../../support/identity-provider.ts';
import { type StrictRefresh, startStrictRefresh } from '../../support/strict-refresh.ts';
import { readAtOnce, signIn } from './scaling-crowd.ts';
import { type Fleet, startFleet } from './scaling-host.ts';
import type { Parts } from './scaling-parts.ts';

/** A provider whose refresh tokens are good once, asked by servers that share a lock in Redis. */
export function describeRefresh(get: () => Parts): void {
	describe('with tokens of the provider that are refreshed', () => {
		let fleet: Fleet;
		let endpoint: StrictRefresh;

		beforeAll(async () => {
			const { host, provider, redis } = get();
			endpoint = await startStrictRefresh(provider);
			fleet = await startFleet(host, provider, { REDIS_URL: redis.url, REFRESH_URL: endpoint.url });
		});
		afterAll(async () => {
			await fleet?.stop();
			await endpoint?.close();
		});

		test('many requests at once, at all servers: each refresh token is used once', async () => {
			const [who] = get().people as [ProviderPerson];
			const { origin } = fleet.balancer;
			const reader = await signIn(origin, who);
			for (let wave = 1; wave <= 3; wave++) {
				// Due after one second; expiry is told in whole ones.
				await new Promise((resolve) => setTimeout(resolve, 2_100));
				const before = endpoint.used.length;
				const report = await readAtOnce(origin, reader, 12);
				expect(endpoint.refused, `wave ${wave}: used a second time`).toEqual([]);
				expect(report, `wave ${wave}`).toMatchObject({ own: 24, closed: 0, failed: 0, wrong: [] });
				expect(report.servers.size).toBe(3);
				// More than one where answers took so long that the new token was due, too.
				expect(endpoint.used.length, `wave ${wave}`).toBeGreaterThan(before);
			}
			expect(endpoint.used.length).toBe(new Set(endpoint.used).size);
		});
	});
}
