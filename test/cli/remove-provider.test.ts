import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { expectRefusal } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import type { Host } from './support/host.ts';
import { differences } from './support/tree.ts';

const run = async (host: Host, ...args: string[]) => {
	const result = await host.run(...args, '--yes', '--no-install');
	expect(result.exit, result.stderr).toBe(0);
	return result;
};
const withoutJournal = (lines: string[]): string[] => lines.filter((line) => !line.includes('.authgraft'));

const variables = [
	...['AUTH_GITHUB_ID', 'AUTH_GITHUB_SECRET'],
	...['AUTH_KEYCLOAK_ID', 'AUTH_KEYCLOAK_SECRET', 'AUTH_KEYCLOAK_ISSUER'],
];

describe.concurrent('remove-provider', () => {
	test('the provider and its import; variables stay, and again there is nothing to do', async () => {
		const host = await graftedHost('sveltekit3', {}, '--providers', 'github,keycloak');
		host.edit('.env', 'AUTH_GITHUB_SECRET=', 'AUTH_GITHUB_SECRET=hush-hush');
		const before = host.tree();
		const { stderr } = await run(host, 'remove-provider', 'github');
		expect(withoutJournal(differences(before, host.tree()))).toEqual(['~ src/auth.ts']);
		expect(host.read('src/auth.ts')).not.toContain('GitHub');
		expect(host.read('src/auth.ts')).toMatch(/providers: \[\s*Keycloak\s*\]/);
		expect(stderr).not.toContain('hush');
		const after = host.tree();
		const again = await run(host, 'remove-provider', 'github');
		expect(again.stderr).toContain('Nothing to do: github is not listed (listed: keycloak).');
		expect(host.tree()).toEqual(after);
	});

	test.for(['sveltekit3', 'sveltekit2', 'solidstart1'])(
		'--variables: of %s, too, values and all, never shown; undo brings them back',
		async (fixture) => {
			const host = await graftedHost(fixture, {}, '--providers', 'github,keycloak');
			host.edit('.env', 'AUTH_GITHUB_SECRET=', 'AUTH_GITHUB_SECRET=hush-hush');
			host.write({ '.env': `${host.read('.env')}MINE=1\n` });
			const before = host.tree();
			const dry = await run(host, 'remove-provider', 'github', '--variables', '--dry-run');
			expect(dry.stdout).toContain('-AUTH_GITHUB_SECRET=***\n');
			const { stdout, stderr } = await run(host, 'remove-provider', 'gh', '--variables', '--json');
			expect(dry.stdout + dry.stderr + stdout + stderr).not.toContain('hush');
			expect(JSON.parse(stdout)).toMatchObject({
				command: 'remove-provider github',
				exitCode: 0,
				next: { removed: ['github'], variablesKept: false },
			});
			for (const file of ['.env', '.env.example'])
				expect(Object.keys(parse(host.read(file))).filter((name) => variables.includes(name))).toEqual(
					variables.filter((name) => name.includes('KEYCLOAK')),
				);
			expect(parse(host.read('.env')).MINE).toBe('1');
			if (fixture === 'sveltekit3') {
				expect(host.read('src/env.ts')).not.toContain('AUTH_GITHUB');
				expect(host.read('src/env.ts')).toContain('AUTH_KEYCLOAK_ISSUER');
			}
			await run(host, 'undo');
			expect(differences(before, host.tree())).toEqual([]);
		},
	);

	test('variables of a provider that reads the same ones stay', async () => {
		const host = await graftedHost('sveltekit2');
		await run(host, 'add-provider', 'keycloak', '--id', 'staff');
		await run(host, 'add-provider', 'keycloak');
		await run(host, 'remove-provider', 'keycloak', '--variables');
		expect(Object.keys(parse(host.read('.env.example')))).toEqual([
			'AUTH_SECRET',
			'AUTH_URL',
			'AUTH_STAFF_ID',
			'AUTH_STAFF_SECRET',
			'AUTH_STAFF_ISSUER',
		]);
		expect(host.read('src/auth.ts')).toContain(
			"Keycloak({ ...options, id: 'staff', name: 'Keycloak (staff)' })",
		);
		expect(host.read('src/auth.ts')).toContain("import Keycloak from '@auth/core/providers/keycloak';");
	});

	test('by own ids; the provider behind them is no name for them', async () => {
		const host = await graftedHost('solidstart2');
		const before = host.tree();
		await run(host, 'add-provider', 'keycloak', '--id', 'staff');
		await run(host, 'add-provider', 'keycloak', '--id', 'guests');
		const both = host.tree();
		const { stderr } = await run(host, 'remove-provider', 'keycloak');
		expect(stderr).toMatch(/Nothing to do: keycloak is not listed \(listed: .*staff, guests\)/);
		expect(host.tree()).toEqual(both);
		await run(host, 'remove-provider', 'guests', '--variables');
		expect(host.read('src/auth.ts')).toContain('id: "staff"');
		expect(host.read('src/auth.ts')).not.toContain('guests');
		await run(host, 'remove-provider', 'staff', '--variables');
		expect(withoutJournal(differences(before, host.tree()))).toEqual([]);
	});

	test('the last one leaves an empty list, which is told', async () => {
		const host = await graftedHost('sveltekit3', {}, '--providers', 'github');
		const { stderr } = await run(host, 'remove-provider', 'github');
		expect(host.read('src/auth.ts')).toContain('providers: []');
		expect(stderr).toMatch(/Note: src\/auth\.ts: .*nobody/i);
	});

	test('an authorize that somebody filled in stays, which is told', async () => {
		const host = await graftedHost('sveltekit3', {}, '--providers', 'github,credentials');
		const own = '\tconst user = await find(email);\n\treturn user ?? null;\n';
		host.edit('src/auth.ts', '\treturn null;\n}', `${own}}`);
		const { stderr } = await run(host, 'remove-provider', 'credentials');
		const text = host.read('src/auth.ts');
		expect(text).toContain(own);
		expect(text).not.toContain('Credentials(');
		expect(text).not.toContain('@auth/core/providers/credentials');
		expect(stderr).toMatch(/Note: src\/auth\.ts: .*authorize/);
	});

	test('comments and everything that somebody wrote around it stay', async () => {
		const host = await graftedHost('sveltekit3', {}, '--providers', 'github,google');
		const own = '// for the team\n\t\tGitHub({ allowDangerousEmailAccountLinking: true })';
		host.edit('src/auth.ts', '[GitHub, Google]', `[\n\t\t${own},\n\t\tGoogle\n\t]`);
		const { stderr } = await run(host, 'remove-provider', 'google');
		expect(host.read('src/auth.ts')).toContain(`[\n\t\t${own}\n\t]`);
		expect(stderr).not.toContain('refused');
	});
});

