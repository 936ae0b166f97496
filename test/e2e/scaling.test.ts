import { afterAll, beforeAll, describe } from 'vitest';
import { ensureServices } from '../../scripts/lib/test/services.ts';
import type { HostUnderTest } from '../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { type Postgres, startPostgres } from '../support/postgres.ts';
import { type Redis, startRedis } from '../support/redis.ts';
import { thorough } from '../support/thorough.ts';
import { makePeople } from './suites/scaling-crowd.ts';
import { makeScalingHost } from './suites/scaling-host.ts';
import { describeJwt } from './suites/scaling-jwt.ts';
import { describePostgres } from './suites/scaling-postgres.ts';
import { describeRedis } from './suites/scaling-redis.ts';
import { describeRefresh } from './suites/scaling-refresh.ts';

describe('three servers behind a balancer that sends each request to the next', () => {
	const people = makePeople(50);
	let host: HostUnderTest;
	let provider: IdentityProvider;
	let postgres: Postgres;
	let redis: Redis;
	const parts = () => ({ host, provider, people, postgres, redis });

	beforeAll(async () => {
		const services = await ensureServices();
		[host, postgres, redis] = await Promise.all([
			makeScalingHost(),
			startPostgres(services.postgres),
			startRedis(services.redis),
		]);
		provider = await startIdentityProvider([`${host.origin}/auth/callback/keycloak`], people);
	});
	afterAll(async () => {
		await provider?.close();
		await postgres?.remove();
		await redis?.remove();
		await host?.remove();
	});

	describePostgres(parts);
	if (thorough) describeJwt(parts);
	if (thorough) describeRedis(parts);
	describeRefresh(parts);
});
