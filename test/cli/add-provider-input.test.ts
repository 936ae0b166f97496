import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { expectFailure, expectRefusal } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import type { Host } from './support/host.ts';
import { onTerminal } from './support/terminal.ts';

const add = async (host: Host, ...args: string[]) => {
	const result = await host.run('add-provider', ...args, '--yes');
	expect(result.exit, result.stderr).toBe(0);
	return result;
};
const ids = async (host: Host, ...args: string[]): Promise<string[]> => {
	const { stdout } = await add(host, ...args, '--json');
	return JSON.parse(stdout).next.providers.map(({ id }: { id: string }) => id);
};

describe.concurrent('what people type', () => {
	test('names, other words and any case; what is named twice comes once', async () => {
		const host = await graftedHost('solidstart1');
		const typed = ['Microsoft Entra ID', 'azure', 'GITHUB', 'gh', 'fb'];
		expect(await ids(host, ...typed)).toEqual(['microsoft-entra-id', 'github', 'facebook']);
		expect(host.read('src/auth.ts').match(/\b(?:MicrosoftEntraID|GitHub|Facebook),?\n/g)).toHaveLength(3);
	});

	test.for<[typed: string, code: ErrorCode, says: string]>([
		['githb', 'AG_PROVIDER_UNKNOWN', 'Did you mean github'],
		['gogle', 'AG_PROVIDER_UNKNOWN', 'google'],
		['zzzzzz', 'AG_PROVIDER_UNKNOWN', '@auth/core/providers'],
		['', 'AG_PROVIDER_UNKNOWN', 'github or google'],
		['__proto__', 'AG_PROVIDER_UNKNOWN', 'There is no provider "__proto__"'],
		['../x', 'AG_PROVIDER_UNKNOWN', 'There is no provider "../x"'],
		['github,google', 'AG_PROVIDER_UNKNOWN', 'github'],
	])('"%s" is unknown, and nothing of the others is done', async ([typed, code, says]) => {
		const host = await graftedHost('solidstart1');
		await expectRefusal(host, ['add-provider', 'discord', typed, '--yes'], { exit: 2, code, says: [says] });
	});

	test('nothing, and there is no terminal to ask on', async () => {
		const host = await graftedHost('solidstart1');
		const failure = { exit: 2, code: 'AG_MISSING_ANSWER', says: ['authgraft add-provider github'] } as const;
		await expectRefusal(host, ['add-provider'], failure);
		await expectRefusal(host, ['add-provider', '--yes'], failure);
	});
});

