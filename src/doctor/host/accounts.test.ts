import { describe, expect, test } from 'vitest';
import { doctorFigures, figuresOf } from '../../../test/support/documents/doctor-figures.ts';
import { thorough } from '../../../test/support/thorough.ts';
import { accountsPlan, findAuthModule } from '../../generators/add-accounts/index.ts';
import type { MailerName } from '../../generators/add-accounts/mailers.ts';
import { adapters } from '../../generators/add-adapter/adapters.ts';
import { adapterPlan } from '../../generators/add-adapter/index.ts';
import { readHost } from '../../host/index.ts';
import { type Change, isWrite } from '../../plan/change.ts';
import type { DoctorCode } from '../codes.ts';
import { codesOf, edit, healthy, judge, write } from '../testing.ts';

/* A project with accounts as `add-accounts` leaves it, one thing broken in it, and the same thing done well. */

const kit = 'src/auth.ts';
const schema = 'src/lib/server/db/schema.ts';
const accounts = 'src/lib/server/auth-accounts.ts';

const prismaSchema = 'prisma/schema.prisma';
const prismaFiles = {
	[prismaSchema]:
		'datasource db {\n  provider = "sqlite"\n}\n\ngenerator client {\n  provider = "prisma-client-js"\n}\n',
	'src/lib/server/prisma.ts':
		"import { PrismaClient } from '@prisma/client';\n\nexport const prisma = new PrismaClient();\n",
};

const carryOut = (root: string, changes: readonly Change[]): void => {
	expect(changes.filter(({ kind }) => kind === 'refuse')).toEqual([]);
	write(root, Object.fromEntries(changes.filter(isWrite).map(({ path, after }) => [path, after])));
};

/** The project's own Prisma, and the adapter on it. */
async function addPrisma(root: string): Promise<void> {
	write(root, prismaFiles);
	const host = await readHost(root);
	const kind = adapters.find(({ name }) => name === 'prisma');
	if (kind) carryOut(root, adapterPlan(host, findAuthModule(host, undefined), kind).changes);
}

interface Base {
	fixture?: string;
	mailer?: MailerName;
	/** On Prisma, in the place of drizzle and SQLite. */
	prisma?: boolean;
	limits?: 'memory' | 'database';
}

/** The fixture with accounts. */
async function withAccounts({
	fixture = 'sveltekit3',
	mailer,
	prisma = false,
	limits = 'memory',
}: Base = {}): Promise<string> {
	const root = await healthy(fixture);
	if (prisma) await addPrisma(root);
	const host = await readHost(root);
	const { changes } = accountsPlan(host, findAuthModule(host, undefined), {
		...{ passwords: true, accountPage: true, mailer, look: 'plain' },
		...{ limits, alongside: false },
	});
	carryOut(root, changes);
	// What `npm run db:push` makes.
	write(root, { 'local.db': '' });
	return root;
}

const secret = 'k3N8vQ2pX7sT4wZ9bL6mR1yC5hJ0dF-gAeUiOnKqWtE';
const server = {
	...{ AUTH_SECRET: secret, AUTH_URL: 'https://app.example' },
	...{
		AUTH_GITHUB_ID: 'Iv1.0123456789abcdef',
		AUTH_GITHUB_SECRET: '0123456789abcdef0123456789abcdef01234567',
	},
};
const resend = { AUTH_RESEND_KEY: 're_0123456789', AUTH_RESEND_FROM: 'app@app.example' };
const production = (variables: Record<string, string>) => ({
	production: true,
	variables: { ...server, ...variables },
});

interface Row extends Base {
	code: DoctorCode;
	what: string;
	broken?: (root: string) => void;
	well?: (root: string) => void;
	how?: Parameters<typeof judge>[1];
	howWell?: Parameters<typeof judge>[1];
}

