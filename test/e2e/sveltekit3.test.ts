import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AttackOptions } from '../support/attack-attacker.ts';
import { attacked, guardParts } from '../support/attack-host.ts';
import { type HostUnderTest, makeHostUnderTest, svelteKit3 } from '../support/host-under-test.ts';
import { describeGraft } from './suites/graft.ts';
import { describeProduction, productionFlags } from './suites/production.ts';

const attack: AttackOptions = { framework: 'sveltekit', version: '3', functions: true, more: true };
let host: HostUnderTest;

beforeAll(async () => {
	host = await makeHostUnderTest(attacked(svelteKit3, { remote: true, more: true }));
	const { code, output } = await host.graft('init', ...productionFlags);
	expect(code, output).toBe(0);
	await guardParts(host, 'sveltekit');
});
afterAll(() => host?.remove());

describeGraft(() => host, productionFlags, { build: true });

test('init leaves the files of the design', async () => {
	const paths = ['src/auth.ts', 'src/hooks.server.ts', 'src/env.ts', 'src/routes/+layout.server.ts'];
	for (const path of [...paths, 'src/routes/signin/+page.svelte', 'src/routes/signout/+page.svelte']) {
		expect(await host.read(path)).not.toBe('');
	}
	for (const name of [
		'AUTH_SECRET',
		'AUTH_URL',
		'AUTH_KEYCLOAK_ID',
		'AUTH_KEYCLOAK_SECRET',
		'AUTH_KEYCLOAK_ISSUER',
	]) {
		expect(await host.read('.env.example')).toContain(name);
	}
});

describeProduction(() => host, 'src/auth.ts', { attack });
