import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/lib/free-port.ts';
import type { RunningServer } from '../../scripts/lib/server.ts';
import { ada, solidStart } from '../support/ada.ts';
import { knowAda } from '../support/authorize.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { type HostUnderTest, makeHostUnderTest, solidStart1 } from '../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import type { Answer } from '../support/proxy.ts';
import { publicFilesOf, type ServerFunctions, serverFunctionsOf } from '../support/server-functions.ts';
import { solidStartPages } from '../support/solidstart-pages.ts';
import { dashboardSecret } from '../support/sveltekit-pages.ts';
import { treeHash } from '../support/tree-hash.ts';
import { describeBrowser } from './suites/browser.ts';
import { describeGraft } from './suites/graft.ts';
import { describeActions } from './suites/solidstart-actions.ts';
import { describeSolidAttacks } from './suites/solidstart-attacks.ts';
import { describeSolidGuard } from './suites/solidstart-guard.ts';
import { describeProxies, proxyHost } from './suites/solidstart-proxies.ts';

/* SolidStart 1: vinxi, app.config.ts. What is told of SolidStart 2 in all detail, here as far as the majors differ. */

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

/** The environment of a production server: through the process, since no `.env` is read there. */
const production = (more: Record<string, string> = {}) => ({
	AUTH_SECRET: randomBytes(33).toString('base64'),
	AUTH_KEYCLOAK_ID: provider.clientId,
	AUTH_KEYCLOAK_SECRET: provider.clientSecret,
	AUTH_KEYCLOAK_ISSUER: provider.issuer,
	...more,
});

test('undo gives every byte back, and init can be run again', async () => {
	const after = await treeHash(host.folder);
	const { code, output } = await host.graft('undo', '--yes');
	expect(code, output).toBe(0);
	// The install's own; undo tells people to run it again.
	await rm(join(host.folder, 'package-lock.json'));
	expect(await treeHash(host.folder)).toEqual(before);
	const again = await host.graft('init', ...flags, '--no-install');
	expect(again.code, again.output).toBe(0);
	const files = (hashes: object) =>
		Object.keys(hashes)
			.filter((path) => !/^\.authgraft|lock/.test(path))
			.sort();
	expect(files(await treeHash(host.folder))).toEqual(files(after));
});

describe('with the pages of its owner', () => {
	beforeAll(async () => {
		await host.write(solidStartPages);
		await knowAda(join(host.folder, 'src/auth.ts'));
	});

	describeGraft(() => host, flags);

	describe('its production build', () => {
		const record: Answer[] = [];
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

			describeBrowser(() => ({ browser, origin: server.origin, endpoints: solidStart }));
			describeActions(() => ({ browser, origin: server.origin }));
			describeSolidGuard(() => ({ server, functions }));
			describeSolidAttacks(() => ({ server, functions }));
		});

		describeProxies(() => ({
			...{ browser, port: tlsPort, record },
			start: (env) => host.startBuild(production(env)),
		}));
	});
});
