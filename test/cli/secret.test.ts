import { parse } from 'dotenv';
import { describe, expect, test } from 'vitest';
import { expectFailure, expectRefusal } from './support/expect.ts';
import { graftedHost } from './support/grafted.ts';
import { type Host, makeHost } from './support/host.ts';
import { refuseIn, runCli } from './support/run.ts';
import { keys, onTerminal } from './support/terminal.ts';

const fresh = /^[\w-]{43}$/;
const [old, older, oldest] = ['o', 'p', 'q'].map(
	(letter) => `${letter}-0123456789-abcdefghijklmnop-0123456789`,
) as [string, string, string];

const run = async (host: Host, ...args: string[]) => {
	const secrets = () =>
		Object.values(parse(host.exists('.env') ? host.read('.env') : '')).filter((value) => value.length > 20);
	const before = secrets();
	const result = await host.run('secret', ...args, '--yes');
	expect(result.exit, result.stderr).toBe(0);
	for (const value of [...before, ...secrets()]) refuseIn(result, value, 'prints a secret');
	return result;
};

const env = (host: Host, file = '.env') => parse(host.read(file));

describe.concurrent('secret', () => {
	test('without sign-in: .env, its example and the ignore rule, and nothing else', async () => {
		const host = makeHost({ files: { '.gitignore': null } });
		const before = Object.keys(host.tree());
		const { stderr } = await run(host);
		expect(env(host)).toEqual({ AUTH_SECRET: expect.stringMatching(fresh) });
		expect(env(host, '.env.example')).toEqual({ AUTH_SECRET: '' });
		expect(host.read('.gitignore')).toContain('.env\n');
		expect(stderr).toContain('authgraft secret --print');
		const made = Object.keys(host.tree()).filter((path) => !before.includes(path));
		expect(made.filter((path) => !path.startsWith('.authgraft'))).toEqual([
			'.env',
			'.env.example',
			'.gitignore',
		]);
	});

	test.for(['sveltekit3', 'sveltekit2', 'solidstart2', 'solidstart1'])(
		'again, and after init: nothing to do: %s',
		async (fixture) => {
			const host = await graftedHost(fixture);
			const before = host.tree();
			expect((await run(host)).stderr).toContain('Nothing to do: .env has AUTH_SECRET already');
			expect(host.tree()).toEqual(before);
		},
	);

	test('src/env.ts of SvelteKit 3 declares it', async () => {
		const empty =
			"import { defineEnvVars } from '@sveltejs/kit/env';\n\nexport const variables = defineEnvVars({});\n";
		const host = makeHost({ files: { 'src/env.ts': empty } });
		await run(host);
		expect(host.read('src/env.ts')).toMatch(/AUTH_SECRET: \{ description: '[^']+', schema: /);
		// The secret may be there before its declaration is.
		const declared = host.read('src/env.ts');
		host.write({ 'src/env.ts': empty });
		await run(host);
		expect(host.read('src/env.ts')).toBe(declared);
	});

	test.for([
		['AUTH_SECRET=\nA=1\n', '.env'],
		['AUTH_SECRET=""\nA=1\n', '.env'],
		['AUTH_SECRET=\nA=1\n', '.env.local'],
	] as const)('an empty one is filled in where it stands: %j in %s', async ([text, file]) => {
		const host = makeHost({ files: { [file]: text } });
		await run(host);
		expect(env(host, file)).toEqual({ AUTH_SECRET: expect.stringMatching(fresh), A: '1' });
		expect(host.read(file).split('\n')).toHaveLength(text.split('\n').length);
		expect(host.exists('.env')).toBe(file === '.env');
	});

	test('a short one is left to rotate', async () => {
		const host = makeHost({ files: { '.env.local': 'AUTH_SECRET=changeme\n' } });
		const failure = {
			exit: 1,
			code: 'AG_SECRET_TOO_SHORT',
			says: ['in .env.local has 8', 'secret rotate'],
		} as const;
		await expectRefusal(host, ['secret', '--yes'], failure);
	});

	test.for([
		['your-secret-key-goes-in-here-0123456789', 'is a placeholder'],
		['x'.repeat(40), 'is a placeholder'],
		['please-change-me-please-change-me-1234', 'is a placeholder'],
		[old, 'stands in .env.example, too, where everybody can read it'],
	] as const)(
		'one that everybody knows is left to rotate, which keeps it from being accepted: %s',
		async ([value, why]) => {
			const files = { '.env': `AUTH_SECRET=${value}\n`, '.env.example': `AUTH_SECRET=${old}\n` };
			const host = makeHost({ files });
			const { stderr } = await expectRefusal(host, ['secret', '--yes'], { exit: 1, code: 'AG_REFUSED' });
			expect(stderr).toContain(`has an AUTH_SECRET that ${why}. Replace it: authgraft secret rotate`);
			// The last words are about the secret, and offer no rest.
			expect(stderr).toContain(`Nothing was changed: .env has an AUTH_SECRET that ${why} (AG_REFUSED)`);
			expect(stderr).not.toMatch(/shape|--skip-refused/);
			const rotated = await run(host, 'rotate');
			expect(env(host)).toEqual({ AUTH_SECRET: expect.stringMatching(fresh) });
			expect(rotated.stderr).toContain('everybody signs in again');
			expect((await run(host)).stderr).toContain('Nothing to do');
		},
	);

	test('an empty line in a later file hides the secret: refused', async () => {
		const host = makeHost({ files: { '.env': `AUTH_SECRET=${old}\n`, '.env.local': 'AUTH_SECRET=\n' } });
		for (const args of [['secret'], ['secret', 'rotate']]) {
			const { stderr } = await expectRefusal(host, [...args, '--yes'], { exit: 1, code: 'AG_REFUSED' });
			expect(stderr).toContain('.env.local has an empty AUTH_SECRET, which hides the one in .env');
		}
	});

	test.for(['secret', 'rotate'])('never into a file that git tracks: %s', async (action) => {
		const host = makeHost({ files: { '.gitignore': null, '.env': `AUTH_SECRET=${old}\n` }, git: true });
		const args = action === 'rotate' ? ['secret', 'rotate', '--yes'] : ['secret', '--yes'];
		await expectRefusal(host, args, { exit: 1, code: 'AG_ENV_TRACKED', says: ['git rm --cached .env'] });
	});

	test('SolidStart 1 reads .env alone: a secret in .env.local is told, and is none', async () => {
		const host = makeHost({ fixture: 'solidstart1', files: { '.env.local': `AUTH_SECRET=${old}\n` } });
		const failure = { exit: 1, code: 'AG_NOT_SET_UP', says: ['.env.local is not read'] } as const;
		await expectRefusal(host, ['secret', 'rotate', '--yes'], failure);
		const { stderr } = await run(host);
		expect(stderr).toContain('.env.local has a secret that is not read while developing');
		expect(env(host)).toEqual({ AUTH_SECRET: expect.stringMatching(fresh) });
	});

	test('when AUTH_SECRET is gone after rotations, neither secret nor init makes another', async () => {
		const host = makeHost({ files: { '.env': `AUTH_SECRET_1=${old}\n` } });
		expect((await run(host)).stderr).toContain('Nothing to do: .env has AUTH_SECRET_1 already');
		const { exit, stderr } = await host.run('init', '--yes', '--no-install');
		expect(exit, stderr).toBe(0);
		expect(env(host)).toEqual({ AUTH_SECRET_1: old });
		// What is not declared could not be read.
		expect(host.read('src/env.ts')).toMatch(/AUTH_SECRET_1: \{[^}]*\},[\s\S]*AUTH_SECRET: \{/);
		expect(env(host, '.env.example')).toEqual({ AUTH_SECRET_1: '', AUTH_SECRET: '', AUTH_URL: '' });
	});

	test('what signs is declared, too, where src/env.ts has only AUTH_SECRET', async () => {
		const host = await graftedHost('sveltekit3');
		host.write({ '.env': `AUTH_SECRET_1=${old}\nAUTH_SECRET_2=${older}\n` });
		await run(host);
		for (const name of ['AUTH_SECRET_1', 'AUTH_SECRET_2'])
			expect(host.read('src/env.ts')).toContain(`\t${name}: {`);
	});

	test("another library's secret is named, and stays", async () => {
		const text = `BETTER_AUTH_SECRET=${old}\nNEXTAUTH_SECRET=${older}\n`;
		const host = makeHost({ files: { '.env': text } });
		const { stderr } = await run(host);
		expect(stderr).toContain(
			'BETTER_AUTH_SECRET in .env is for Better Auth; AUTH_SECRET is added beside it.',
		);
		expect(stderr).toMatch(
			/NEXTAUTH_SECRET in \.env .* To keep sessions of NextAuth\.js 5, give AUTH_SECRET its value\./,
		);
		expect(host.read('.env').startsWith(text)).toBe(true);
		expect(env(host).AUTH_SECRET).toMatch(fresh);
	});

	test('--print needs no project, prints one line and writes nothing', async () => {
		const host = makeHost({ fixture: null });
		const [one, two] = [await host.run('secret', '--print'), await host.run('secret', '--print')];
		expect(one).toEqual({ exit: 0, stderr: '', stdout: expect.stringMatching(/^[\w-]{43}\n$/) });
		expect(two.stdout).not.toBe(one.stdout);
		expect(host.tree()).toEqual({});
		const { stdout } = await host.run('secret', '--print', '--json');
		expect(JSON.parse(stdout)).toMatchObject({ command: 'secret', secret: expect.stringMatching(fresh) });
		expectFailure(await host.run('secret', 'rotate', '--print'), { exit: 2, code: 'AG_USAGE' });
		expectFailure(await runCli(['secret', 'renew']), { exit: 2, code: 'AG_USAGE', says: ['rotate'] });
	});
});

describe.concurrent('secret rotate', () => {
	test('the new one signs under the next name, and what is there stays', async () => {
		const text = `# mine\r\nAUTH_SECRET="${old}" # keep\r\nA=1\r\n`;
		const host = makeHost({ files: { '.env': text, '.env.example': 'AUTH_SECRET=\n' } });
		const { stderr } = await run(host, 'rotate');
		expect(host.read('.env').startsWith(text)).toBe(true);
		expect(host.read('.env').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
		expect(env(host)).toEqual({ AUTH_SECRET: old, A: '1', AUTH_SECRET_1: expect.stringMatching(fresh) });
		expect(env(host, '.env.example')).toEqual({ AUTH_SECRET: '', AUTH_SECRET_1: '' });
		expect(stderr).toContain('AUTH_SECRET_1 signs from now on. AUTH_SECRET stays accepted');
		expect(stderr).toContain('In production set AUTH_SECRET_1 ');
	});

	test('again and again: four are kept in their order, the oldest goes', async () => {
		const host = makeHost({ files: { '.env': `AUTH_SECRET=${old}\n` } });
		const history = [old];
		for (let round = 1; round <= 5; round++) {
			const { stderr } = await run(host, 'rotate');
			const { AUTH_SECRET, AUTH_SECRET_1, AUTH_SECRET_2, AUTH_SECRET_3 } = env(host);
			const now = [AUTH_SECRET, AUTH_SECRET_1, AUTH_SECRET_2, AUTH_SECRET_3].flatMap((value) => value ?? []);
			history.push(now.at(-1) ?? '');
			expect(now).toEqual(history.slice(-4));
			expect(stderr.includes('the oldest secret is gone')).toBe(round > 3);
		}
		expect(new Set(history).size).toBe(6);
	});

	test('a free name between others takes up what has to move', async () => {
		const text = `AUTH_SECRET_3=${old}\nAUTH_SECRET='${oldest}'\nAUTH_SECRET_1=${older}\n`;
		const host = makeHost({ files: { '.env': text } });
		await run(host, 'rotate');
		expect(env(host)).toEqual({
			AUTH_SECRET: oldest,
			AUTH_SECRET_1: older,
			AUTH_SECRET_2: old,
			AUTH_SECRET_3: expect.stringMatching(fresh),
		});
		expect(env(host).AUTH_SECRET_3).not.toBe(old);
	});

	test('a short one is replaced, since the runtime takes none beside', async () => {
		const host = makeHost({ files: { '.env': `AUTH_SECRET=changeme\nAUTH_SECRET_1=${old}\n` } });
		const { stderr } = await run(host, 'rotate');
		expect(env(host)).toEqual({
			AUTH_SECRET: '',
			AUTH_SECRET_1: old,
			AUTH_SECRET_2: expect.stringMatching(fresh),
		});
		expect(stderr).toContain('AUTH_SECRET in .env has 8 characters');
	});

	test('in the file that has it', async () => {
		const files = {
			'.env': 'A=1\n',
			'.env.local': `AUTH_SECRET=${old}\n`,
			'.env.production': `AUTH_SECRET=${older}\n`,
		};
		const host = makeHost({ files });
		const { stderr } = await run(host, 'rotate');
		expect(host.read('.env')).toBe('A=1\n');
		expect(env(host, '.env.local')).toEqual({
			AUTH_SECRET: old,
			AUTH_SECRET_1: expect.stringMatching(fresh),
		});
		expect(stderr).toContain(
			'.env.production has a secret that is not read while developing, and stays as it is.',
		);
	});

	test('SvelteKit 3 declares the new name', async () => {
		const host = await graftedHost('sveltekit3');
		await run(host, 'rotate', '--allow-dirty');
		expect(host.read('src/env.ts')).toMatch(/AUTH_SECRET_1: \{ description: .*, schema: /);
		expect(env(host, '.env.example')).toMatchObject({ AUTH_SECRET: '', AUTH_SECRET_1: '' });
	});

	test.for([
		[
			'several files',
			{ '.env': `AUTH_SECRET=${old}\n`, '.env.local': `AUTH_SECRET=${older}\n` },
			'the last file wins',
		],
		[
			'twice in a file',
			{ '.env': `AUTH_SECRET=${old}\nAUTH_SECRET_3=${old}\nAUTH_SECRET_3=${older}\n` },
			'in lines 2 and 3',
		],
		[
			'an auth config with a secret of its own',
			{
				'.env': `AUTH_SECRET=${old}\n`,
				'src/lib/server/auth.ts':
					'export const config = {\n\tproviders: [],\n\tsecret: env.AUTH_SECRET,\n};\n',
			},
			'src/lib/server/auth.ts:3 names its `secret` itself',
		],
	] as const)('%s: refused', async ([, files, says]) => {
		const host = makeHost({ files });
		const { stderr } = await expectRefusal(host, ['secret', 'rotate', '--yes'], {
			exit: 1,
			code: 'AG_REFUSED',
		});
		expect(stderr).toContain(says);
	});

	test('without a secret there is nothing to rotate', async () => {
		const host = makeHost({ files: { '.env': 'AUTH_SECRET=\n' } });
		const failure = { exit: 1, code: 'AG_NOT_SET_UP', says: ['authgraft secret'] } as const;
		await expectRefusal(host, ['secret', 'rotate', '--yes'], failure);
	});
});

describe.concurrent('the plan of a secret', () => {
	test.for([[], ['rotate']])('a dry run shows no secret, and JSON holds none: secret %s', async (action) => {
		const files = action.length > 0 ? { '.env': `AUTH_SECRET=${old}\n` } : {};
		const host = makeHost({ files });
		const before = host.tree();
		const dry = await run(host, ...action, '--dry-run');
		expect(host.tree()).toEqual(before);
		expect(dry.stdout).toMatch(/^\+AUTH_SECRET(?:_1)?=\*\*\*$/m);
		expect(dry.stdout).not.toMatch(/=[\w-]{8}/);
		const { stdout } = await run(host, ...action, '--json');
		const document = JSON.parse(stdout);
		expect(document).toMatchObject({
			schema: 1,
			command: ['secret', ...action].join(' '),
			applied: true,
			exitCode: 0,
			next: { file: '.env', signs: action.length > 0 ? 'AUTH_SECRET_1' : 'AUTH_SECRET' },
		});
		expect(stdout).not.toMatch(/[\w-]{43}/);
	});

	test('undo gives back every byte', async () => {
		const files = { '.env': `A=1\nAUTH_SECRET='${old}'`, '.env.example': 'A=' };
		const host = makeHost({ files });
		await run(host, 'rotate');
		expect(host.read('.env')).not.toBe(files['.env']);
		expect((await host.run('undo')).stderr).toContain('"secret rotate"');
		expect(host.read('.env')).toBe(files['.env']);
		expect(host.read('.env.example')).toBe(files['.env.example']);
	});

	test('a dirty work tree is refused, unless allowed', async () => {
		const host = makeHost({ git: true });
		host.write({ 'src/app.html': '<p>mine</p>' });
		await expectRefusal(host, ['secret', '--yes'], { exit: 1, code: 'AG_GIT_DIRTY' });
		await run(host, '--allow-dirty');
	});

	test('on a terminal it asks once; no leaves all as it was', async () => {
		const host = makeHost();
		const before = host.tree();
		const ended = await onTerminal(host, ['secret'], [['Write these changes?', `n${keys.enter}`]]);
		expect(ended.exit).toBe(130);
		expect(host.tree()).toEqual(before);
	});
});
