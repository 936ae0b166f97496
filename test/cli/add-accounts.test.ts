import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { expectFailure, expectRefusal } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import type { Files, Host } from './support/host.ts';

const add = async (host: Host, ...args: string[]) => {
	const [command = 'add-accounts', ...rest] = args[0]?.startsWith('add-') ? args : ['add-accounts', ...args];
	const result = await host.run(command, '--yes', '--no-install', ...rest);
	expect(result.exit, result.stderr).toBe(0);
	return result;
};

const files = (host: Host) =>
	Object.fromEntries(Object.entries(host.tree()).filter(([path]) => !path.startsWith('.authgraft')));

/** Where code of the server and pages lie, by fixture. */
const places = {
	sveltekit3: ['src/lib/server', 'ts', 'src/routes/signup/+page.server.ts'],
	'sveltekit2-js': ['src/lib/server', 'js', 'src/routes/signup/+page.server.js'],
	'sveltekit2-svelte4': ['src/lib/server', 'js', 'src/routes/signup/+page.server.js'],
	solidstart2: ['src/lib', 'ts', 'src/routes/signup.tsx'],
	'solidstart1-js': ['src/lib', 'js', 'src/routes/signup.jsx'],
} as const;
const fixtures = Object.keys(places) as (keyof typeof places)[];

/** The page of SolidStart's starters for addresses that are none. */
const notFoundPage = 'src/routes/[...404].tsx';
const notFound = `import { A } from '@solidjs/router';

export default function NotFound() {
	return (
		<main>
			<h1>There is no such page</h1>
			<A href="/">Home</A>
		</main>
	);
}
`;