describe.concurrent('--id', () => {
	test('two of a kind, each with variables of its own', async () => {
		const host = await graftedHost('solidstart2');
		expect(await ids(host, 'keycloak', '--id', 'staff')).toEqual(['staff']);
		expect(await ids(host, 'keycloak', '--id', 'Guests-2')).toEqual(['Guests-2']);
		expect(await ids(host, 'keycloak')).toEqual(['keycloak']);
		const text = host.read('src/auth.ts');
		expect(text.match(/import Keycloak/g)).toHaveLength(1);
		expect(text).toContain('(options) => Keycloak({ ...options, id: "staff", name: "Keycloak (staff)" }),\n');
		expect(text).toContain(
			'(options) => Keycloak({ ...options, id: "Guests-2", name: "Keycloak (Guests-2)" }),\n',
		);
		expect(text).toMatch(/\n {4}Keycloak\n/);
		for (const prefix of ['AUTH_STAFF', 'AUTH_GUESTS_2', 'AUTH_KEYCLOAK'])
			for (const suffix of ['ID', 'SECRET', 'ISSUER'])
				expect(parse(host.read('.env.example'))).toHaveProperty(`${prefix}_${suffix}`);
		const before = host.tree();
		const { stderr } = await add(host, 'keycloak', '--id', 'staff');
		expect(stderr).toContain('Nothing to do');
		expect(host.tree()).toEqual(before);
	});

	test('what --json and the journal call it can be run again', async () => {
		const host = await graftedHost('solidstart2');
		const { stdout } = await add(host, 'keycloak', '--id', 'staff', '--json');
		expect(JSON.parse(stdout).command).toBe('add-provider keycloak --id staff');
	});

	test.for<[args: string[], code: ErrorCode, says: string]>([
		[['keycloak', '--id', 'has blank'], 'AG_PROVIDER_ID_INVALID', 'begins with a letter'],
		[['keycloak', '--id', ''], 'AG_PROVIDER_ID_INVALID', 'begins with a letter'],
		[['keycloak', '--id', '1a'], 'AG_PROVIDER_ID_INVALID', 'begins with a letter'],
		[['keycloak', '--id', 'a-'], 'AG_PROVIDER_ID_INVALID', 'letters'],
		[['keycloak', '--id', 'a/b'], 'AG_PROVIDER_ID_INVALID', 'letters'],
		[['keycloak', '--id', "a'b"], 'AG_PROVIDER_ID_INVALID', 'letters'],
		[['keycloak', '--id', 'ä'], 'AG_PROVIDER_ID_INVALID', 'letters'],
		[['keycloak', '--id', 'a\n'], 'AG_PROVIDER_ID_INVALID', 'letters'],
		[['keycloak', '--id', '__proto__'], 'AG_PROVIDER_ID_INVALID', 'letters'],
		[['keycloak', 'github', '--id', 'x'], 'AG_PROVIDER_ID_INVALID', 'one by one'],
		[['keycloak', '--id', 'github'], 'AG_PROVIDER_ID_INVALID', 'GitHub'],
		// Variables know neither case nor dashes.
		[['keycloak', '--id', 'GitHub'], 'AG_PROVIDER_ID_INVALID', 'GitHub'],
		[['keycloak', '--id', 'azure_ad'], 'AG_PROVIDER_ID_INVALID', 'variables'],
		[['development', '--id', 'people'], 'AG_PROVIDER_ID_INVALID', '--id'],
	])('%j is refused', async ([args, code, says]) => {
		const host = await graftedHost('solidstart2');
		const result = await expectRefusal(host, ['add-provider', ...args, '--yes'], { exit: 2, code });
		expect(result.stderr).toContain(says);
	});

	test.for(['a_b', 'A-B', 'a-b'])('%s shares its variables with a-b, another one', async (id) => {
		const host = await graftedHost('solidstart2');
		await add(host, 'keycloak', '--id', 'a-b');
		await expectRefusal(host, ['add-provider', 'github', '--id', id, '--yes'], {
			exit: 1,
			code: 'AG_PROVIDER_ID_TAKEN',
			says: ['a-b', '--id'],
		});
	});

	test('the id of a provider of the application’s own', async () => {
		const host = await graftedHost('solidstart2');
		const own =
			'{ id: "github", name: "Ours", type: "oidc" as const, issuer: "https://id.example", clientId: "x" },';
		host.edit('src/auth.ts', 'providers: [', `providers: [\n    ${own}`);
		const failure = { exit: 1, code: 'AG_PROVIDER_ID_TAKEN', says: ['"github"', '--id'] } as const;
		await expectRefusal(host, ['add-provider', 'github', '--yes'], failure);
		expect(await ids(host, 'github', '--id', 'work')).toEqual(['work']);
		expect(host.read('src/auth.ts')).toContain(own);
	});
});

/** Everything below a folder that holds a text, `.env` aside; with the permissions that others have on it. */
function holding(host: Host, text: string): { path: string; open: boolean }[] {
	return readdirSync(host.root, { recursive: true, encoding: 'utf8' }).flatMap((path) => {
		const stats = lstatSync(join(host.root, path));
		if (!stats.isFile() || path === '.env' || !readFileSync(join(host.root, path), 'utf8').includes(text))
			return [];
		return [{ path, open: (stats.mode & 0o077) !== 0 }];
	});
}

