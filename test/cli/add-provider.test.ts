import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { expectRefusal } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import type { Host } from './support/host.ts';
import { installingNpm, pathWith } from './support/programs.ts';
import { differences } from './support/tree.ts';

/** Every kind of host: its language, and where its endpoints answer while developing. */
const hosts: [fixture: string, extension: 'ts' | 'js', endpoints: string][] = [
	['sveltekit3', 'ts', 'http://localhost:5173/auth'],
	['sveltekit3-js', 'js', 'http://localhost:5173/auth'],
	['sveltekit2', 'ts', 'http://localhost:5173/auth'],
	['sveltekit2-classic', 'ts', 'http://localhost:5173/auth'],
	['sveltekit2-js', 'js', 'http://localhost:5173/auth'],
	['sveltekit2-svelte4', 'js', 'http://localhost:5173/auth'],
	['solidstart2', 'ts', 'http://localhost:3000/api/auth'],
	['solidstart2-js', 'js', 'http://localhost:3000/api/auth'],
	['solidstart1', 'ts', 'http://localhost:3000/api/auth'],
	['solidstart1-js', 'js', 'http://localhost:3000/api/auth'],
];

const run = async (host: Host, ...args: string[]) => {
	const result = await host.run(...args, '--yes');
	expect(result.exit, result.stderr).toBe(0);
	return result;
};

/** Without the journal, which grows with every command. */
const files = (host: Host) =>
	Object.fromEntries(Object.entries(host.tree()).filter(([path]) => !path.startsWith('.authgraft/')));

interface Told {
	id: string;
	callbackUrls?: { development: string; production: string };
	register?: string;
	steps: string[];
	variables: { name: string; set?: boolean; required: boolean }[];
}
interface Document {
	schema: number;
	exitCode: number;
	applied: boolean;
	dryRun: boolean;
	changes: { kind: string; path: string; before: string | null; after: string | null }[];
	next: { providers: Told[]; fillIn: string[] };
}

const documentOf = async (host: Host, ...args: string[]): Promise<Document> =>
	JSON.parse((await run(host, ...args, '--json')).stdout);

