import { join } from 'node:path';
import { type Client, createClient } from '@libsql/client';
import { expect } from 'vitest';
import { type ExecResult, exec, npm } from '../../scripts/lib/process/exec.ts';
import { type MailServer, startMailServer } from '../conformance/support/mail.ts';
import { type HostUnderTest, type Kind, makeHostUnderTest } from './host-under-test.ts';
import { type IdentityProvider, type ProviderPerson, startIdentityProvider } from './identity-provider.ts';

export type Row = Record<string, unknown>;

/** A fresh host after `init` and `add-accounts`, built, with everybody around it. */
export interface AccountsHost {
	host: HostUnderTest;
	/** Where the endpoints are, with the base. */
	authPath: string;
	mails: MailServer;
	provider: IdentityProvider;
	/** What `startBuild` takes. */
	env: Record<string, string>;
	/** All rows of a table. */
	rows(table: string): Promise<Row[]>;
	/** A connection of its own to the host's database. */
	database: Client;
	close(): Promise<void>;
}

export interface AccountsHostOptions {
	/** Where the endpoints are, with the base. */
	authPath: string;
	/** Where people see it, if not where it answers. */
	origin?: string;
	/** Whom the provider knows. */
	people?: readonly ProviderPerson[];
	/** Ids of the providers that lead to it. Default: Keycloak alone. */
	providers?: readonly string[];
	/** What its owner changes before it is built. */
	dress?(host: HostUnderTest): Promise<void>;
}

export async function makeAccountsHost(kind: Kind, options: AccountsHostOptions): Promise<AccountsHost> {
	const { authPath, people, providers = ['keycloak'], dress } = options;
	const [mails, host] = await Promise.all([startMailServer(), makeHostUnderTest(kind)]);
	const origin = options.origin ?? host.origin;
	const provider = await startIdentityProvider(
		providers.map((id) => `${origin}${authPath}/callback/${id}`),
		people,
		{ uris: [`${origin}${authPath}/signout`] },
	);
	await done(host.graft('init', '--yes', '--providers', 'keycloak'));
	await done(host.graft('add-accounts', '--yes', '--allow-dirty', '--mail', 'nodemailer'));
	await done(exec(...npm('run', 'db:push'), { cwd: host.folder, timeout: 120_000 }));
	await dress?.(host);
	await done(host.typeCheck());
	await done(host.build());
	const { host: at, port, auth } = mails.server;
	const database = createClient({ url: `file:${join(host.folder, 'local.db')}` });
	// The application may be writing.
	await database.execute('pragma busy_timeout = 10000');
	return {
		...{ host, authPath, mails, provider, database },
		env: {
			AUTH_SECRET: 'a-secret-of-at-least-thirty-two-characters',
			AUTH_KEYCLOAK_ID: provider.clientId,
			AUTH_KEYCLOAK_SECRET: provider.clientSecret,
			AUTH_KEYCLOAK_ISSUER: provider.issuer,
			AUTH_NODEMAILER_SERVER: `smtp://${auth.user}:${auth.pass}@${at}:${port}?ignoreTLS=true`,
			AUTH_NODEMAILER_FROM: 'The application <app@test.example>',
			DATABASE_URL: 'file:local.db',
		},
		rows: async (table) => (await database.execute(`select * from ${table}`)).rows.map((row) => ({ ...row })),
		async close() {
			database.close();
			await provider.close();
			await mails.close();
			await host.remove();
		},
	};
}

async function done(command: Promise<ExecResult>): Promise<void> {
	const { code, output } = await command;
	expect(code, output).toBe(0);
}
