import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createClient } from '@libsql/client';
import { type PrismaAccountsClient, prismaAccounts } from '../../../runtime/src/accounts/prisma.ts';
import { execOk } from '../../../scripts/lib/process/exec.ts';
import { modelsFor } from '../../../src/generators/add-adapter/prisma/models.ts';
import type { OpenStore } from './suite.ts';
import { writtenTables } from './tables.ts';

const head = `generator client {
  provider = "prisma-client"
  output   = "../generated"
}

datasource db {
  provider = "sqlite"
}
`;

/** A client on the models that the command line writes, made by Prisma itself. */
export async function openPrisma(folder: string): Promise<OpenStore> {
	await generate(folder);
	const url = `file:${join(folder, 'local.db')}`;
	const sqlite = createClient({ url });
	for (const statement of await statements(folder)) await sqlite.execute(statement);
	const load = (path: string) => import(pathToFileURL(join(folder, path)).href);
	const { PrismaClient } = await load('generated/client.ts');
	const { PrismaLibSql } = await load('node_modules/@prisma/adapter-libsql/dist/index-node.mjs');
	const { PrismaAdapter } = await load('node_modules/@auth/prisma-adapter/index.js');
	const client: PrismaAccountsClient & { $disconnect(): Promise<void> } = new PrismaClient({
		adapter: new PrismaLibSql({ url }),
	});
	let open = true;
	return {
		store: prismaAccounts(client),
		adapter: PrismaAdapter(client),
		passkeys: true,
		async withoutSessions(work) {
			await sqlite.execute('alter table "Session" rename to "SessionElsewhere"');
			await work();
			await sqlite.execute('alter table "SessionElsewhere" rename to "Session"');
		},
		async refer(userId) {
			await sqlite.execute('create table if not exists "Order" (owner text references "User" (id))');
			await sqlite.execute({ sql: 'insert into "Order" values (?)', args: [userId] });
		},
		async close() {
			if (!open) return;
			open = false;
			for (const model of ['Session', 'Account', 'Password', 'SessionDetail', 'Authenticator'])
				await sqlite.execute(`drop table "${model}"`);
			for (const model of ['VerificationToken', 'RateLimit', 'Order', 'User'])
				await sqlite.execute(`drop table if exists "${model}"`);
			sqlite.close();
			await client.$disconnect();
		},
	};
}

async function generate(folder: string): Promise<void> {
	await mkdir(join(folder, 'prisma'));
	const models = modelsFor('sqlite', { accounts: true, limits: true }).map(({ text }) => text);
	await writeFile(join(folder, 'prisma/schema.prisma'), [head, ...models].join('\n'));
	// It looks for a program that only migrations need, and would load it from elsewhere than the registry.
	const engine = join(folder, 'engine');
	await writeFile(engine, '#!/bin/sh\n');
	await chmod(engine, 0o755);
	await execOk(process.execPath, [join(folder, 'node_modules/prisma/build/index.js'), 'generate'], {
		cwd: folder,
		env: { PRISMA_SCHEMA_ENGINE_BINARY: engine },
	});
}

/** What `prisma db push` would run: tables go by the names of the models, and those of accounts have no relations. */
async function statements(folder: string): Promise<string[]> {
	const { statements } = await writtenTables('sqlite', folder);
	return statements.map((statement) => {
		const named = statement.replace(
			/(create table |references )"(\w)(\w*)"/g,
			(_, before: string, first: string, rest: string) => `${before}"${first.toUpperCase()}${rest}"`,
		);
		return /"(?:Password|SessionDetail)" \(/.test(named.split('\n')[0] ?? '')
			? named.replace(/,\n\tforeign key [^\n]*/g, '')
			: named;
	});
}
