import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkSignIn } from '../../scripts/lib/demo/check.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { type RunningServer, startServer } from '../../scripts/lib/process/server.ts';
import { ada, solidStart } from '../support/ada.ts';
import type { AttackOptions } from '../support/attack-attacker.ts';
import { guardParts, knowAdmin, layOutSolidStart } from '../support/attack-host.ts';
import { knowAda } from '../support/authorize.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { type HostUnderTest, makeHostUnderTest, solidStart1 } from '../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { publicFilesOf, type ServerFunctions, serverFunctionsOf } from '../support/server-functions.ts';
import { productionEnv, solidStartPages } from '../support/solidstart-pages.ts';
import { dashboardSecret } from '../support/sveltekit-pages.ts';
import { thorough } from '../support/thorough.ts';
import { treeHash } from '../support/tree-hash.ts';
import { describeAttackSuite } from './suites/attack-suite.ts';
import { describeBrowser } from './suites/browser.ts';
import { describeGraft } from './suites/graft.ts';
import { describeActions } from './suites/solidstart-actions.ts';
import { describeSolidAttacks } from './suites/solidstart-attacks.ts';
import { describeProxy, proxyHost } from './suites/solidstart-proxies.ts';
import { describeUndo } from './suites/solidstart-undo.ts';

/* SolidStart 1: vinxi, app.config.ts. What is told of SolidStart 2 in all detail, here as far as the majors differ. */

const attack: AttackOptions = { framework: 'solid-start', version: '1', functions: true, more: true };
const flags = ['--yes', '--providers', 'keycloak,credentials,development', '--protect', '/dashboard'];
let host: HostUnderTest;
let browser: TestBrowser;
let provider: IdentityProvider;
let tlsPort: number;
/** The tree before authgraft came. */
let before: Record<string, string>;

beforeAll(async () => {
	browser = await launchBrowser([proxyHost]);
	tlsPort = await freePort();
	host = await makeHostUnderTest(solidStart1);
	provider = await startIdentityProvider(
		[host.origin, `https://${proxyHost}:${tlsPort}`].map((at) => `${at}/api/auth/callback/keycloak`),
	);
	before = await treeHash(host.folder);
	const { code, output } = await host.graft('init', ...flags);
	expect(code, output).toBe(0);
});
afterAll(async () => {
	await browser?.close();
	await provider?.close();
	await host?.remove();
});

const production = (more: Record<string, string> = {}) => productionEnv(provider, more);

describeUndo(() => ({ host, before }), flags);

describe('with the pages of its owner', () => {
	beforeAll(async () => {
		await host.write(solidStartPages);
		await layOutSolidStart(host);
		await guardParts(host, 'solid-start');
		await knowAda(join(host.folder, 'src/auth.ts'));
		await knowAdmin(join(host.folder, 'src/auth.ts'));
	});

	describeGraft(() => host, flags);

	test.runIf(thorough)(
		'signs a test person in and out in vinxi dev, with nothing but the .env that init has written',
		async () => {
			const port = await freePort();
			const origin = `http://127.0.0.1:${port}`;
			const args = ['node_modules/vinxi/bin/cli.mjs', 'dev', '--host', '127.0.0.1', '--port', String(port)];
			const server = await startServer({ cwd: host.folder, args, origin });
			const seen: string[] = [];
			await checkSignIn(origin, '/api/auth', (what) => seen.push(what)).finally(() => server.stop());
			expect(seen.at(-1)).toMatch(/^POST \S+ ends the session$/);
		},
	);

	describe('its production build', () => {
		let functions: ServerFunctions;

		beforeAll(async () => {
			functions = await serverFunctionsOf(host.folder, 1);
		});

		test('ships nothing of the server to the browser', async () => {
			const shipped = await publicFilesOf(host.folder);
			expect(shipped).toContain('Sign in with');
			expect(shipped).not.toContain(dashboardSecret);
			expect(shipped).not.toContain(ada.password);
			expect(shipped).not.toMatch(/AUTH_|authConfig|wellKnown|requireUser|Test people/i);
		});

		describe('as people use it', () => {
			let server: RunningServer;
			beforeAll(async () => {
				server = await host.startBuild(production());
			});
			afterAll(() => server?.stop());

			describeBrowser(() => ({ browser, origin: server.origin, endpoints: solidStart }), {
				samePages: !thorough,
			});
			if (thorough) describeActions(() => ({ browser, origin: server.origin }));
			describeAttackSuite(() => ({ server, host, browser }), attack);
			describeSolidAttacks(() => ({ server, functions }));
		});

		if (!thorough) return;
		// Its server takes the proxy's word for the scheme, SolidStart 2's does not: see conformance-solidstart.test.ts.
		describeProxy(
			() => ({
				...{ browser, port: tlsPort, record: [] },
				start: (env) => host.startBuild(production(env)),
			}),
			{ provider: true },
		);
	});
});
