import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../../scripts/lib/server.ts';
import { knowAda } from '../support/authorize.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { type HostUnderTest, makeHostUnderTest } from '../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { describeAttacks } from './suites/attacks.ts';
import { describeBrowser } from './suites/browser.ts';
import { describeGraft } from './suites/graft.ts';
import { describeGuard } from './suites/guard.ts';

const flags = ['--yes', '--providers', 'keycloak,credentials', '--protect', '/dashboard'];
let host: HostUnderTest;

beforeAll(async () => {
	host = await makeHostUnderTest();
	const { code, output } = await host.graft('init', ...flags);
	expect(code, output).toBe(0);
});
afterAll(() => host?.remove());

describeGraft(() => host, flags);

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

describe('its production build', () => {
	let provider: IdentityProvider;
	let server: RunningServer;
	let browser: TestBrowser;

	beforeAll(async () => {
		await knowAda(join(host.folder, 'src/auth.ts'));
		const built = await host.build();
		expect(built.code, built.output).toBe(0);
		provider = await startIdentityProvider([`${host.origin}/auth/callback/keycloak`]);
		server = await host.startBuild({
			AUTH_KEYCLOAK_ID: provider.clientId,
			AUTH_KEYCLOAK_SECRET: provider.clientSecret,
			AUTH_KEYCLOAK_ISSUER: provider.issuer,
		});
		browser = await launchBrowser();
	});
	afterAll(async () => {
		await browser?.close();
		await server?.stop();
		await provider?.close();
	});

	describeBrowser(() => ({ browser, origin: server.origin }));
	describeGuard(() => server);
	describeAttacks(() => server);
});
