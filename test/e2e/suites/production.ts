import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import type { AttackOptions } from '../../support/attack-attacker.ts';
import { knowAdmin } from '../../support/attack-host.ts';
import { knowAda } from '../../support/authorize.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser.ts';
import type { HostUnderTest } from '../../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { describeAttackSuite } from './attack-suite.ts';
import { describeAttacks } from './attacks.ts';
import { describeBrowser } from './browser.ts';

/** The flags that this suite needs `init` to have had. */
export const productionFlags = ['--yes', '--providers', 'keycloak,credentials', '--protect', '/dashboard'];

/**
 * Builds a grafted SvelteKit host and starts it; in it people sign in with a real browser, and strangers try.
 * @param authModule `src/auth.ts`
 * @param options.samePages see `describeBrowser`
 * @param options.attack what is in the host, see `describeAttackSuite`
 */
export function describeProduction(
	get: () => HostUnderTest,
	authModule: string,
	{ attack, ...pages }: { attack: AttackOptions; samePages?: boolean },
): void {
	describe('its production build', () => {
		let provider: IdentityProvider;
		let server: RunningServer;
		let browser: TestBrowser;

		beforeAll(async () => {
			const host = get();
			await knowAda(join(host.folder, authModule));
			if (attack.more) await knowAdmin(join(host.folder, authModule));
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

		describeBrowser(() => ({ browser, origin: server.origin }), { ...pages, prerendered: true });
		describeAttackSuite(() => ({ server, host: get(), browser }), attack);
		describeAttacks(() => server);
	});
}
