import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { edit } from '../../scripts/lib/make-host.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import type { RunningServer } from '../../scripts/lib/process/server.ts';
import { ada, solidStart } from '../support/ada.ts';
import type { AttackOptions } from '../support/attack-attacker.ts';
import { guardParts, knowAdmin, layOutSolidStart } from '../support/attack-host.ts';
import { knowAda } from '../support/authorize.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { type HostUnderTest, makeHostUnderTest, solidStart2 } from '../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { note } from '../support/note.ts';
import { type Answer, type ProxyServer, startProxy } from '../support/proxy.ts';
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
import { describeDevelopment, describeNoDevelopment } from './suites/solidstart-development.ts';
import { describeJavaScript } from './suites/solidstart-javascript.ts';
import { describeProxy, proxyHost } from './suites/solidstart-proxies.ts';
import { describeClientOnly } from './suites/solidstart-ssr-false.ts';
import { describeUndo } from './suites/solidstart-undo.ts';

const attack: AttackOptions = { framework: 'solid-start', version: '2', functions: true, more: true };
const flags = ['--yes', '--providers', 'keycloak,credentials,development', '--protect', '/dashboard'];
let host: HostUnderTest;
let browser: TestBrowser;
let provider: IdentityProvider;
/** Ports under which people see the build: through a proxy that records, and through the two that speak TLS. */
let ports: number[];
/** The tree before authgraft came. */
let before: Record<string, string>;

beforeAll(async () => {
	browser = await launchBrowser([proxyHost]);
	ports = [await freePort(), await freePort()];
	const origins = [`http://127.0.0.1:${ports[0]}`, `https://${proxyHost}:${ports[1]}`];
	host = await makeHostUnderTest(solidStart2);
	provider = await startIdentityProvider(
		[host.origin, ...origins].map((at) => `${at}/api/auth/callback/keycloak`),
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

if (thorough) describeJavaScript(() => ({ host, kind: solidStart2, env: production() }), 'solidstart2-js');

describe('with the pages of its owner', () => {
	beforeAll(async () => {
		await host.write(solidStartPages);
		await layOutSolidStart(host);
		await guardParts(host, 'solid-start');
		await knowAda(join(host.folder, 'src/auth.ts'));
		await knowAdmin(join(host.folder, 'src/auth.ts'));
	});

	describeGraft(() => host, flags);
	describeDevelopment(() => ({ host, browser }));

	describe('its production build', () => {
		/** Everything that any server of the build has answered. */
		const record: Answer[] = [];
		let server: RunningServer;
		let proxy: ProxyServer;
		let functions: ServerFunctions;

		/** Starts the build, seen through a proxy that records. */
		const start = async (env: Record<string, string> = {}): Promise<RunningServer> => {
			note(`start with ${JSON.stringify(env)}`);
			proxy = await startProxy({ target: host.origin, port: ports[0] ?? 0 });
			const { origin } = proxy;
			const started = await host.startBuild(production({ AUTH_URL: origin, ...env }));
			const stop = async () => {
				record.push(...proxy.answers);
				await proxy.close();
				await started.stop();
			};
			return { ...started, origin, stop };
		};

		beforeAll(async () => {
			functions = await serverFunctionsOf(host.folder);
		});

		test('ships nothing of the server to the browser', async () => {
			const shipped = await publicFilesOf(host.folder);
			expect(shipped).toContain('Sign in with');
			expect(shipped).not.toContain(dashboardSecret);
			expect(shipped).not.toContain(ada.password);
			expect(shipped).not.toMatch(/AUTH_|authConfig|wellKnown|requireUser|Test people/i);
		});

		describe('as people use it', () => {
			beforeAll(async () => {
				server = await start();
			});
			afterAll(() => server?.stop());

			describeBrowser(() => ({ browser, origin: server.origin, endpoints: solidStart }));
			describeActions(() => ({ browser, origin: server.origin }));
			describeAttackSuite(() => ({ server, host, browser }), attack);
			describeSolidAttacks(() => ({ server, functions }));
		});

		describeNoDevelopment(start);
		// Signing in at a provider behind one: conformance-solidstart.test.ts.
		describeProxy(
			() => ({
				...{ browser, port: ports[1] ?? 0, record },
				start: (env) => host.startBuild(production(env)),
			}),
			{ provider: false },
		);
		if (thorough)
			describeClientOnly(() => ({
				browser,
				async start() {
					await edit(join(host.folder, 'vite.config.ts'), 'solidStart({', 'solidStart({ ssr: false,');
					const { code, output } = await host.build();
					expect(code, output).toBe(0);
					return start();
				},
			}));

		test('no answer held a password that somebody had typed', () => {
			expect(record.length).toBeGreaterThan(500);
			// What attackers put there themselves: into an address, which a guard sends back, and into a form for one of
			// our queries, which SolidStart puts into a cookie of its own whatever we do.
			const { enter, leave, all } = functions;
			const queries = all.filter((one) => one !== enter && one !== leave);
			const theirs = ({ request }: Answer) =>
				request.includes(ada.password) || queries.some(({ query }) => request === `POST /_server?${query}`);
			const held = record.filter((answer) => answer.text.includes(ada.password) && !theirs(answer));
			expect(held).toEqual([]);
			// The search finds what there is to find.
			expect(record.some(({ text }) => text.includes(dashboardSecret))).toBe(true);
		});
	});
});