describe.concurrent('--stdin', () => {
	const withInput = (host: Host, input: string, ...args: string[]) =>
		host.runWith({ input }, 'add-provider', ...args, '--stdin', '--yes');

	test.for<[what: string, value: string]>([
		['plain', 'Ov23li_-.~abc'],
		['blanks', 'two  words inside'],
		['a #', 'ab#cd #ef'],
		['double quotes', 'a"b"c'],
		['single quotes', "it's"],
		['a $ that is no variable', 'a$ b$'],
		['a backslash', 'a\\b\\nc'],
		['an equals sign', 'a=b=='],
		['non-ASCII', 'pässwört-✓'],
		['base64', 'q8Zk3w/+=='],
	])('a value with %s is read as it was given, and stands in .env alone', async ([, value]) => {
		const host = await graftedHost('sveltekit2');
		const result = await withInput(host, `AUTH_GITHUB_ID=an-id\nAUTH_GITHUB_SECRET=${value}\n`, 'github');
		expect(result.exit, result.stderr).toBe(0);
		for (const read of [parse, parseEnv])
			expect(read(host.read('.env'))).toMatchObject({
				AUTH_GITHUB_ID: 'an-id',
				AUTH_GITHUB_SECRET: value,
			});
		expect(lstatSync(join(host.root, '.env')).mode & 0o777).toBe(0o600);
		expect(host.read('.authgraft/.gitignore')).toBe('*\n');
		expect(result.stdout + result.stderr).not.toContain(value);
		// What undo puts back lies where nobody else can look.
		for (const { path, open } of holding(host, value)) {
			expect(path).toMatch(/^\.authgraft\/journal\//);
			expect(open, path).toBe(false);
		}
		expect(parse(host.read('.env.example')).AUTH_GITHUB_SECRET).toBe('');
	});

	test('comments, blank lines, CRLF, `export`, quotes around it, and a byte order mark are no part of a value', async () => {
		const host = await graftedHost('sveltekit2');
		const input =
			'\uFEFF# mine\r\nexport AUTH_GITHUB_ID = "an id"\r\n\r\nAUTH_GITHUB_SECRET=\'a secret\'\r\n';
		const { exit, stderr } = await withInput(host, input, 'github');
		expect(exit, stderr).toBe(0);
		expect(parse(host.read('.env'))).toMatchObject({
			AUTH_GITHUB_ID: 'an id',
			AUTH_GITHUB_SECRET: 'a secret',
		});
		expect(host.read('.env')).not.toContain('\r');
	});

	test('values of several providers, and one for a provider that is there already', async () => {
		const host = await graftedHost('sveltekit2', {}, '--providers', 'github');
		const input = 'AUTH_GITHUB_ID=one\nAUTH_GOOGLE_ID=two\n';
		const { exit, stderr } = await withInput(host, input, 'github', 'google');
		expect(exit, stderr).toBe(0);
		expect(parse(host.read('.env'))).toMatchObject({ AUTH_GITHUB_ID: 'one', AUTH_GOOGLE_ID: 'two' });
		expect(host.read('.env').match(/AUTH_GITHUB_ID/g)).toHaveLength(1);
		const before = host.tree();
		const other = await withInput(host, 'AUTH_GITHUB_ID=another\n', 'github');
		expectFailure(other, { exit: 2, code: 'AG_VALUE_INVALID', says: ['AUTH_GITHUB_ID', '.env'] });
		expect(host.tree()).toEqual(before);
	});

	test.for<[what: string, input: string, says: string]>([
		['a name that none of them reads', 'AUTH_GOOGLE_SECRET=hush-hush\n', 'AUTH_GOOGLE_SECRET'],
		['no line', '', 'NAME=value'],
		['only comments', '# AUTH_GITHUB_SECRET=hush-hush\n', 'NAME=value'],
		['a line without a name', 'hush-hush\n', 'NAME=value'],
		['a carriage return inside of a value', 'AUTH_GITHUB_SECRET=hush\rhush\n', 'NAME=value'],
		['a value over two lines', 'AUTH_GITHUB_SECRET="hush-hush\nhush"\n', 'one variable a line'],
		['more than 1 MB', `AUTH_GITHUB_SECRET=hush-hush${'x'.repeat(1_000_001)}\n`, '1 MB'],
	])('%s is refused', async ([, input, says]) => {
		const host = await graftedHost('sveltekit2');
		const result = await expectRefusal(
			host,
			['add-provider', 'github', '--stdin', '--yes'],
			{ exit: 2, code: 'AG_VALUE_INVALID', says: [says] },
			{ input },
		);
		expect(result.stderr).not.toContain('hush');
	});

	test.for([
		['a `$` that loaders fill in', 'hush$HOME'],
		['all kinds of quotes', 'hush\'"`\\'],
		['a backslash in front of a `$`', 'hush\\$'],
	])('%s has no form that every loader reads: nothing is written', async ([, value]) => {
		const host = await graftedHost('sveltekit2');
		const before = host.tree();
		const result = await withInput(host, `AUTH_GITHUB_SECRET=${value}\n`, 'github');
		expectFailure(result, { exit: 1, code: 'AG_REFUSED', says: ['.env'] });
		expect(result.stderr).toContain('AUTH_GITHUB_SECRET');
		expect(result.stderr).not.toContain('hush');
		expect(host.tree()).toEqual(before);
	});

	test('a terminal, which would show what is typed', async () => {
		const host = await graftedHost('sveltekit2');
		const before = host.tree();
		const { exit, screen } = await onTerminal(host, ['add-provider', 'github', '--stdin'], []);
		expect(exit).toBe(2);
		expect(screen).toContain('AG_VALUE_INVALID');
		expect(screen).toContain('would show what you type');
		expect(host.tree()).toEqual(before);
	});
});

describe.concurrent('secrets in the arguments', () => {
	test.for([
		['github', '--client-secret', 'hush-hush'],
		['github', '--client-secret=hush-hush'],
		['github', '--secret=hush-hush'],
		['resend', '--api-key', 'hush-hush'],
		['nodemailer', '--password=hush-hush'],
		['github', 'AUTH_GITHUB_SECRET=hush-hush'],
		['AUTH_GITHUB_SECRET=hush-hush', 'github'],
		['github', 'auth_github_secret=hush-hush'],
		['github', 'client_secret=hush-hush'],
	])('%j: refused, and not said again', async (args) => {
		const host = await graftedHost('sveltekit2');
		const failure = { exit: 2, code: 'AG_SECRET_IN_ARGUMENTS', says: ['--stdin', 'history'] } as const;
		const result = await expectRefusal(host, ['add-provider', ...args, '--yes'], failure);
		expect(result.stdout + result.stderr).not.toContain('hush');
	});

	test('neither in what --json prints', async () => {
		const host = await graftedHost('sveltekit2');
		const { exit, stdout, stderr } = await host.run(
			...['add-provider', 'github', '--client-secret', 'hush-hush', '--json'],
		);
		expect(exit).toBe(2);
		expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'AG_SECRET_IN_ARGUMENTS' }, exitCode: 2 });
		expect(stdout + stderr).not.toContain('hush');
	});
});

