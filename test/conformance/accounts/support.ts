import { createHash } from 'node:crypto';
import { DrizzleAdapter } from '@auth/drizzle-adapter';
import { createClient } from '@libsql/client';
import { drizzle } from 'drizzle-orm/libsql';
import { onTestFinished, vi } from 'vitest';
import { drizzleAccounts } from '../../../runtime/src/accounts/drizzle.ts';
import {
	Accounts,
	type AccountsOptions,
	type Mail,
	Passwords,
	type PasswordsOptions,
} from '../../../runtime/src/accounts/index.ts';
import { clearHits } from '../../../runtime/src/accounts/limits/memory.ts';
import type { AccountPages } from '../../../runtime/src/core/accounts.ts';
import { accountPage } from '../../../runtime/src/solid-start/index.ts';
import * as schema from '../accounts-stores/schema-sqlite.ts';
import { type Application, type Config, type Integration, makeApplication } from '../support/application.ts';
import { Person, type Visit } from '../support/person.ts';

/** So that thousands of sign-ins take no time: how passwords are hashed has tests of its own. */
export const quick: NonNullable<PasswordsOptions['hash']> = {
	hash: (password) => `quick:${createHash('sha256').update(password).digest('hex')}`,
	verify: (password, hash) => quick.hash(password) === hash,
	needsRehash: () => false,
};

export const good = 'four words will do';
export const better = 'seven green owls at noon';

const pages: Record<string, keyof AccountPages> = {
	'/signup': 'signUp',
	'/forgot-password': 'forgotPassword',
	'/set-password': 'setPassword',
	'/account': 'account',
};

export interface World {
	app: Application;
	mails: Mail[];
	/** All rows of a table. */
	rows(table: string): Promise<Record<string, unknown>[]>;
	run(sql: string): Promise<void>;
	/** The mail that was sent last, once it was. */
	mail(count?: number): Promise<Mail>;
	/** Posts a form as somebody on one of our pages. */
	post(person: Person, action: string, form: Record<string, string>, follow?: boolean): Promise<Visit>;
	/** Somebody who has signed up, and is signed in. */
	ada(email?: string): Promise<Person>;
	signIn(person: Person, email: string, password: string): Promise<Visit>;
}

/** An application with accounts, on a database in memory. */
export async function makeWorld(
	integration: Integration,
	more: { accounts?: Partial<AccountsOptions>; passwords?: PasswordsOptions; config?: Config } = {},
): Promise<World> {
	clearHits();
	const client = createClient({ url: ':memory:' });
	for (const statement of schema.statements) await client.execute(statement);
	onTestFinished(() => client.close());
	const db = drizzle(client);
	const mails: Mail[] = [];
	const adapter = DrizzleAdapter(db, {
		usersTable: schema.users,
		accountsTable: schema.accounts,
		sessionsTable: schema.sessions,
		verificationTokensTable: schema.verificationTokens,
		authenticatorsTable: schema.authenticators,
	});
	const accounts = Accounts({
		store: drizzleAccounts(db, schema),
		send: (mail) => void mails.push(mail),
		...more.accounts,
	});
	const load = (name: keyof AccountPages) => (event: unknown) =>
		integration === 'sveltekit'
			? (app.module[name] as { load(event: unknown): unknown }).load(event)
			: accountPage(event as never, app.module.authConfig as never, name).catch(answerOf);
	const app: Application = makeApplication(
		integration,
		{
			...{ adapter, accounts, pages: { signIn: '/signin' } },
			providers: [Passwords({ hash: quick, ...more.passwords })],
			...more.config,
		},
		{ routes: Object.fromEntries(Object.entries(pages).map(([path, name]) => [path, load(name)])) },
	);
	const post: World['post'] = (person, action, form, follow = true) =>
		person.visit(`${app.basePath}/account/${action}`, { form, follow });
	async function mail(count = mails.length + 1): Promise<Mail> {
		await vi.waitFor(() => {
			if (mails.length < count) throw new Error(`${mails.length} mails, and ${count} were expected`);
		});
		return mails[count - 1] as Mail;
	}
	return {
		...{ app, mails, post, mail },
		rows: async (table) => (await client.execute(`select * from ${table}`)).rows.map((row) => ({ ...row })),
		run: async (sql) => void (await client.execute(sql)),
		async ada(email = 'ada@example.com') {
			const person = new Person(app);
			const before = mails.length;
			await post(person, 'sign-up', { email, name: 'Ada' });
			const { link = '' } = await mail(before + 1);
			await person.visit(link);
			await post(person, 'set-password', { password: good });
			return person;
		},
		signIn: (person, email, password) =>
			person.visit(`${app.basePath}/callback/credentials`, { form: { email, password }, follow: false }),
	};
}

/** SolidStart answers with what a server function throws, where it is a response. */
function answerOf(thrown: unknown): Response {
	if (thrown instanceof Response) return thrown;
	throw thrown;
}

/** The address in a session, or null. */
export const mailOf = async (person: Person): Promise<string | null> =>
	(await person.visit('/')).json<{ user?: { email?: string } } | null>()?.user?.email ?? null;

/** Where a form led to: path and query, or the error of JSON. */
export const ledTo = ({ redirects, url }: Visit): string =>
	(redirects.at(-1) ?? url).replace('http://localhost:3000', '');