describe.concurrent('a host without a database', () => {
	test.for(fixtures)('%s: all of it in one plan, and nothing to do the second time', async (fixture) => {
		const [folder, language, page] = places[fixture];
		const host = await graftedHost(fixture);
		const { stderr } = await add(host);
		expect(stderr).toContain('Create the tables: npm run db:push');
		expect(stderr).toContain('No mailer yet');
		expect(stderr).toContain('open /signup');
		const auth = host.read(`src/auth.${language}`);
		expect(auth).toMatch(/^\s+adapter,\s+accounts,$/m);
		expect(auth).toContain('Passwords()');
		if (fixture.startsWith('sveltekit'))
			expect(auth).toContain('signUp, forgotPassword, setPassword, account }');
		expect(host.read(`${folder}/auth-accounts.${language}`)).toContain('passwords: schema.passwords');
		expect(host.read(`${folder}/mail.${language}`)).toMatch(/export const send.* = undefined/);
		expect(host.read(`${folder}/db/schema.${language}`)).toMatch(/sqliteTable\(['"]sessionDetail['"]/);
		expect(host.read(page)).toMatch(/signUp/);
		const signIn = page.replace('signup/+page.server', 'signin/+page').replace('signup', 'signin');
		const shown = host.read(signIn.replace(/\+page\.[jt]s$/, '+page.svelte'));
		expect(shown).toContain('Forgot your password?');
		const rules = fixture.startsWith('sveltekit') ? 'hooks.server' : 'middleware';
		expect(host.read(`src/${rules}.${language}`)).toMatch(/protect\(\[['"]\/account['"]\]\)/);
		expect(parse(host.read('.env')).DATABASE_URL).toBe('file:local.db');
		const before = host.tree();
		expect((await add(host)).stderr).toContain('Nothing to do: the accounts are there already.');
		expect(host.tree()).toEqual(before);
	});

	test('undo gives back every byte', async () => {
		const host = await graftedHost('sveltekit3');
		const before = files(host);
		await add(host, '--mail', 'nodemailer');
		expect(Object.keys(files(host))).toContain('src/routes/set-password/+page.svelte');
		expect((await host.run('undo', '--yes')).exit).toBe(0);
		expect(files(host)).toEqual(before);
	});

	test('--dry-run and --json tell the same, and write nothing', async () => {
		const host = await graftedHost('solidstart2');
		const before = host.tree();
		const { stdout } = await add(host, '--mail', 'resend', '--no-account-page', '--dry-run', '--json');
		expect(host.tree()).toEqual(before);
		const { changes, next, command } = JSON.parse(stdout);
		expect(command).toBe('add-accounts --mail resend');
		expect(next).toMatchObject({
			sessions: 'database',
			createTables: ['npm run db:push'],
			fillIn: ['AUTH_RESEND_KEY', 'AUTH_RESEND_FROM'],
			pages: ['/signup', '/forgot-password', '/set-password'],
		});
		const paths = changes.map(({ path }: { path: string }) => path);
		expect(paths).toContain('src/routes/set-password.tsx');
		expect(paths).not.toContain('src/routes/account.tsx');
		expect(paths).not.toContain('src/middleware.ts');
	});
});

describe.concurrent('mails', () => {
	test('a mailer that is chosen later takes the place of none; what somebody has written stays', async () => {
		const host = await graftedHost('sveltekit3');
		await add(host);
		await add(host, '--mail', 'nodemailer');
		expect(host.read('src/lib/server/mail.ts')).toContain('createTransport(env.AUTH_NODEMAILER_SERVER');
		const { dependencies, devDependencies } = JSON.parse(host.read('package.json'));
		expect(dependencies.nodemailer).toBe('^8.0.5');
		expect(devDependencies['@types/nodemailer']).toMatch(/^\^8/);
		expect(host.read('src/env.ts')).toContain('AUTH_NODEMAILER_SERVER: {');
		const own = `${host.read('src/lib/server/mail.ts')}// Ours.\n`;
		host.write({ 'src/lib/server/mail.ts': own });
		await add(host, '--mail', 'resend');
		expect(host.read('src/lib/server/mail.ts')).toBe(own);
	});

	test('a mailer that sends links already sends these, too', async () => {
		const host = await graftedHost('sveltekit2-js');
		await host.run('add-adapter', 'drizzle', '--yes', '--no-install');
		expect((await host.run('add-provider', 'postmark', '--yes', '--no-install')).exit).toBe(0);
		const { stderr } = await add(host);
		expect(stderr).not.toContain('No mailer yet');
		expect(host.read('src/lib/server/mail.js')).toContain('AUTH_POSTMARK_KEY');
	});

	test('a file of that name is the project’s own', async () => {
		const host = await graftedHost('solidstart2', { 'src/lib/mail.ts': 'export const mail = 1;\n' });
		await add(host);
		expect(host.read('src/lib/mail.ts')).toBe('export const mail = 1;\n');
		expect(host.read('src/lib/auth-accounts.ts')).toContain('./auth-mail');
		const before = host.tree();
		expect((await add(host)).stderr).toContain('Nothing to do');
		expect(host.tree()).toEqual(before);
	});

	test('loops sends templates of its own alone', async () => {
		const host = await graftedHost('sveltekit3');
		await expectRefusal(host, ['add-accounts', '--yes', '--mail', 'loops'], {
			...{ exit: 2, code: 'AG_VALUE_INVALID', says: ['templates of its own', 'resend'] },
		});
	});
});

describe.concurrent('what is there already', () => {
	test('a provider that refuses everybody, and the sessions that it needed, go', async () => {
		const host = await graftedHost('sveltekit3', {}, '--providers', 'github,credentials');
		await host.run('add-adapter', 'drizzle', '--yes', '--no-install');
		expect(host.read('src/auth.ts')).toContain("strategy: 'jwt'");
		await add(host);
		const auth = host.read('src/auth.ts');
		expect(auth).not.toMatch(/authorize|Credentials|strategy|User/);
		expect(auth).toContain('GitHub,');
	});

	test('one into which somebody has written is theirs: both ways on are shown', async () => {
		const host = await graftedHost('solidstart2', {}, '--providers', 'credentials');
		const auth = host.read('src/auth.ts').replace('return null;\n}', 'return find(email);\n}');
		host.write({ 'src/auth.ts': auth });
		const before = host.tree();
		const result = await host.run('add-accounts', '--yes', '--no-install');
		expect(result.exit).toBe(1);
		expect(result.stderr).toContain('providers: [Passwords()]');
		expect(result.stderr).toContain('legacy: {');
		expect(result.stderr).toMatch(/src\/auth\.ts:\d+/);
		expect(host.tree()).toEqual(before);
	});

	test('a page of the project’s own at one of the addresses is refused', async () => {
		const host = await graftedHost('sveltekit3', {
			'src/routes/(app)/account/+page.svelte': '<h1>Mine</h1>\n',
		});
		const before = host.tree();
		const result = await host.run('add-accounts', '--yes', '--no-install');
		expect(result.exit).toBe(1);
		expect(result.stderr).toContain('src/routes/(app)/account/+page.svelte');
		expect(result.stderr).toContain('a page of yours at /account');
		expect(host.tree()).toEqual(before);
		await add(host, '--no-account-page');
		expect(host.read('src/routes/(app)/account/+page.svelte')).toBe('<h1>Mine</h1>\n');
	});

	test('a page to sign in on that somebody has changed stays, and is told', async () => {
		const host = await graftedHost('sveltekit2-svelte4');
		const path = 'src/routes/signin/+page.svelte';
		const own = host.read(path).replace('<h1', '<p>Welcome.</p>\n<h1');
		host.write({ [path]: own });
		const { stderr } = await add(host);
		expect(host.read(path)).toBe(own);
		expect(stderr).toContain(`${path} leads to no page for accounts yet`);
	});

	// Of a page for addresses that are none, those below the pages are open with them.
	test.each<[string, string, Files?, string?]>([
		['sveltekit3', 'src/hooks.server.ts'],
		['solidstart2', 'src/middleware.ts'],
		['solidstart1', 'src/middleware.ts', { [notFoundPage]: notFound }, '/[...404]'],
	])(
		'%s: a rule for all of the site lets strangers to the pages that they need, and to no other',
		async (fixture, file, files = {}, ...partly) => {
			const host = await graftedHost(fixture, files, '--protect', '/');
			const open = async () => {
				const { stdout } = await host.run('routes', '--json');
				const { routes } = JSON.parse(stdout) as {
					routes: { kind: string; path: string; guard: string }[];
				};
				return routes
					.filter(({ kind, guard }) => kind === 'page' && guard === 'public')
					.map(({ path }) => path);
			};
			const before = await open();
			const { stderr } = await add(host);
			expect(stderr).not.toContain('guards');
			expect(host.read(file).replaceAll('"', "'")).toContain(
				"{ except: ['/signup', '/forgot-password', '/set-password'] }",
			);
			expect((await open()).toSorted()).toEqual(
				[...before, ...partly, '/forgot-password', '/set-password', '/signup'].toSorted(),
			);
			const text = host.read(file);
			await add(host);
			expect(host.read(file)).toBe(text);
		},
	);

	test.each(
		[
			[
				'data of its own',
				`${notFound}\nexport const news = query(async () => {\n\t'use server';\n\treturn [1];\n}, 'news');\n`,
			],
			['a module of the host', `import { Nav } from '~/components/nav';\n${notFound}`],
			['another catch-all', notFound, 'src/routes/[...slug].tsx'],
		].map(([what = '', text = '', path = notFoundPage]) => ({ what, text, path })),
	)('a catch-all with more to show, $what, is not opened below them', async ({ text, path }) => {
		const host = await graftedHost('solidstart2', { [path]: text }, '--protect', '/');
		const rule = host.read('src/middleware.ts');
		expect((await add(host)).stderr).toMatch(/src\/middleware\.ts:\d+ guards '\/signup'/);
		expect(host.read('src/middleware.ts')).toBe(rule);
	});

	test('a rule that would open more with them, or means one of them, stays and is told', async () => {
		const below = await graftedHost(
			'sveltekit3',
			{ 'src/routes/signup/invoices/+page.svelte': '<h1>Yours</h1>\n' },
			...['--protect', '/'],
		);
		const rule = below.read('src/hooks.server.ts');
		expect((await add(below)).stderr).toMatch(
			/src\/hooks\.server\.ts:\d+ guards '\/signup', '\/forgot-password', '\/set-password'/,
		);
		expect(below.read('src/hooks.server.ts')).toBe(rule);
		const named = await graftedHost('sveltekit3', {}, '--protect', '/signup');
		expect((await add(named)).stderr).toMatch(/src\/hooks\.server\.ts:\d+ guards '\/signup', where/);
		expect(named.read('src/hooks.server.ts')).not.toContain('except');
	});

	test('sessions as JWTs, written out, are refused', async () => {
		const host = await graftedHost('sveltekit3');
		await host.run('add-adapter', 'drizzle', '--yes', '--no-install');
		const auth = host.read('src/auth.ts').replace('adapter,', "adapter,\n\tsession: { strategy: 'jwt' },");
		host.write({ 'src/auth.ts': auth });
		await expectRefusal(host, ['add-accounts', '--yes', '--no-install'], {
			...{ exit: 1, code: 'AG_ACCOUNTS_NEED_DATABASE_SESSIONS', says: ['src/auth.ts', "strategy: 'jwt'"] },
		});
	});

	test('unstorage can end nobody’s sessions', async () => {
		const host = await graftedHost('solidstart2');
		await host.run('add-adapter', 'unstorage', '--yes', '--no-install');
		await expectRefusal(host, ['add-accounts', '--yes', '--no-install'], {
			...{ exit: 1, code: 'AG_ACCOUNTS_UNSUPPORTED', says: ['unstorage', 'drizzle'] },
		});
	});

	test('another library that signs people in', async () => {
		const host = await graftedHost('sveltekit3');
		const manifest = JSON.parse(host.read('package.json'));
		manifest.dependencies['better-auth'] = '^1.7.0';
		host.write({ 'package.json': JSON.stringify(manifest, null, '\t') });
		await expectRefusal(host, ['add-accounts', '--yes', '--no-install'], {
			...{ exit: 1, code: 'AG_OTHER_AUTH', says: ['Better Auth', '--alongside'] },
		});
	});

	test('pg: its pool, and the tables in its script', async () => {
		const host = await graftedHost('solidstart2');
		await host.run('add-adapter', 'pg', '--yes', '--no-install');
		const { stderr } = await add(host, '--limits', 'database');
		expect(stderr).toContain('Create the tables: npm run auth:tables');
		expect(host.read('src/lib/auth-accounts.ts')).toContain('pgAccounts(pool)');
		expect(host.read('src/lib/auth-accounts.ts')).toMatch(/limits: ['"]database['"]/);
		expect(host.read('scripts/auth-tables.mjs')).toContain('"rateLimit"');
		const before = host.tree();
		expect((await add(host, '--limits', 'database')).stderr).toContain('Nothing to do');
		expect(host.tree()).toEqual(before);
	});

	test('tables that refer to people are told', async () => {
		const host = await graftedHost('sveltekit3');
		await host.run('add-adapter', 'drizzle', '--yes', '--no-install');
		const schema = host.read('src/lib/server/db/schema.ts');
		const orders =
			"\nexport const orders = sqliteTable('orders', {\n\tbuyer: text('buyer').references(() => users.id)\n});\n";
		host.write({ 'src/lib/server/db/schema.ts': schema + orders });
		const { stderr } = await add(host);
		expect(stderr).toMatch(/schema\.ts:\d+ orders\.buyer refers to people/);
	});
});

test('add-account-page: for people who sign in without passwords', async () => {
	const host = await graftedHost('sveltekit3');
	await host.run('add-adapter', 'drizzle', '--yes', '--no-install');
	const { stderr } = await add(host, 'add-account-page');
	expect(stderr).toContain('open /account');
	const auth = host.read('src/auth.ts');
	expect(auth).not.toContain('Passwords');
	expect(auth).toMatch(/signOut, account } = /);
	expect(Object.keys(host.tree())).not.toContain('src/routes/signup/+page.svelte');
	await add(host);
	expect(host.read('src/auth.ts')).toContain('Passwords()');
});

test('add-provider credentials tells of accounts, and is refused beside them', async () => {
	const host = await graftedHost('sveltekit2-js');
	const { stderr } = await add(host, 'add-provider', 'credentials');
	expect(stderr).toContain('For accounts in your own database: authgraft add-accounts');
	await add(host);
	expectFailure(await host.run('add-provider', 'credentials', '--yes', '--no-install'), {
		...{ exit: 1, code: 'AG_ACCOUNTS_NEED_DATABASE_SESSIONS', says: ['JWTs alone', 'legacy'] },
	});
});
