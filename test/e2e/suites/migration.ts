import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { freePort } from '../../../scripts/lib/process/free-port.ts';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser.ts';
import type { HostUnderTest } from '../../support/host-under-test.ts';
import { type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import { MigratingPerson, type Ways } from '../../support/migrating-person.ts';
import { note } from '../../support/note.ts';
import { makePredecessorHost, type PredecessorHost } from '../../support/predecessor.ts';
import { type ProxyServer, selfSigned, startProxy } from '../../support/proxy.ts';
import { treeHash } from '../../support/tree-hash.ts';

export interface Migration extends PredecessorHost {
	title: string;
	/** Where the endpoints are. */
	authPath: string;
	/** What imports would be left of. */
	predecessor: string;
	/** By http, and behind a proxy that speaks TLS. */
	places: ('http' | 'tls')[];
	/** Whether the server is to learn by the Host header what people asked for. */
	keepsHost?: boolean;
	/** What the server is told besides the secret and the provider. */
	env?(origin: string): Record<string, string>;
	ways?: Ways;
	/** Before anybody comes: tables. */
	prepare?(host: HostUnderTest): Promise<void>;
	/** What is seen once people have signed in, and again when they are back: the same. */
	kept?(host: HostUnderTest): Promise<unknown>;
	/** The rows of sessions: those of before are the ones that count, until people sign out. */
	sessions?(host: HostUnderTest): Promise<unknown>;
	/** More that is to hold while the old library is still there, or afterwards. */
	more?(world: MigrationWorld, when: 'before' | 'after'): Promise<void>;
	/** Whether sessions fit into one cookie. */
	small?: boolean;
	/** Who can sign in. Default both. */
	people?: ('password' | 'provider')[];
}

export interface MigrationWorld {
	host: HostUnderTest;
	/** Where people see it by TLS. */
	secure: string;
	open(origin: string): Promise<MigratingPerson>;
	start(origin: string): Promise<RunningServer>;
}

interface Visitor {
	person: MigratingPerson;
	name: string;
	redirectUri: string | undefined;
	/** All that the session says of them. */
	user: unknown;
}

const name = 'app.test';
const names = { password: 'Ada Lovelace', provider: 'Grace Hopper' };

/**
 * People sign in at a host of another library, the host is migrated, built and started with the same environment, and the
 * same browsers come back.
 */
export function describeMigration(of: Migration): void {
	describe(of.title, () => {
		let world: MigrationWorld;
		let provider: IdentityProvider;
		let proxy: ProxyServer;
		let browser: TestBrowser;
		let server: RunningServer | undefined;

		beforeAll(async () => {
			const host = await makePredecessorHost(of);
			const port = await freePort();
			const tls = { host: name, certificate: await selfSigned(name) };
			proxy = await startProxy({ target: host.origin, port, tls, keepsHost: of.keepsHost ?? false });
			const origins = [host.origin, proxy.origin];
			provider = await startIdentityProvider(origins.map((at) => `${at}${of.authPath}/callback/keycloak`));
			browser = await launchBrowser([name]);
			world = {
				...{ host, secure: proxy.origin },
				async start(origin) {
					await server?.stop();
					server = await host.startBuild({
						...{ AUTH_SECRET: 'the-same-secret-before-and-afterwards', AUTH_URL: origin },
						AUTH_KEYCLOAK_ID: provider.clientId,
						AUTH_KEYCLOAK_SECRET: provider.clientSecret,
						AUTH_KEYCLOAK_ISSUER: provider.issuer,
						...of.env?.(origin),
					});
					return server;
				},
				open: async (origin) =>
					new MigratingPerson(await browser.open({ ignoreHTTPSErrors: true }), origin, of.ways),
			};
			await of.prepare?.(host);
		});
		afterAll(async () => {
			await browser?.close();
			await server?.stop();
			await proxy?.close();
			await provider?.close();
			await world?.host.remove();
		});

		test('nobody is signed out, and undo gives the files back', async () => {
			const { host } = world;
			onTestFailed(({ task }) => {
				const errors = task.result?.errors?.map(({ message }) => message).join('\n');
				note(`${errors}\nThe server said: ${server?.output().slice(-4_000)}`);
			});
			const checkedBefore = await errorsOf(host, of);
			const built = await host.build();
			expect(built.code, built.output).toBe(0);
			const origins = of.places.map((place) => (place === 'http' ? host.origin : world.secure));
			const visitors = await visit(world, of, origins);
			await of.more?.(world, 'before');
			await server?.stop();
			const keptBefore = await of.kept?.(host);
			let sessions = await of.sessions?.(host);

			const before = await ownFiles(host);
			const migrated = await host.graft('migrate', '--yes');
			expect(migrated.code, migrated.output).toBe(0);
			const isNew = (error: string) => !checkedBefore.includes(error);
			expect((await errorsOf(host, of)).filter(isNew), migrated.output).toEqual([]);
			expect((await host.graft('migrate', '--check')).code).toBe(0);
			const rebuilt = await host.build();
			expect(rebuilt.code, rebuilt.output).toBe(0);

			for (const origin of origins) {
				await world.start(origin);
				const here = visitors.filter(({ person }) => person.origin === origin);
				for (const { person, name, user } of here) {
					expect(await person.who(), origin).toBe(name);
					expect(keptOf(await person.user(of.authPath))).toEqual(keptOf(user));
				}
				expect(await of.sessions?.(host)).toEqual(sessions);
				for (const visitor of here) await comeBack(visitor);
				sessions = await of.sessions?.(host);
				expect(await of.kept?.(host)).toEqual(keptBefore);
			}
			await of.more?.(world, 'after');
			await server?.stop();
			await expectNothingLeft(host, of.predecessor);
			const undone = await host.graft('undo', '--yes');
			expect(undone.code, undone.output).toBe(0);
			expect(await ownFiles(host)).toEqual(before);
		}, 900_000);
	});
}

/** Of a person, without what ours writes down at a sign-in: that the provider has verified the address. */
function keptOf(user: unknown): unknown {
	const { emailVerified: _, ...rest } = Object(user);
	return rest;
}

/** Everybody signs in at every address, as the old library has it. */
async function visit(world: MigrationWorld, of: Migration, origins: string[]): Promise<Visitor[]> {
	const visitors: Visitor[] = [];
	for (const origin of origins) {
		await world.start(origin);
		for (const by of of.people ?? (['password', 'provider'] as const)) {
			const person = await world.open(origin);
			let redirectUri: string | undefined;
			if (by === 'password') await person.signInWithPassword();
			else redirectUri = (await person.signInAtProvider()) ?? 'none';
			if (redirectUri) expect(redirectUri).toBe(`${origin}${of.authPath}/callback/keycloak`);
			expect(await person.who()).toBe(names[by]);
			const cookies = await person.sessionCookies();
			if (of.small) expect(cookies).toBe(1);
			else expect(cookies).toBeGreaterThan(1);
			visitors.push({ person, name: names[by], redirectUri, user: await person.user(of.authPath) });
		}
	}
	return visitors;
}

/** Signs out, and in again as before. */
async function comeBack({ person, name, redirectUri }: Visitor): Promise<void> {
	await person.signOut();
	expect(await person.who()).toBe('nobody');
	expect(await person.sessionCookies()).toBe(0);
	if (redirectUri === undefined) await person.signInWithPassword();
	else expect(await person.signInAtProvider()).toBe(redirectUri);
	expect(await person.who()).toBe(name);
	expect(person.faults).toEqual([]);
}

/** What the type check says, wherever the lines have gone; nothing where the project has none. */
async function errorsOf(host: HostUnderTest, { kind }: Migration): Promise<string[]> {
	const { scripts } = JSON.parse(await host.read('package.json'));
	if (!scripts[kind.typeCheck]) return [];
	const { output } = await host.typeCheck();
	return output
		.split('\n')
		.filter((line) => /\berror\b/i.test(line) && !/\b0 errors\b/i.test(line))
		.map((line) => line.replace(/[(:]\d+[,:]\d+\)?/, ''));
}

async function expectNothingLeft(host: HostUnderTest, predecessor: string): Promise<void> {
	const imported = new RegExp(`(['"])${predecessor.replace(/[/.]/g, '\\$&')}(?:/[^'"]*)?\\1`);
	const written = Object.keys(await ownFiles(host)).filter((path) => /\.(?:[jt]sx?|svelte|json)$/.test(path));
	const texts = await Promise.all(written.map(async (path) => ({ path, text: await host.read(path) })));
	expect(texts.filter(({ text }) => imported.test(text)).map(({ path }) => path)).toEqual([]);
}

/** What a person has written, and not what a package manager, a database or authgraft keeps there. */
async function ownFiles({ folder }: HostUnderTest): Promise<Record<string, string>> {
	const all = Object.entries(await treeHash(folder));
	return Object.fromEntries(
		all.filter(([path]) => !/^(?:package-lock\.json|\.authgraft\/|local\.db)/.test(path)),
	);
}
