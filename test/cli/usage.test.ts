import { execFileSync } from 'node:child_process';
import { accessSync, constants, cpSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectFailure, expectRefusal } from './support/expect.ts';
import { makeHost } from './support/host.ts';
import { disguise } from './support/programs.ts';
import { bin, repository, runCli } from './support/run.ts';

/** Nothing of it may be touched, so all of these tests can share it. */
const host = makeHost();

describe.concurrent('wrong usage', () => {
	test.for<[args: string[], says: (string | RegExp)[]]>([
		[['frobnicate'], ["unknown command 'frobnicate'", '--help']],
		[['inti'], ["unknown command 'inti'", 'Did you mean init?']],
		[['--frob'], ["unknown option '--frob'"]],
		[['init', '--frob'], ["unknown option '--frob'"]],
		[
			['init', '--dryrun'],
			["unknown option '--dryrun'", 'Did you mean --dry-run?'],
		],
		[['init', 'extra'], ['too many arguments']],
		[['init', '--cwd'], ['argument missing']],
		[['init', '--framework', 'next'], ['sveltekit, solid-start']],
		[['init', '--providers', ','], ['at least one']],
		[['undo', '--providers', 'github'], ["unknown option '--providers'"]],
		[['add-provider', 'github', '--id'], ['argument missing']],
		[['add-provider', 'github', '--stdin=x'], ["unknown option '--stdin"]],
		[['add-provider', 'github', '--variables'], ["unknown option '--variables'"]],
		[['remove-provider'], ["missing required argument 'id'"]],
		[['remove-provider', 'github', '--id', 'x'], ["unknown option '--id'"]],
		[['providers', '--yes'], ["unknown option '--yes'"]],
		[
			['add-providers', 'github'],
			["unknown command 'add-providers'", 'add-provider'],
		],
		[['list-providers'], ["unknown command 'list-providers'"]],
	])('%j', async ([args, says]) => {
		await expectRefusal(host, args, { exit: 2, code: 'AG_USAGE', says });
	});

	test('what is typed behind an option that there is not may be a secret: it is not said again', async () => {
		for (const option of ['--client-secrets=hush', '--auth-github-secret=hush', '--token=hush']) {
			const result = await expectRefusal(host, ['add-provider', 'github', option], {
				exit: 2,
				code: 'AG_USAGE',
				says: [`unknown option '${option.split('=')[0]}'`],
			});
			expect(result.stdout + result.stderr).not.toContain('hush');
		}
	});

	test('no command at all shows the help, as talk', async () => {
		const { exit, stdout, stderr } = await host.run();
		expect({ exit, stdout }).toEqual({ exit: 2, stdout: '' });
		expect(stderr).toContain('Usage: authgraft');
	});

	test('asked for, help and version are data', async () => {
		for (const args of [
			['--help'],
			['help', 'init'],
			['init', '--help'],
			['--version'],
			['add-provider', '--help'],
		]) {
			const { exit, stdout, stderr } = await host.run(...args);
			expect({ exit, stderr }).toEqual({ exit: 0, stderr: '' });
			expect(stdout).toMatch(args.includes('--version') ? /^\d+\.\d+\.\d+\n$/ : /^Usage: authgraft/);
			// Told to be refused only, so nobody is to find it there.
			expect(stdout).not.toMatch(/--client-secret|--password/);
		}
	});

	test('--version does no work', async () => {
		const before = host.tree();
		for (const args of [
			['init', '--yes', '--version'],
			['--version', 'init', '--yes'],
		]) {
			const { exit, stdout } = await host.run(...args);
			expect({ exit, stdout }).toEqual({ exit: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
		}
		expect(host.tree()).toEqual(before);
	});
});

describe.concurrent('providers', () => {
	test.for<[id: string, says: (string | RegExp)[]]>([
		['githb', ['There is no provider "githb"', 'github']],
		['gogle', ['google']],
		['githubb', ['Did you mean github']],
		['mircosoft', ['microsoft-entra-id']],
		['zzzzzz', ['@auth/core/providers', 'github or google']],
		['__proto__', ['There is no provider "__proto__"']],
		['../x', ['There is no provider "../x"']],
	])('%s is unknown', async ([id, says]) => {
		const args = ['init', '--yes', '--no-install', '--providers', `github,${id}`];
		await expectRefusal(host, args, { exit: 2, code: 'AG_PROVIDER_UNKNOWN', says });
	});

	test('a name in any case, and another word, are as good as an id', async () => {
		const grafted = makeHost();
		const args = ['init', '--yes', '--no-install', '--providers', 'GitHub,microsoft'];
		const { exit, stderr } = await grafted.run(...args);
		expect(exit, stderr).toBe(0);
		expect(grafted.read('src/auth.ts')).toMatch(/providers: \[\s*GitHub,\s*MicrosoftEntraID\s*\]/);
	});

	test.for(['nodemailer', 'resend', 'passkey'])('%s needs a database adapter', async (id) => {
		await expectRefusal(host, ['init', '--yes', '--no-install', '--providers', id], {
			exit: 2,
			code: 'AG_PROVIDER_UNSUPPORTED',
			says: [id, 'database adapter', 'not'],
		});
	});
});

describe.concurrent('without a terminal', () => {
	const missing = { exit: 2, code: 'AG_MISSING_ANSWER' } as const;

	test('every open answer is named', async () => {
		await expectRefusal(host, ['init'], {
			...missing,
			says: ['--providers <ids>', '--protect <path>', '--no-install', '--yes'],
		});
	});

	test('those that flags give are not', async () => {
		const args = ['init', '--providers', 'github', '--protect', '/dashboard', '--no-install'];
		const { stderr } = await expectRefusal(host, args, { ...missing, says: ['--yes'] });
		expect(stderr).not.toMatch(/--providers|--protect|--no-install/);
	});

	test('a piped "y" is no answer', async () => {
		await expectRefusal(host, ['init'], missing, { input: 'y\ny\ny\ny\n'.repeat(20) });
	});
});

// Elsewhere the folder for temporary files is the person's own.
test.runIf(process.platform === 'linux')(
	'what Node has compiled is kept in a folder of the person',
	async () => {
		const [TMPDIR, XDG_CACHE_HOME, HOME] = [1, 2, 3].map(() => makeHost({ fixture: null }).root);
		const env = { TMPDIR, XDG_CACHE_HOME, HOME } as Record<string, string>;
		const kept = () => Object.values(env).map((folder) => readdirSync(folder));
		await runCli(['--version'], { env });
		expect(kept()).toEqual([[], ['authgraft'], []]);
		await runCli(['--version'], { env: { ...env, XDG_CACHE_HOME: 'relative' } });
		expect(kept()).toEqual([[], ['authgraft'], ['.cache']]);
		// Nowhere, then: least of all in the project.
		const project = makeHost({ fixture: null }).root;
		for (const none of ['', 'relative', '/dev/null']) {
			const nowhere = { ...env, XDG_CACHE_HOME: none, HOME: none };
			expect((await runCli(['--version'], { env: nowhere, cwd: project })).exit).toBe(0);
		}
		expect([kept(), readdirSync(project)]).toEqual([[[], ['authgraft'], ['.cache']], []]);
	},
);

test('a checkout that is not built says so', async () => {
	const checkout = makeHost({ fixture: null });
	cpSync(join(repository, 'bin'), join(checkout.root, 'bin'), { recursive: true });
	const launcher = [process.execPath, join(checkout.root, 'bin/authgraft.cjs')];
	const failure = { exit: 1, code: 'AG_NOT_BUILT', says: ['npm run build'] } as const;
	await expectRefusal(host, ['init', '--yes'], failure, { launcher });
});

describe('an old Node.js', () => {
	test.for(['18.20.8', '20.19.0', '22.0.0', '22.11.0'])('%s is refused', async (version) => {
		const failure = { exit: 1, code: 'AG_NODE_TOO_OLD', says: [version, '22.12'] } as const;
		await expectRefusal(host, ['init', '--yes'], failure, { launcher: disguise(version) });
		expectFailure(await runCli(['--version'], { launcher: disguise(version) }), failure);
	});

	test.for(['22.12.0', '23.0.0', '26.1.0'])('%s is not', async (version) => {
		const { exit, stdout } = await runCli(['--version'], { launcher: disguise(version) });
		expect(exit).toBe(0);
		expect(stdout).toMatch(/^\d/);
	});

	/* The disguise shows that the check is right; only a real one shows that old syntax rules can parse the check. */
	const old = oldNodes();
	test.runIf(old.length > 0)(`the real ones on this machine are refused (${old.join(', ')})`, async () => {
		for (const node of old) {
			await expectRefusal(
				host,
				['init', '--yes'],
				{ exit: 1, code: 'AG_NODE_TOO_OLD' },
				{ launcher: [node, bin] },
			);
		}
	});
});

/** Programs named `node` in PATH that are older than 22.12. */
function oldNodes(): string[] {
	const programs = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'));
	return [...new Set(programs)].filter((program) => {
		try {
			accessSync(program, constants.X_OK);
		} catch {
			return false;
		}
		const version = execFileSync(program, ['--version'], { encoding: 'utf8' });
		const [major = 0, minor = 0] = version.slice(1).split('.').map(Number);
		return major < 22 || (major === 22 && minor < 12);
	});
}
