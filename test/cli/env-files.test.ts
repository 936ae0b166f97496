import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { expectRefusal, graft } from './support/expect.ts';
import { makeHost } from './support/host.ts';

const init = ['init', '--yes', '--no-install'];
const long = 'a-secret-of-my-own-that-is-long-enough-0123456789';

describe.concurrent('a new .env', () => {
	test('holds a fresh secret for its owner alone; the example names every variable without a value', async () => {
		const [one, two] = [makeHost(), makeHost()];
		await graft(one, '--providers', 'github,keycloak');
		await graft(two);
		expect(lstatSync(join(one.root, '.env')).mode & 0o777).toBe(0o600);
		expect(one.secrets()[0]).toMatch(/^[\w-]{43}$/);
		expect(one.secrets()).not.toEqual(two.secrets());
		const names = ['AUTH_SECRET', 'AUTH_URL', 'AUTH_GITHUB_ID', 'AUTH_GITHUB_SECRET'];
		const keycloak = ['AUTH_KEYCLOAK_ID', 'AUTH_KEYCLOAK_SECRET', 'AUTH_KEYCLOAK_ISSUER'];
		expect(parse(one.read('.env.example'))).toEqual(
			Object.fromEntries([...names, ...keycloak].map((name) => [name, ''])),
		);
		expect(one.read('.env.example').match(/^# .+\n\w+=$/gm)).toHaveLength(7);
		const { AUTH_SECRET, ...rest } = parse(one.read('.env'));
		expect(rest).toEqual({
			AUTH_GITHUB_ID: '',
			AUTH_GITHUB_SECRET: '',
			AUTH_KEYCLOAK_ID: '',
			AUTH_KEYCLOAK_SECRET: '',
			AUTH_KEYCLOAK_ISSUER: '',
		});
	});
});

/** Names to values that stand in the file before, and have to read the same afterwards. */
const existing: Record<string, { text: string; values: Record<string, string> }> = {
	'without final newline': { text: 'A=1\nB=2', values: { A: '1', B: '2' } },
	'with CRLF': { text: '# mine\r\nA=1\r\nB=2\r\n', values: { A: '1', B: '2' } },
	'with a byte order mark': { text: '\uFEFFA=1\n', values: { A: '1' } },
	'with quotes and comments': {
		text: `A="one # no comment" # a comment\nB='two'\nexport C=\`three\`\nD: four\n\n# end\n`,
		values: { A: 'one # no comment', B: 'two', C: 'three', D: 'four' },
	},
	'with AUTH_SECRET inside a value over several lines': {
		text: 'KEY="-----BEGIN\nAUTH_SECRET=not-mine\nAUTH_SECRET=\n-----END"\nB=2\n',
		values: { KEY: '-----BEGIN\nAUTH_SECRET=not-mine\nAUTH_SECRET=\n-----END', B: '2' },
	},
	'with AUTH_SECRET in a comment': { text: '# AUTH_SECRET=old\nA=1\n', values: { A: '1' } },
	'with a longer name': {
		text: 'MY_AUTH_SECRET=x\nAUTH_SECRETS=y\n',
		values: { MY_AUTH_SECRET: 'x', AUTH_SECRETS: 'y' },
	},
	// To the frameworks' loader that quote is part of a value on one line.
	'with a quote that is never closed': { text: 'A="one\nB=2\n', values: { A: '"one', B: '2' } },
	'that is empty': { text: '', values: {} },
};

describe.concurrent('an existing .env', () => {
	test.for(Object.entries(existing))('%s is appended to', async ([, { text, values }]) => {
		const host = makeHost({ files: { '.env': text } });
		await graft(host);
		const after = host.read('.env');
		expect(after.startsWith(text)).toBe(true);
		expect(parse(after)).toEqual({ ...values, AUTH_SECRET: expect.stringMatching(/^[\w-]{43}$/) });
		if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
		const tree = host.tree();
		await graft(host);
		expect(host.tree()).toEqual(tree);
	});

	test.for([
		['AUTH_SECRET=\nA=1\n', /^AUTH_SECRET=[\w-]{43}\nA=1\n$/],
		['A=1\r\nAUTH_SECRET=\r\nB=2\r\n', /^A=1\r\nAUTH_SECRET=[\w-]{43}\r\nB=2\r\n$/],
		['A=1\nexport AUTH_SECRET=', /^A=1\nexport AUTH_SECRET=[\w-]{43}$/],
	] as const)('with an empty secret gets it filled in: %j', async ([text, filled]) => {
		const host = makeHost({ files: { '.env': text } });
		await graft(host);
		expect(host.read('.env')).toMatch(filled);
	});

	test('with an empty secret in quotes gets one that is read', async () => {
		const host = makeHost({ files: { '.env': 'AUTH_SECRET=""\nA=1\n' } });
		await graft(host);
		expect(parse(host.read('.env'))).toEqual({ AUTH_SECRET: expect.stringMatching(/^[\w-]{43}$/), A: '1' });
	});

	test.for([
		['.env', `AUTH_SECRET=${long}\n`],
		['.env', `AUTH_SECRET='${long}'\n`],
		['.env', `AUTH_SECRET="${long}" # mine\n`],
		['.env.local', `AUTH_SECRET=${long}\n`],
		['.env.development', `AUTH_SECRET=${long}\n`],
	] as const)('%s with a secret keeps it, and there is no second one', async ([path, text]) => {
		const host = makeHost({ files: { [path]: text } });
		await graft(host);
		expect(host.read(path)).toBe(text);
		const all = ['.env', path].filter((file) => host.exists(file)).map((file) => host.read(file));
		expect(new Set(all.join('\n').match(/AUTH_SECRET=.+/g)).size).toBe(1);
	});
});

describe.concurrent('a secret that is too short', () => {
	test.for([
		['.env', 'AUTH_SECRET=changeme\n', 8],
		['.env', `AUTH_SECRET="${'x'.repeat(31)}"\n`, 31],
		['.env', `AUTH_SECRET=geheim # ${'and a long comment '.repeat(3)}\n`, 6],
		['.env.local', 'AUTH_SECRET=changeme\n', 8],
	] as const)('in %s stops all: %j', async ([path, text, length]) => {
		const host = makeHost({ files: { [path]: text } });
		await expectRefusal(host, init, {
			exit: 1,
			code: 'AG_SECRET_TOO_SHORT',
			says: [`AUTH_SECRET in ${path} has ${length} characters`, '32'],
		});
	});

	test('does not matter where a later file has a long one', async () => {
		const host = makeHost({
			files: { '.env': 'AUTH_SECRET=changeme\n', '.env.local': `AUTH_SECRET=${long}\n` },
		});
		await graft(host);
		expect(host.read('.env')).toBe('AUTH_SECRET=changeme\n');
	});
});

describe.concurrent('a secret that is none', () => {
	const published = 'b6b6f0a1c2d3e4f5061728394a5b6c7d';
	test.for([
		['AUTH_SECRET=change-me-to-something-long-and-random\n', 'AUTH_SECRET in .env is a placeholder'],
		['AUTH_SECRET=00000000000000000000000000000000\n', 'AUTH_SECRET in .env is a placeholder'],
		[`AUTH_SECRET=${published}\n`, 'AUTH_SECRET in .env stands in .env.example, too'],
		[`AUTH_SECRET=${long}\nAUTH_SECRET_1=changeme\n`, 'AUTH_SECRET_1 in .env has 8 characters'],
	] as const)('is told with what mends it: %j', async ([text, says]) => {
		const host = makeHost({ files: { '.env': text, '.env.example': `AUTH_SECRET=${published}\n` } });
		const { stderr: output } = await graft(host);
		expect(output).toContain(says);
		expect(output).toContain('authgraft secret rotate');
		expect(output).not.toContain(/=(\S+)\n$/.exec(text)?.[1]);
		expect(host.read('.env')).toContain(text);
	});

	test('a good one is nothing to tell', async () => {
		const host = makeHost({ files: { '.env': 'AUTH_SECRET=q0w9e8r7t6y5u4i3o2p1a0s9d8f7g6h5\n' } });
		expect((await graft(host)).stderr).not.toContain('secret rotate');
	});
});
