import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { expectFailure } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import { type Files, type Host, makeHost } from './support/host.ts';
import { differences } from './support/tree.ts';

/* Credentials, the development provider, providers with options of their own; and the sign-in pages of projects. */

const run = async (host: Host, ...args: string[]) => {
	const result = await host.run(...args, '--yes', '--no-install');
	expect(result.exit, result.stderr).toBe(0);
	return result;
};

/** A host of ours with an adapter, as a person adds one by hand. */
async function withAdapter(fixture: string, session = '', files: Files = {}): Promise<Host> {
	const host = await graftedHost(fixture, {
		...files,
		'src/adapter.ts': 'export const adapter = {} as never;\n',
	});
	const text = host.read('src/auth.ts');
	const semicolon = `import { adapter } from './adapter';\n`;
	host.write({
		'src/auth.ts': `${semicolon}${text.replace(/^(\s+)pages: \{/m, `$1adapter,\n${session}$1pages: {`)}`,
	});
	expect(host.read('src/auth.ts')).toContain('adapter,\n');
	return host;
}

describe.concurrent('--sign-out', () => {
	test.for([
		['sveltekit3', 'http://localhost:5173/auth/signout'],
		['solidstart2', 'http://localhost:3000/api/auth/signout'],
	] as const)('writes the option and says what to register, in %s', async ([fixture, development]) => {
		const host = await graftedHost(fixture);
		const { stdout } = await run(host, 'add-provider', 'keycloak', '--sign-out', '--json');
		expect(host.read('src/auth.ts')).toMatch(/signOut: \{ atProvider: true \}/);
		expect(JSON.parse(stdout).next.providers[0].signOutUrls).toEqual({
			development,
			production: expect.stringMatching(/^https:\/\/<your domain>\/(api\/)?auth\/signout$/),
		});
		const before = host.tree();
		// A second time there is nothing left to do.
		await run(host, 'add-provider', 'keycloak', '--sign-out');
		expect(differences(before, host.tree())).toEqual([]);
	});

	test('is for OpenID providers', async () => {
		const host = await graftedHost('sveltekit3');
		const before = host.tree();
		const result = await host.run('add-provider', 'github', '--sign-out', '--yes', '--no-install');
		const says = ['--sign-out: GitHub is no OpenID provider'];
		expectFailure(result, { exit: 2, code: 'AG_VALUE_INVALID', says });
		expect(differences(before, host.tree())).toEqual([]);
	});
});

describe.concurrent('credentials', () => {
	test.for([
		['sveltekit3', 'ts'],
		['sveltekit2-js', 'js'],
		['solidstart2', 'ts'],
		['solidstart1-js', 'js'],
	] as const)('an authorize that refuses everybody, in %s; and back', async ([fixture, extension]) => {
		const host = await graftedHost(fixture);
		const path = `src/auth.${extension}`;
		const before = host.tree();
		const { stdout } = await run(host, 'add-provider', 'credentials', '--json');
		const text = host.read(path);
		expect(text).toMatch(/import Credentials from ["']@auth\/core\/providers\/credentials["']/);
		const body = text.slice(text.indexOf('async function authorize('));
		expect(body.match(/return [^\n]+/g)?.map((line) => line.replace(';', ''))).toEqual([
			'return null',
			'return null',
		]);
		expect(body).toContain('argon2');
		expect(text).not.toMatch(/password:? ?===|["'](?:admin|password|secret|test)["'] ?\)/);
		expect(text.includes(': Promise<User | null>')).toBe(extension === 'ts');
		// Without an adapter sessions are JWTs anyway.
		expect(text).not.toContain('strategy');
		expect(JSON.parse(stdout).next).toMatchObject({ fillIn: [], providers: [{ variables: [] }] });
		expect(JSON.parse(stdout).next.providers[0]).not.toHaveProperty('callbackUrls');
		await run(host, 'remove-provider', 'credentials');
		const left = differences(before, host.tree()).filter((line) => !line.includes('.authgraft'));
		expect(left).toEqual([]);
	});

	test('with an adapter sessions become JWTs, which is told', async () => {
		const host = await withAdapter('sveltekit3');
		const { stderr } = await run(host, 'add-provider', 'credentials');
		expect(host.read('src/auth.ts')).toContain("session: { strategy: 'jwt' }");
		expect(stderr).toMatch(/Note: src\/auth\.ts: .*sign in again/);
	});

	test('with an adapter and JWTs already: nothing is said', async () => {
		const host = await withAdapter('sveltekit3', "\tsession: { strategy: 'jwt' },\n");
		const { stderr } = await run(host, 'add-provider', 'credentials');
		expect(host.read('src/auth.ts').match(/strategy/g)).toHaveLength(1);
		expect(stderr).not.toContain('sign in again');
	});

	test('database sessions that somebody asked for: refused, with the snippet', async () => {
		const host = await withAdapter('sveltekit3', "\tsession: { strategy: 'database' },\n");
		const before = host.tree();
		const result = await host.run('add-provider', 'credentials', '--yes');
		expectFailure(result, { exit: 1, code: 'AG_REFUSED', says: ['src/auth.ts'] });
		expect(result.stderr).toContain("strategy: 'jwt'");
		expect(result.stderr).toMatch(/src\/auth\.ts:\d+/);
		expect(host.tree()).toEqual(before);
	});
});

describe.concurrent('development', () => {
	test.for([
		['sveltekit3', "import { building, dev } from '$app/env';", '...(dev ? [Development()] : [])'],
		['sveltekit2', "import { building, dev } from '$app/environment';", '...(dev ? [Development()] : [])'],
		[
			'solidstart2',
			'import { Development } from "@authgraft/runtime/solid-start";',
			'...(import.meta.env.DEV ? [Development()] : [])',
		],
		[
			'solidstart1',
			'import { Development } from "@authgraft/runtime/solid-start";',
			'...(import.meta.env.DEV ? [Development()] : [])',
		],
	] as const)('in %s that was set up without; and back', async ([fixture, imports, item]) => {
		const host = await graftedHost(fixture, {}, '--providers', 'github');
		const before = host.read('src/auth.ts');
		await run(host, 'add-provider', 'development');
		expect(host.read('src/auth.ts')).toContain(imports);
		expect(host.read('src/auth.ts')).toContain(item);
		const after = host.tree();
		await run(host, 'add-provider', 'development');
		expect(host.tree()).toEqual(after);
		await run(host, 'remove-provider', 'development');
		expect(host.read('src/auth.ts')).toBe(before);
	});
});

describe.concurrent('options beyond id and secret', () => {
	test('netsuite: in code, from variables with names and comments', async () => {
		const host = await graftedHost('sveltekit2');
		await run(host, 'add-provider', 'netsuite');
		const text = host.read('src/auth.ts').replace(/\s+/g, ' ');
		expect(text).toContain("accountID: env.AUTH_NETSUITE_ACCOUNT_ID ?? ''");
		expect(text).toContain("userinfo: env.AUTH_NETSUITE_USERINFO ?? ''");
		expect(host.read('.env.example')).toMatch(/# NetSuite: account id, .+\nAUTH_NETSUITE_ACCOUNT_ID=\n/);
		// Nothing is read while the module loads: a build has no variables.
		expect(text).toMatch(/\(options\) => NetSuite\(\{ \.\.\.options,/);
	});

	test('an optional issuer is no open variable', async () => {
		const host = await graftedHost('solidstart1');
		const { stdout } = await run(host, 'add-provider', 'microsoft-entra-id', '--json');
		expect(JSON.parse(stdout).next.fillIn).toEqual([
			'AUTH_MICROSOFT_ENTRA_ID_ID',
			'AUTH_MICROSOFT_ENTRA_ID_SECRET',
		]);
		expect(parse(host.read('.env.example'))).toHaveProperty('AUTH_MICROSOFT_ENTRA_ID_ISSUER');
	});
});

describe.concurrent('a sign-in page of the project', () => {
	test('that lists its providers by hand gets a button; and loses it', async () => {
		const page = `<form method="post">
	<button name="provider" value="github">Sign in with GitHub</button>
</form>
`;
		const host = await graftedHost(
			'sveltekit3',
			{ 'src/routes/signin/+page.svelte': page },
			...['--providers', 'github'],
		);
		await run(host, 'add-provider', 'google', 'keycloak');
		const after = host.read('src/routes/signin/+page.svelte');
		expect(after.replace(/\n\t<button name="provider" value="google">.+/, '')).not.toBe(after);
		expect(after).toContain('value="google">Sign in with Google</button>');
		expect(after).toContain('value="keycloak">Sign in with Keycloak</button>');
		await run(host, 'remove-provider', 'google', 'keycloak');
		expect(host.read('src/routes/signin/+page.svelte')).toBe(page);
	});

	test('a project of others keeps its page and gets no files', async () => {
		const host = makeHost({
			fixture: 'sveltekit2',
			files: {
				'src/auth.ts':
					"import { SvelteKitAuth } from '@auth/sveltekit';\n\nexport const { handle } = SvelteKitAuth({ providers: [] });\n",
			},
		});
		await run(host, 'add-provider', 'google');
		expect(host.exists('src/routes/signin')).toBe(false);
	});
});