describe.concurrent('add-provider github google', () => {
	test.for(hosts)('%s: there, there still, and gone again', async ([fixture, extension, endpoints]) => {
		const host = await graftedHost(fixture);
		const before = files(host);
		const { stderr, stdout } = await run(host, 'add-provider', 'github', 'google');
		expect(stdout).toBe('');
		for (const id of ['github', 'google']) expect(stderr).toContain(`${endpoints}/callback/${id}\n`);
		expect(stderr).toContain('Fill in .env: AUTH_GITHUB_ID, AUTH_GITHUB_SECRET');
		const declares = fixture.startsWith('sveltekit3') ? [`~ src/env.${extension}`] : [];
		const changed = ['~ .env', '~ .env.example', `~ src/auth.${extension}`, ...declares];
		expect(differences(before, files(host))).toEqual(changed);
		const text = host.read(`src/auth.${extension}`);
		expect(text).toMatch(/import GitHub from ["']@auth\/core\/providers\/github["'];?\n/);
		expect(text).toMatch(/import Google from ["']@auth\/core\/providers\/google["'];?\n/);
		expect(text).toMatch(/\[Development\(\)\] : \[\]\),\n\s*GitHub,\n\s*Google\n\s*\]/);
		const names = ['AUTH_GITHUB_ID', 'AUTH_GITHUB_SECRET', 'AUTH_GOOGLE_ID', 'AUTH_GOOGLE_SECRET'];
		for (const file of ['.env', '.env.example'])
			expect(parse(host.read(file))).toMatchObject(Object.fromEntries(names.map((name) => [name, ''])));
		if (declares.length > 0)
			for (const name of names) expect(host.read(`src/env.${extension}`)).toContain(`\t${name}: {`);

		const after = host.tree();
		const again = await run(host, 'add-provider', 'github', 'google');
		expect(again.stderr).toContain('Nothing to do: github, google are there already.');
		expect(host.tree()).toEqual(after);

		await run(host, 'remove-provider', 'google', 'github', '--variables');
		expect(differences(before, files(host))).toEqual([]);
	});

	test('remove-provider google gives back the bytes of before', async () => {
		const host = await graftedHost('sveltekit3');
		await run(host, 'add-provider', 'github');
		const before = host.read('src/auth.ts');
		await run(host, 'add-provider', 'google');
		expect(host.read('src/auth.ts')).not.toBe(before);
		await run(host, 'remove-provider', 'google');
		expect(host.read('src/auth.ts')).toBe(before);
	});

	test('undo takes it back as a whole', async () => {
		const host = await graftedHost('sveltekit3');
		const before = host.tree();
		await run(host, 'add-provider', 'github', 'google');
		await run(host, 'undo');
		expect(differences(before, host.tree())).toEqual([]);
	});

	test('--dry-run: the diff of what would be, and no byte changed', async () => {
		const host = await graftedHost('sveltekit3');
		const before = host.tree();
		const input = 'AUTH_GITHUB_ID=the-id-of-mine\nAUTH_GITHUB_SECRET=the-secret-of-mine\n';
		const args = ['add-provider', 'github', '--dry-run', '--stdin', '--yes'];
		const { exit, stdout, stderr } = await host.runWith({ input }, ...args);
		expect(exit, stderr).toBe(0);
		expect(stdout).toContain("+import GitHub from '@auth/core/providers/github';\n");
		expect(stdout).toContain('+AUTH_GITHUB_SECRET=***\n');
		expect(stdout + stderr).not.toMatch(/-of-mine/);
		expect(host.tree()).toEqual(before);
	});
});

describe.concurrent('--json', () => {
	test('plan, callback URLs, the page to register on, steps, variables', async () => {
		const host = await graftedHost('sveltekit3');
		const { schema, exitCode, applied, changes, next } = await documentOf(host, 'add-provider', 'github');
		expect({ schema, exitCode, applied }).toEqual({ schema: 1, exitCode: 0, applied: true });
		expect(changes.filter(({ kind }) => kind === 'modify').map(({ path }) => path)).toEqual([
			'src/auth.ts',
			'src/env.ts',
			'.env',
			'.env.example',
		]);
		expect(next.fillIn).toEqual(['AUTH_GITHUB_ID', 'AUTH_GITHUB_SECRET']);
		expect(next.providers).toMatchObject([
			{
				id: 'github',
				callbackUrls: {
					development: 'http://localhost:5173/auth/callback/github',
					production: 'https://<your domain>/auth/callback/github',
				},
				register: 'https://github.com/settings/developers',
				variables: [
					{ name: 'AUTH_GITHUB_ID', required: true, set: false },
					{ name: 'AUTH_GITHUB_SECRET', required: true, set: false },
				],
			},
		]);
		expect(next.providers[0]?.steps.join()).toContain('http://localhost:5173/auth/callback/github');
	});

	test('what is there already is told as well, with nothing to write', async () => {
		const host = await graftedHost('sveltekit3', {}, '--providers', 'github');
		host.edit('.env', 'AUTH_GITHUB_ID=', 'AUTH_GITHUB_ID=known');
		const before = host.tree();
		const { applied, changes, next } = await documentOf(host, 'add-provider', 'github');
		expect(applied).toBe(false);
		expect(changes.filter(({ kind }) => kind !== 'skip')).toEqual([]);
		expect(next.fillIn).toEqual(['AUTH_GITHUB_SECRET']);
		expect(next.providers[0]?.callbackUrls?.development).toBe('http://localhost:5173/auth/callback/github');
		expect(host.tree()).toEqual(before);
	});

	test.for([
		['sveltekit3', 'http://localhost:5173/api/login/callback/'],
		['solidstart2', 'http://localhost:3000/api/login/callback/'],
	] as const)('%s with endpoints elsewhere', async ([fixture, start]) => {
		const host = await graftedHost(fixture, {}, '--base-path', '/api/login');
		const { next } = await documentOf(host, 'add-provider', 'keycloak', '--id', 'staff');
		expect(next.providers[0]?.callbackUrls).toEqual({
			development: `${start}staff`,
			production: `https://<your domain>/api/login/callback/staff`,
		});
	});

	test('a host below a base path', async () => {
		const host = await graftedHost('sveltekit3');
		host.edit('vite.config.ts', 'sveltekit({', "sveltekit({ paths: { base: '/app' },");
		const { next } = await documentOf(host, 'add-provider', 'github');
		expect(next.providers[0]?.callbackUrls?.development).toBe(
			'http://localhost:5173/app/auth/callback/github',
		);
	});

	test('no value of any variable', async () => {
		const host = await graftedHost('solidstart1');
		const input = 'AUTH_AUTH0_ID=the-id-of-mine\nAUTH_AUTH0_SECRET=the-secret-of-mine\n';
		const issuer = 'https://mine.eu.auth0.com';
		const args = ['add-provider', 'auth0', '--stdin', '--issuer', issuer, '--yes', '--json'];
		const { exit, stdout, stderr } = await host.runWith({ input }, ...args);
		expect(exit, stderr).toBe(0);
		expect(stdout + stderr).not.toMatch(/-of-mine|mine\.eu/);
		expect(JSON.parse(stdout).next.fillIn).toEqual([]);
		expect(parse(host.read('.env'))).toMatchObject({
			AUTH_AUTH0_ID: 'the-id-of-mine',
			AUTH_AUTH0_SECRET: 'the-secret-of-mine',
			AUTH_AUTH0_ISSUER: issuer,
		});
	});
});

describe.concurrent('packages', () => {
	test('none are needed: package.json stays, and nothing is installed', async () => {
		const host = await graftedHost('sveltekit3');
		const before = host.read('package.json');
		const PATH = pathWith({ npm: installingNpm });
		const { exit, stderr } = await host.runWith({ env: { PATH } }, 'add-provider', 'github', '--yes');
		expect(exit, stderr).toBe(0);
		expect(stderr).not.toContain('fake npm');
		expect(host.read('package.json')).toBe(before);
	});

	const adapter = { 'src/adapter.ts': 'export const adapter = {} as never;\n' };
	const withAdapter = async () => {
		const host = await graftedHost('sveltekit3', adapter);
		host.edit('src/auth.ts', 'import { building', "import { adapter } from './adapter';\nimport { building");
		host.edit('src/auth.ts', 'pages: {', 'adapter,\n\tpages: {');
		return host;
	};

	test('some are: they are installed', async () => {
		const host = await withAdapter();
		const PATH = pathWith({
			npm: `${installingNpm}\nmkdir -p node_modules/nodemailer; echo '{}' > node_modules/nodemailer/package.json`,
		});
		const { exit, stderr } = await host.runWith({ env: { PATH } }, 'add-provider', 'nodemailer', '--yes');
		expect(exit, stderr).toBe(0);
		expect(stderr).toContain('fake npm install');
		expect(JSON.parse(host.read('package.json')).dependencies.nodemailer).toMatch(/^\^\d/);
		expect(stderr).not.toContain('Install the packages');
	});

	test('--no-install: the command is told, even where everything else is installed', async () => {
		const host = await withAdapter();
		for (const name of ['@auth/core', '@authgraft/runtime'])
			host.write({ [`node_modules/${name}/package.json`]: '{}' });
		const { stderr } = await run(host, 'add-provider', 'nodemailer', '--no-install');
		expect(stderr).toContain('Install the packages: npm install');
		expect(host.exists('node_modules/nodemailer')).toBe(false);
	});
});

describe.concurrent('where variables are kept', () => {
	test('.env that git does not ignore gets its rule', async () => {
		const host = await graftedHost('sveltekit3', { '.gitignore': 'node_modules\n' });
		host.commit();
		host.git('rm', '--cached', '--quiet', '.env');
		await run(host, 'add-provider', 'github', '--allow-dirty');
		expect(host.read('.gitignore')).toContain('\n.env\n');
		expect(host.git('check-ignore', '.env').trim()).toBe('.env');
	});

	test('.env that git tracks is refused', async () => {
		const host = await graftedHost('sveltekit3', { '.gitignore': 'node_modules\n' });
		host.commit();
		await expectRefusal(host, ['add-provider', 'github', '--yes'], {
			exit: 1,
			code: 'AG_ENV_TRACKED',
			says: ['git rm --cached .env'],
		});
	});

	test('what another env file has a value for is not asked for again', async () => {
		const host = await graftedHost('sveltekit3', { '.env.local': 'AUTH_GITHUB_ID=mine\n' });
		const { next } = await documentOf(host, 'add-provider', 'github');
		expect(next.fillIn).toEqual(['AUTH_GITHUB_SECRET']);
		expect(parse(host.read('.env'))).not.toHaveProperty('AUTH_GITHUB_ID');
		expect(host.read('.env.local')).toBe('AUTH_GITHUB_ID=mine\n');
	});

	test('a dirty tree is refused', async () => {
		const host = await graftedHost('sveltekit3');
		host.commit();
		host.write({ 'mine.txt': '' });
		await expectRefusal(host, ['add-provider', 'github', '--yes'], {
			exit: 1,
			code: 'AG_GIT_DIRTY',
			says: ['mine.txt'],
		});
	});
});
