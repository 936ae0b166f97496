import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import type { RunningServer } from '../../scripts/lib/process/server.ts';
import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import type { HostUnderTest } from '../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';
import { MigratingPerson } from '../support/migrating-person.ts';
import { authSvelteKitFiles, makePredecessorHost } from '../support/predecessor.ts';
import { type ProxyServer, selfSigned, startProxy } from '../support/proxy.ts';
import { viteConfigHost } from '../support/sveltekit-kinds.ts';
import { treeHash } from '../support/tree-hash.ts';

/*
 * People sign in at a host of @auth/sveltekit, the host is migrated, built and started with the same environment, and the
 * same browsers come back: with a password and through an OpenID provider, by http and behind a TLS proxy.
 */

const secret = 'the-same-secret-before-and-afterwards';
const name = 'app.test';

let host: HostUnderTest;
let provider: IdentityProvider;
let proxy: ProxyServer;
let browser: TestBrowser;
let server: RunningServer | undefined;

beforeAll(async () => {
	host = await makePredecessorHost({
		kind: viteConfigHost,
		packages: ['@auth/sveltekit@1.11.3'],
		files: authSvelteKitFiles,
	});
	const port = await freePort();
	const certificate = await selfSigned(name);
	proxy = await startProxy({ target: host.origin, port, tls: { host: name, certificate } });
	provider = await startIdentityProvider(
		[host.origin, proxy.origin].map((origin) => `${origin}/auth/callback/keycloak`),
	);
	browser = await launchBrowser([name]);
});
afterAll(async () => {
	await browser?.close();
	await server?.stop();
	await proxy?.close();
	await provider?.close();
	await host?.remove();
});

/** Starts the build for people who come to this address. */
async function start(origin: string): Promise<void> {
	await server?.stop();
	server = await host.startBuild({
		...{ AUTH_SECRET: secret, AUTH_URL: origin, ORIGIN: origin },
		AUTH_KEYCLOAK_ID: provider.clientId,
		AUTH_KEYCLOAK_SECRET: provider.clientSecret,
		AUTH_KEYCLOAK_ISSUER: provider.issuer,
	});
}

/** What a person has written, and not what a package manager or authgraft keeps there. */
async function ownFiles(): Promise<Record<string, string>> {
	const all = Object.entries(await treeHash(host.folder));
	return Object.fromEntries(all.filter(([path]) => !/^(?:package-lock\.json|\.authgraft\/)/.test(path)));
}

test('nobody is signed out, and undo gives the files back', async () => {
	const checkedBefore = await host.typeCheck();
	const built = await host.build();
	expect(built.code, built.output).toBe(0);
	const open = async (origin: string) =>
		new MigratingPerson(await browser.open({ ignoreHTTPSErrors: true }), origin);
	const places = [host.origin, proxy.origin];
	const people: { person: MigratingPerson; name: string; redirectUri: string | null }[] = [];
	for (const origin of places) {
		await start(origin);
		const [byPassword, byProvider] = [await open(origin), await open(origin)];
		await byPassword.signInWithPassword();
		people.push({ person: byPassword, name: 'Ada Lovelace', redirectUri: null });
		const redirectUri = await byProvider.signInAtProvider();
		expect(redirectUri).toBe(`${origin}/auth/callback/keycloak`);
		people.push({ person: byProvider, name: 'Grace Hopper', redirectUri });
		for (const person of [byPassword, byProvider]) expect(await person.sessionCookies()).toBeGreaterThan(1);
	}
	await server?.stop();

	const before = await ownFiles();
	const migrated = await host.graft('migrate', '--yes');
	expect(migrated.code, migrated.output).toBe(0);
	expect(migrated.output).toContain('For the people of your application nothing changes');
	const checked = await host.typeCheck();
	expect(checked.code, `${checkedBefore.output}\n${checked.output}`).toBe(checkedBefore.code);
	const rebuilt = await host.build();
	expect(rebuilt.code, rebuilt.output).toBe(0);

	for (const origin of places) {
		await start(origin);
		for (const { person, name, redirectUri } of people.filter((one) => one.person.origin === origin)) {
			expect(await person.who(), `${name} at ${origin}`).toBe(name);
			await person.signOut();
			expect(await person.who()).toBe('nobody');
			expect(await person.sessionCookies()).toBe(0);
			if (redirectUri === null) await person.signInWithPassword();
			else expect(await person.signInAtProvider()).toBe(redirectUri);
			expect(await person.who()).toBe(name);
			expect(person.faults).toEqual([]);
		}
	}
	expect((await host.graft('migrate', '--check')).code).toBe(0);
	expect((await host.graft('undo', '--yes')).code).toBe(0);
	const after = await ownFiles();
	expect(after).toEqual(before);
}, 600_000);