const rows: Row[] = [
	{
		code: 'mailer-missing',
		what: 'nothing sends in production',
		how: production({}),
		well: (root) =>
			write(root, { 'src/lib/server/mail.ts': 'export const send = async (mail) => console.log(mail);\n' }),
		howWell: production({}),
	},
	{
		code: 'mailer-missing',
		what: '`send` is left out',
		broken: (root) => edit(root, accounts, /,\s*send\b/, ''),
		how: production({}),
	},
	{
		code: 'mailer-missing',
		what: 'the key of the mailer is not set in production',
		mailer: 'resend',
		how: production({ AUTH_RESEND_FROM: resend.AUTH_RESEND_FROM }),
		howWell: production(resend),
	},
	{
		code: 'tables-missing',
		what: 'the schema has no passwords',
		broken: (root) => edit(root, schema, 'export const passwords', 'const passwords'),
		well: (root) => edit(root, schema, 'export const passwords', '/** Hashes. */\nexport const passwords'),
	},
	{
		code: 'tables-missing',
		what: 'tries are counted in a table that there is not',
		broken: (root) => edit(root, accounts, /,\s*send\b/, ",\n\tlimits: 'database',\n\tsend"),
		well: (root) => edit(root, accounts, /,\s*send\b/, ",\n\tlimits: 'memory',\n\tsend"),
	},
	{
		code: 'tables-missing',
		what: 'the schema of Prisma has no model for passwords',
		prisma: true,
		broken: (root) => edit(root, prismaSchema, 'model Password {', 'model Passphrase {'),
		// A schema may be several files.
		well: (root) => {
			edit(root, prismaSchema, /model Password \{[^}]*\}\n/, '');
			write(root, {
				'prisma/models/people.prisma':
					'model Password {\n  userId String @id\n  hash String\n  changedAt DateTime\n}\n',
			});
		},
	},
	{
		code: 'tables-missing',
		what: 'tries are counted in a model that is commented out',
		prisma: true,
		limits: 'database',
		broken: (root) => edit(root, prismaSchema, 'model RateLimit {', '// model RateLimit {'),
		well: (root) => edit(root, prismaSchema, 'model RateLimit {', '/// Tries.\nmodel  RateLimit{'),
	},
	{
		code: 'config-broken',
		what: 'sessions as JWTs beside accounts',
		broken: (root) => edit(root, kit, /\n(\s*)providers:/, "\nsession: { strategy: 'jwt' },\nproviders:"),
		well: (root) => edit(root, kit, /\n(\s*)providers:/, "\nsession: { strategy: 'database' },\nproviders:"),
	},
	{
		code: 'config-broken',
		what: 'passwords without accounts',
		broken: (root) => edit(root, kit, /\n\s*accounts,?(?=\n)/, ''),
	},
	{
		code: 'config-broken',
		what: 'accounts without an adapter',
		broken: (root) => edit(root, kit, /\n\s*adapter,?(?=\n)/, ''),
	},
	{
		code: 'page-missing',
		what: 'the page that mails lead to is gone',
		broken: (root) => write(root, { 'src/routes/set-password': null }),
		well: (root) => {
			write(root, { 'src/routes/set-password': null, 'src/routes/choose/+page.svelte': '<p>Choose</p>\n' });
			edit(root, accounts, /,\s*send\b/, ",\n\tpages: { setPassword: '/choose' },\n\tsend");
		},
	},
	{
		code: 'page-missing',
		what: 'the same on SolidStart',
		fixture: 'solidstart2',
		broken: (root) => write(root, { 'src/routes/forgot-password.tsx': null }),
	},
	{
		code: 'account-page-closed',
		what: 'a rule for everything',
		broken: (root) => edit(root, 'src/hooks.server.ts', /protect\(\[[^\]]*\]\)/, "protect('/')"),
		well: (root) =>
			edit(
				root,
				'src/hooks.server.ts',
				/protect\(\[[^\]]*\]\)/,
				"protect('/', { except: ['/signup', '/forgot-password', '/set-password'] })",
			),
	},
	{
		code: 'client-address',
		what: 'a proxy, and nobody says where the client stands',
		broken: (root) => edit(root, 'vite.config.ts', 'adapter-auto', 'adapter-node'),
		mailer: 'resend',
		how: production({ ...resend, PROTOCOL_HEADER: 'x-forwarded-proto' }),
		well: (root) => edit(root, 'vite.config.ts', 'adapter-auto', 'adapter-node'),
		howWell: production({
			...{ ...resend, PROTOCOL_HEADER: 'x-forwarded-proto' },
			...{ ADDRESS_HEADER: 'x-forwarded-for', XFF_DEPTH: '1' },
		}),
	},
	{
		code: 'client-address',
		what: 'a platform with a proxy of its own',
		broken: (root) => {
			edit(root, 'vite.config.ts', 'adapter-auto', 'adapter-node');
			write(root, { 'fly.toml': 'app = "x"\n' });
		},
		well: (root) => {
			edit(root, 'vite.config.ts', 'adapter-auto', 'adapter-node');
			write(root, { 'fly.toml': 'app = "x"\n[env]\nADDRESS_HEADER = "fly-client-ip"\n' });
		},
	},
];

const said = async (root: string, how: Row['how']) => {
	const { shown } = await judge(root, how);
	return { codes: codesOf(shown), text: JSON.stringify(shown, null, 1) };
};

describe('the finding that has to come is the worst one', () => {
	test.each(rows)('$code: $what', async ({ code, broken, how, ...base }) => {
		const root = await withAccounts(base);
		broken?.(root);
		const { codes, text } = await said(root, how);
		expect(codes[0], text).toBe(code);
	});
});

describe('and of the same done well nothing is said', () => {
	test.each(rows.filter(({ well, howWell }) => well ?? howWell))(
		'$code: $what',
		async ({ well, howWell, ...base }) => {
			const root = await withAccounts(base);
			well?.(root);
			const { codes, text } = await said(root, howWell);
			expect(codes, text).toEqual([]);
		},
	);
});

const left = ['sveltekit3', 'sveltekit2-js', 'solidstart2', 'solidstart1'];
test.each(left.filter((fixture) => thorough || fixture === 'solidstart2'))(
	'as add-accounts leaves it: %s',
	async (fixture) => {
		const { shown } = await judge(await withAccounts({ fixture }));
		expect(codesOf(shown), JSON.stringify(shown, null, 1)).toEqual([]);
		// While developing links are shown on the page.
		expect(shown.map(({ code, severity }) => `${severity} ${code}`)).toContain('note mailer-missing');
	},
);

test('docs/doctor.md says how many they are', () => {
	const well = rows.filter((row) => row.well ?? row.howWell);
	expect(doctorFigures('src/doctor/host/accounts.test.ts')).toEqual(
		figuresOf(rows.length, well.length + left.length),
	);
});
