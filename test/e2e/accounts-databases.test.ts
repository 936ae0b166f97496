import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { edit } from '../../scripts/lib/make-host.ts';
import { type ExecResult, exec, npm } from '../../scripts/lib/process/exec.ts';
import { startMailServer } from '../conformance/support/mail.ts';
import { Person } from '../conformance/support/person.ts';
import {
	type HostUnderTest,
	makeHostUnderTest,
	solidStart2,
	svelteKit3,
} from '../support/host-under-test.ts';
import { findMariaDb, startMariaDb } from '../support/mariadb.ts';

/*
 * `add-accounts` on databases that the other hosts have not: what it writes is checked by TypeScript and built.
 */

const done = async (command: Promise<ExecResult>): Promise<void> => {
	const { code, output } = await command;
	expect(code, output).toBe(0);
};

/** `init`, the adapter, accounts. */
async function graft(host: HostUnderTest, adapter: string): Promise<void> {
	const flags = ['--yes', '--allow-dirty'];
	await done(host.graft('init', '--yes', '--providers', 'keycloak'));
	await done(host.graft('add-adapter', adapter, ...flags));
	await done(host.graft('add-accounts', ...flags, '--mail', 'nodemailer'));
}

describe('drizzle with MySQL on SvelteKit 3', () => {
	let host: HostUnderTest | undefined;
	afterAll(() => host?.remove());

	test('is checked and built', async () => {
		host = await makeHostUnderTest(svelteKit3);
		await graft(host, 'drizzle-mysql');
		await done(host.typeCheck());
		await done(host.build());
	}, 1_200_000);

	const program = findMariaDb();
	test.skipIf(!program)(
		'a person signs up, and is in MariaDB',
		async () => {
			const { folder, origin, startBuild } = host as HostUnderTest;
			const [mariadb, mails] = await Promise.all([startMariaDb(program as string), startMailServer()]);
			const { host: at, port, auth } = mails.server;
			const env = { DATABASE_URL: mariadb.url };
			try {
				await done(exec(...npm('run', 'db:push', '--', '--force'), { cwd: folder, env, timeout: 120_000 }));
				const server = await startBuild({
					...env,
					...{ AUTH_SECRET: 'a-secret-of-at-least-thirty-two-characters', AUTH_KEYCLOAK_ID: 'x' },
					...{ AUTH_KEYCLOAK_SECRET: 'x', AUTH_KEYCLOAK_ISSUER: 'http://127.0.0.1:9' },
					AUTH_NODEMAILER_SERVER: `smtp://${auth.user}:${auth.pass}@${at}:${port}?ignoreTLS=true`,
					AUTH_NODEMAILER_FROM: 'app@test.example',
				});
				try {
					const email = 'ada@example.com';
					const ask = (request: Request) => fetch(request, { redirect: 'manual' });
					const ada = new Person({ origin, fetch: ask });
					const post = (action: string, form: Record<string, string>) =>
						ada.visit(`/auth/account/${action}`, { form, follow: false });
					await post('sign-up', { email, name: 'Ada' });
					await expect.poll(() => mails.letters.length, { timeout: 15_000 }).toBe(1);
					await ada.visit(mails.letterTo(email).link);
					const set = await post('set-password', { password: 'four words will do here' });
					expect(set.headers.get('location'), server.output()).toBe('/');
					expect((await ada.visit('/auth/session')).json()).toMatchObject({ user: { email, name: 'Ada' } });
					expect((await ada.visit('/account')).text).toContain('(this browser)');
				} finally {
					await server.stop();
				}
			} finally {
				await mails.close();
				await mariadb.remove();
			}
		},
		300_000,
	);
});

const schema = `generator client {
  provider = "prisma-client"
  output   = "../src/generated/prisma"
}

datasource db {
  provider = "sqlite"
}
`;
const client = `import { PrismaLibSql } from '@prisma/adapter-libsql';
import { PrismaClient } from '../generated/prisma/client';

export const prisma = new PrismaClient({
	adapter: new PrismaLibSql({ url: process.env.DATABASE_URL ?? 'file:local.db' })
});
`;

describe('Prisma on SolidStart 2', () => {
	let host: HostUnderTest | undefined;
	afterAll(() => host?.remove());

	test('is checked and built', async () => {
		const version = '^7.10.0';
		const packages = { '@prisma/client': version, '@prisma/adapter-libsql': version, prisma: version };
		host = await makeHostUnderTest({
			...solidStart2,
			name: 'SolidStart 2 (Prisma)',
			pages: { 'prisma/schema.prisma': schema, 'src/lib/prisma.ts': client, engine: '#!/bin/sh\n' },
			packages: undefined,
			async make(folder) {
				await solidStart2.make(folder);
				const listed = Object.entries(packages).map(([name, range]) => `"${name}": "${range}",\n\t\t`);
				await edit(
					join(folder, 'package.json'),
					'"dependencies": {',
					`"dependencies": {\n\t\t${listed.join('')}`,
				);
			},
		});
		await graft(host, 'prisma');
		// It looks for a program that only migrations need, and would load it from elsewhere than the registry.
		const engine = join(host.folder, 'engine');
		await chmod(engine, 0o755);
		const env = { PRISMA_SCHEMA_ENGINE_BINARY: engine };
		await done(exec(...npm('exec', '--', 'prisma', 'generate'), { cwd: host.folder, env, timeout: 120_000 }));
		await done(host.typeCheck());
		await done(host.build());
	}, 1_200_000);
});