describe.concurrent('--client-id and --issuer', () => {
	test('end in .env', async () => {
		const host = await graftedHost('solidstart1');
		const issuer = 'https://id.example/realms/main';
		await add(host, 'keycloak', '--id', 'staff', '--client-id', 'web app', '--issuer', issuer);
		expect(parse(host.read('.env'))).toMatchObject({
			AUTH_STAFF_ID: 'web app',
			AUTH_STAFF_SECRET: '',
			AUTH_STAFF_ISSUER: issuer,
		});
		expect(host.read('src/auth.ts')).not.toContain('id.example');
		expect(host.read('.env.example')).not.toContain('id.example');
	});

	test.for<[args: string[], says: string]>([
		[['keycloak', '--issuer', 'id.example'], 'AUTH_KEYCLOAK_ISSUER'],
		[['keycloak', '--issuer', 'ftp://id.example'], 'http(s) URL'],
		[['keycloak', '--issuer', 'https://id.example/?a=b'], 'query'],
		[['keycloak', '--issuer', 'https://id.example/#a'], 'http(s) URL'],
		[['github', '--issuer', 'https://id.example'], 'GitHub'],
		[['credentials', '--client-id', 'x'], '--client-id'],
		[['github', 'google', '--client-id', 'x'], 'one by one'],
	])('%j is refused', async ([args, says]) => {
		const host = await graftedHost('solidstart1');
		const failure = { exit: 2, code: 'AG_VALUE_INVALID', says: [says] } as const;
		await expectRefusal(host, ['add-provider', ...args, '--yes'], failure);
	});
});
