import { parseEnv } from 'node:util';
import { describe, expect, test } from 'vitest';
import { addEnvEntries, type EnvEntry, readEnv } from './index.ts';

const secret: EnvEntry = { name: 'AUTH_SECRET', value: 'x'.repeat(43), comment: 'Encrypts sessions' };
const id: EnvEntry = { name: 'AUTH_GITHUB_ID', value: '' };
const block = `# Encrypts sessions\nAUTH_SECRET=${secret.value}\nAUTH_GITHUB_ID=\n`;

describe('addEnvEntries', () => {
	test('a new file has the entries and nothing else', () => {
		expect(addEnvEntries('', [secret, id])).toBe(block);
	});

	test.each([
		['lines of the owner', 'A=1\n# note\nB="two"\n', `A=1\n# note\nB="two"\n\n${block}`],
		['no final newline, which stays so', 'A=1', `A=1\n\n${block.trimEnd()}`],
		['CRLF', 'A=1\r\nB=2\r\n', `A=1\r\nB=2\r\n\r\n${block.replaceAll('\n', '\r\n')}`],
		[
			'a multi-line value that mentions our name',
			'KEY="-----BEGIN\nAUTH_SECRET=fake\n-----END"\n',
			`KEY="-----BEGIN\nAUTH_SECRET=fake\n-----END"\n\n${block}`,
		],
		['our name in a comment', '# AUTH_SECRET=old\n', `# AUTH_SECRET=old\n\n${block}`],
		['a longer name', 'MY_AUTH_SECRET=1\n', `MY_AUTH_SECRET=1\n\n${block}`],
	])('%s', (_, before, after) => {
		expect(addEnvEntries(before, [secret, id])).toBe(after);
	});

	test.each([
		['AUTH_SECRET=\nB=2\n', `AUTH_SECRET=${secret.value}\nB=2\n`],
		['AUTH_SECRET=""\nB=2\n', `AUTH_SECRET="${secret.value}"\nB=2\n`],
		["B='2'\nAUTH_SECRET = '' \n", `B='2'\nAUTH_SECRET ='${secret.value}'\n`],
		['export AUTH_SECRET =  \r\nB=2\r\n', `export AUTH_SECRET =${secret.value}\r\nB=2\r\n`],
	])('an empty line of ours is filled in: %j', (before, after) => {
		expect(addEnvEntries(before, [secret])).toBe(after);
		expect(readEnv(after).AUTH_SECRET).toBe(secret.value);
	});

	test.each(["AUTH_SECRET='' # later\n", 'AUTH_SECRET= # make one\n'])(
		'an empty value in another form is followed by ours, which wins: %j',
		(before) => {
			const after = addEnvEntries(before, [secret]) as string;
			expect(after.startsWith(before)).toBe(true);
			expect(readEnv(after).AUTH_SECRET).toBe(secret.value);
		},
	);

	test('what is there is never written again', () => {
		expect(addEnvEntries('AUTH_SECRET=mine\nAUTH_GITHUB_ID=\n', [secret, id])).toBeUndefined();
		expect(addEnvEntries('export AUTH_SECRET="mine # yes"\nAUTH_GITHUB_ID=1', [secret, id])).toBeUndefined();
	});

	test('an open quote further up that would reach into our lines: refused', () => {
		const entry = { ...secret, comment: "whatever you call '" };
		expect(() => addEnvEntries("A='open\nB=2\n", [entry])).toThrow('would not be read back');
		// Without a quote of ours nothing closes it, and the lines are read as they stand.
		expect(readEnv(addEnvEntries("A='open\nB=2\n", [secret]) as string)).toMatchObject({
			B: '2',
			AUTH_SECRET: secret.value,
		});
	});

	test.each([
		['a quote that Node.js closes with ours', 'C="\n', { ...secret, comment: 'the "key"' }],
		[
			'a byte order mark in front of ours, which Node.js takes for a part of the name',
			'\uFEFFAUTH_SECRET=mine\n',
			secret,
		],
	])('loaders that would not agree: refused, %s', (_, before, entry) => {
		expect(() => addEnvEntries(before, [entry])).toThrow('would not be read back');
	});

	test.each([
		'A=1\n',
		'\uFEFFA=1\n',
		'\uFEFFAUTH_SECRET=\n',
		'A=`x\ny`\n',
		'A=  \nB=2\n',
		'AUTH_SECRET=\n',
		'A="1"\nB="2"',
	])('Node.js, and so Vite 8, reads what was written: %j', (before) => {
		const after = addEnvEntries(before, [secret, id]) as string;
		expect(parseEnv(after)).toMatchObject({ AUTH_SECRET: secret.value, AUTH_GITHUB_ID: '' });
		expect(readEnv(after)).toMatchObject({ AUTH_SECRET: secret.value, AUTH_GITHUB_ID: '' });
	});
});