describe.concurrent('remove-provider refuses', () => {
	test('a provider of the application’s own', async () => {
		const host = await graftedHost('sveltekit3');
		const own = "{ id: 'ours', name: 'Ours', type: 'oidc', issuer: 'https://id.example', clientId: 'x' },";
		host.edit('src/auth.ts', 'providers: [', `providers: [\n\t\t${own}`);
		await expectRefusal(host, ['remove-provider', 'ours', '--yes'], {
			exit: 1,
			code: 'AG_PROVIDER_UNSUPPORTED',
			says: ['"ours" in src/auth.ts', 'by hand'],
		});
	});

	test('an unknown one, and takes nothing out besides', async () => {
		const host = await graftedHost('sveltekit3', {}, '--providers', 'github');
		const failure = { exit: 2, code: 'AG_PROVIDER_UNKNOWN', says: ['Did you mean google'] } as const;
		await expectRefusal(host, ['remove-provider', 'github', 'gogle', '--yes'], failure);
	});

	test('no id at all', async () => {
		const host = await graftedHost('sveltekit3');
		await expectRefusal(host, ['remove-provider', '--yes'], { exit: 2, code: 'AG_USAGE', says: ['id'] });
	});

	test('variables that stand twice, and keep the provider, too', async () => {
		const host = await graftedHost('sveltekit3', {}, '--providers', 'github');
		host.write({ '.env': `${host.read('.env')}AUTH_GITHUB_ID=hush-1\nAUTH_GITHUB_ID=hush-2\n` });
		const before = host.tree();
		const { exit, stdout, stderr } = await host.run('remove-provider', 'github', '--variables', '--yes');
		expect(exit).toBe(1);
		expect(stderr).toMatch(/\.env:\d+ .*AUTH_GITHUB_ID/);
		expect(stderr).toContain('AG_REFUSED');
		expect(stdout + stderr).not.toContain('hush');
		expect(host.tree()).toEqual(before);
	});
});
