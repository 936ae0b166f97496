import { describe, expect, test } from 'vitest';
import { providers } from '../../src/generators/providers/index.ts';
import { expectRefusal } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import { makeHost } from './support/host.ts';

const outside = makeHost({ fixture: null });

interface Told {
	id: string;
	name: string;
	type: string;
	module: string;
	listed: boolean;
	steps: string[];
	notes: string[];
	register?: string;
	callbackUrls?: { development: string; production: string };
	variables: { name: string; required: boolean; secret: boolean; set?: boolean }[];
}

const json = async (host: typeof outside, ...args: string[]) => {
	const { exit, stdout, stderr } = await host.run('providers', ...args, '--json');
	expect(exit, stderr).toBe(0);
	return JSON.parse(stdout) as { schema: number; host?: { framework: string }; providers: Told[] };
};

describe.concurrent('providers', () => {
	test('outside a project: every one of the core, a line each', async () => {
		const { exit, stdout, stderr } = await outside.run('providers');
		expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
		const [head, ...rows] = stdout.trimEnd().split('\n');
		expect(head).toMatch(/^ID +NAME +TYPE +VARIABLES$/);
		expect(rows.map((row) => row.split(' ')[0])).toEqual(providers.map(({ id }) => id));
		expect(rows.find((row) => row.startsWith('github '))).toMatch(
			/^github +GitHub +oauth +AUTH_GITHUB_ID AUTH_GITHUB_SECRET$/,
		);
		expect(rows.find((row) => row.startsWith('instagram '))).toContain('deprecated');
		expect(stdout).not.toMatch(/ \n/);
	});

	test('--json: 104 and the development provider', async () => {
		const { schema, host, providers: all } = await json(outside);
		expect(schema).toBe(1);
		expect(host).toBeUndefined();
		expect(all).toHaveLength(105);
		expect(all[0]).toMatchObject({ id: 'development', module: '', variables: [] });
		for (const { id, type, variables, callbackUrls, listed } of all) {
			expect(listed, id).toBe(false);
			expect(Boolean(callbackUrls), id).toBe(type === 'oauth' || type === 'oidc');
			for (const { name, set } of variables) {
				expect(name).toMatch(/^AUTH_[A-Z0-9_]+$/);
				expect(set).toBeUndefined();
			}
		}
		expect(JSON.stringify(all)).not.toMatch(/undefined[./"]|[/"]undefined|\[object/);
	});

	test('in a project: what is set up, and which variables have a value', async () => {
		const host = await graftedHost('solidstart2', {}, '--providers', 'github', '--base-path', '/login');
		host.edit('.env', 'AUTH_GITHUB_SECRET=', 'AUTH_GITHUB_SECRET=hush-hush');
		const before = host.tree();
		const { providers: all, host: facts } = await json(host);
		expect(facts?.framework).toBe('solid-start');
		expect(all.filter(({ listed }) => listed).map(({ id }) => id)).toEqual(['github']);
		const github = all.find(({ id }) => id === 'github');
		expect(github?.callbackUrls?.development).toBe('http://localhost:3000/login/callback/github');
		expect(github?.variables.map(({ name, set }) => [name, set])).toEqual([
			['AUTH_GITHUB_ID', false],
			['AUTH_GITHUB_SECRET', true],
		]);
		const { stdout } = await host.run('providers');
		expect(stdout).toMatch(/^github +GitHub +oauth +set up +AUTH_GITHUB_ID/m);
		expect(stdout).not.toContain('hush');
		expect(host.tree()).toEqual(before);
	});

	test('some: the URL, the page, the steps, the variables', async () => {
		const { exit, stdout, stderr } = await outside.run('providers', 'github', 'Microsoft Entra ID');
		expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
		expect(stdout).toContain('Register the application: https://github.com/settings/developers\n');
		expect(stdout).toContain('Callback URL: http://localhost:5173/auth/callback/github\n');
		expect(stdout).toMatch(/AUTH_GITHUB_SECRET +GitHub: client secret\n/);
		expect(stdout).toMatch(/AUTH_MICROSOFT_ENTRA_ID_ISSUER .+\(optional\)\n/);
		expect(stdout).not.toMatch(/undefined|Fill in/);
	});

	test('own ids stand for the provider behind them', async () => {
		const host = await graftedHost('sveltekit3');
		const added = await host.run('add-provider', 'keycloak', '--id', 'staff', '--yes', '--no-install');
		expect(added.exit, added.stderr).toBe(0);
		const { providers: told } = await json(host, 'staff');
		expect(told).toMatchObject([
			{
				id: 'staff',
				name: 'Keycloak',
				module: 'keycloak',
				listed: true,
				callbackUrls: { development: 'http://localhost:5173/auth/callback/staff' },
				variables: [{ name: 'AUTH_STAFF_ID' }, { name: 'AUTH_STAFF_SECRET' }, { name: 'AUTH_STAFF_ISSUER' }],
			},
		]);
		const { stdout } = await host.run('providers');
		expect(stdout).toMatch(/^keycloak +Keycloak +oidc +set up as staff +AUTH_KEYCLOAK_ID/m);
	});

	test('two auth modules, or a project that cannot be read, do not stand in its way', async () => {
		const host = makeHost({
			files: {
				'src/auth.ts':
					"import { SvelteKitAuth } from '@auth/sveltekit';\nexport const { handle } = SvelteKitAuth({ providers: [] });\n",
				'src/other.ts':
					"import { SvelteKitAuth } from '@auth/sveltekit';\nexport const { handle } = SvelteKitAuth({ providers: [] });\n",
			},
		});
		expect((await json(host)).providers).toHaveLength(105);
		const broken = makeHost({ files: { 'package.json': '{' } });
		expect((await json(broken)).providers).toHaveLength(105);
	});

	test.for([
		['githb', 'Did you mean github'],
		['../x', 'There is no provider'],
	] as const)('%s is unknown', async ([id, says]) => {
		const failure = { exit: 2, code: 'AG_PROVIDER_UNKNOWN', says: [says] } as const;
		await expectRefusal(outside, ['providers', 'github', id], failure);
	});

	test('an unknown one with --json: one document, no list', async () => {
		const { exit, stdout } = await outside.run('providers', 'githb', '--json');
		expect(exit).toBe(2);
		expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'AG_PROVIDER_UNKNOWN' }, exitCode: 2 });
	});

	test('a pipe that is closed early is no failure', async () => {
		const launcher = ['/bin/sh', '-c', '"$0" "$@" | head -n 1'];
		const { exit, stdout, stderr } = await outside.runWith(
			{
				launcher: [
					...launcher,
					process.execPath,
					new URL('../../bin/authgraft.cjs', import.meta.url).pathname,
				],
			},
			'providers',
		);
		expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
		expect(stdout).toMatch(/^ID +NAME/);
	});
});
