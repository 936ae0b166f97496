import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { RunningServer } from '../../../scripts/lib/server.ts';
import { knowAda } from '../../support/authorize.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser.ts';
import type { HostUnderTest } from '../../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { describeAttacks } from './attacks.ts';
import { describeBrowser } from './browser.ts';
import { describeGuard } from './guard.ts';

/** The flags that this suite needs `init` to have had. */
export const productionFlags = ['--yes', '--providers', 'keycloak,credentials', '--protect', '/dashboard'];

/**
 * Builds a grafted SvelteKit host and starts it; in it people sign in with a real browser, and strangers try.
 * @param authModule `src/auth.ts`
 * @param pages see `describeBrowser`
 */
export function describeProduction(
	get: () => HostUnderTest,
	authModule: string,
	pages: { samePages?: boolean } = {},
): void {
	describe('its production build', () => {
		let provider: IdentityProvider;
		let server: RunningServer;
		let browser: TestBrowser;

		beforeAll(async () => {
			const host = get();
			await knowAda(join(host.folder, authModule));
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

		describeBrowser(() => ({ browser, origin: server.origin }), pages);
		describeGuard(() => server);
		describeAttacks(() => server);
	});
}
