import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { RunningServer } from '../../../scripts/lib/process/server.ts';
import { type Database, openDatabase } from '../../conformance/support/database.ts';
import { type MailServer, startMailServer } from '../../conformance/support/mail.ts';
import { type HostUnderTest, type Kind, makeHostUnderTest } from '../host-under-test.ts';
import { note } from '../note.ts';
import { packages } from './dressing.ts';

const tables = ['session', 'account', 'authenticator', 'verificationToken', 'user'];

/** What differs between the frameworks in what an owner adds to a host. */
export interface Dressing {
	/** Pages and modules of its owner. */
	pages: Record<string, string>;
	/** Where the endpoints are, below the base: `/auth`. */
	authPath: string;
	/** Tells the project its base path (`''` or `/app`) and the origin under which people see it. */
	mount(folder: string, base: string, origin: string): Promise<void>;
	/** Adds to what `init` has written: database, mail, passkeys. */
	dress(folder: string): Promise<void>;
}

export interface ConformanceHost {
	/** Where the endpoints are, below the base: `/auth`. */
	authPath: string;
	database: Database;
	mail: MailServer;
	/** Builds it to be seen at that place, empties the database, and starts the build. */
	start(place: { origin: string; base: string }, env: Record<string, string>): Promise<RunningServer>;
	remove(): Promise<void>;
}

/**
 * A real host that has everything: grafted by `init` below a base path, then dressed by its owner with database
 * sessions, a mail server, passkeys and an OpenID provider with all checks on.
 */
export async function makeConformanceHost(kind: Kind, dressing: Dressing): Promise<ConformanceHost> {
	const { pages, authPath, mount, dress } = dressing;
	const make = async (folder: string) => {
		await kind.make(folder);
		await kind.packages?.give(folder);
		const file = join(folder, 'package.json');
		const manifest = JSON.parse(await readFile(file, 'utf8'));
		manifest.dependencies = { ...manifest.dependencies, ...packages };
		await writeFile(file, JSON.stringify(manifest, null, '\t'));
	};
	const { setOrigin: _, ...rest } = kind;
	const name = `${kind.name} conformance`;
	const host = await makeHostUnderTest({ ...rest, name, make, pages, packages: undefined });
	await mount(host.folder, '/app', 'https://before-init.test');
	await graft(host);
	await dress(host.folder);

	const url = `file:${join(host.folder, 'host.db')}`;
	const database = await openDatabase(url);
	await database.run('PRAGMA journal_mode = WAL');
	const mail = await startMailServer();
	const { auth, port } = mail.server;
	const mailServer = `smtp://${auth.user}:${auth.pass}@127.0.0.1:${port}?ignoreTLS=true`;
	return {
		authPath,
		database,
		mail,
		async start({ origin, base }, env) {
			note(`${origin}${base}`);
			await mount(host.folder, base, origin);
			const { code, output } = await host.build();
			expect(code, output).toBe(0);
			for (const table of tables) await database.run(`DELETE FROM ${table}`);
			return host.startBuild({ DATABASE_URL: url, MAIL_SERVER: mailServer, ...env });
		},
		async remove() {
			await mail.close();
			database.close();
			await host.remove();
		},
	};
}

async function graft(host: HostUnderTest): Promise<void> {
	const flags = ['--yes', '--providers', 'keycloak', '--protect', '/dashboard'];
	const { code, output } = await host.graft('init', ...flags);
	expect(code, output).toBe(0);
}
