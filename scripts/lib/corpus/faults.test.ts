import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { environment, temporary } from '../../../test/cli/support/run.ts';
import type { Ran } from '../../../test/support/residents.ts';
import { copyProject } from './copy.ts';
import { makeRepository } from './git.ts';
import { corpus, runCorpus } from './index.ts';
import { readOptions } from './options.ts';
import { type Run, Runner } from './runner.ts';
import { svelteCheckErrors, tscErrors } from './types.ts';

/* What the tool has to notice, shown with commands that do it, and what it must not do to a checkout of a stranger. */

const home = join(temporary, 'corpus-faults');
const write = (path: string, text: string) => {
	mkdirSync(dirname(join(home, path)), { recursive: true });
	writeFileSync(join(home, path), text);
};

beforeAll(() => {
	write('checkouts/shed/package.json', '{}\n');
	write('checkouts/shed/src/roof.ts', 'export const leaks = false;\n');
	vi.spyOn(console, 'error').mockImplementation(() => {});
	vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterAll(() => vi.restoreAllMocks());

const answer = (document: object, code: number | null = 0, stderr = ''): Ran => {
	const stdout = JSON.stringify({ ...document, exitCode: code });
	return { code, stdout, stderr, output: stdout + stderr };
};

/** A command with nothing to do. */
const idle: Run = async ([command]) =>
	command === 'undo' ? answer({ error: { code: 'AG_NOTHING_TO_UNDO' } }, 1) : answer({ changes: [] });

let count = 0;
async function over(run: Run, projects = [{ name: 'shed', folder: join(home, 'checkouts/shed') }]) {
	const work = join(home, `work-${count++}`);
	mkdirSync(work);
	const options = { projects, types: false, out: undefined, json: undefined };
	let table = '';
	const exit = await runCorpus(options, work, run, (text) => {
		table = text;
	});
	return { exit, table };
}

/** Idle but for one run of one command. */
const except = (name: string, nth: number, instead: (root: string) => Ran | undefined): Run => {
	let seen = 0;
	return async (args, root) =>
		(args[0] === name && ++seen === nth ? instead(root) : undefined) ?? idle(args, root);
};
const spoil = (root: string) => {
	appendFileSync(join(root, 'src/roof.ts'), ' ');
	return undefined;
};

describe('a command', () => {
	test('with nothing to do: no fault', async () => {
		const { exit, table } = await over(idle);
		expect(table).toContain('| nothing to do |');
		expect(table).toContain('| still | all done | byte-exact |');
		expect(exit).toBe(0);
	});

	test.each([
		['writes when it runs again', except('init', 2, spoil), 'run again, init changes src/roof.ts'],
		['does not give a byte back', except('undo', 1, spoil), 'undo does not give back src/roof.ts'],
		[
			'writes what no plan names',
			except('init', 1, spoil),
			'changes src/roof.ts, which the plan does not name',
		],
		[
			'plans when it runs again',
			except('init', 2, () => answer({ changes: [{ kind: 'create', path: 'src/auth.ts' }] })),
			'run again, init plans to write src/auth.ts',
		],
		[
			'comes to another end when it runs again',
			except('init', 2, () => answer({ error: { code: 'AG_REFUSED' } }, 1)),
			'run again, init comes to exit 1 (AG\\_REFUSED)',
		],
		['ends without a word', except('routes', 1, () => answer({}, null)), 'routes: ended without a word'],
		['ends by a signal', except('secret', 1, () => answer({}, 139, 'gone')), 'secret: exit 139: gone'],
		[
			'shows where it broke',
			except('secret', 2, () => answer({}, 1, 'Error\n    at open (/x/main.js:1:2)\n')),
			'secret rotate: prints a stack trace',
		],
		[
			'runs into a fault of its own',
			except('providers', 1, () => answer({ error: { code: 'AG_INTERNAL', message: 'no such thing' } }, 1)),
			'providers: no such thing',
		],
		[
			'prints no JSON',
			except('routes', 1, () => ({ ...answer({}), stdout: 'KIND' })),
			'routes: prints no JSON',
		],
		['fails without an error', except('routes', 1, () => answer({}, 1)), 'routes: exit 1 without an error'],
		[
			'cannot undo',
			except('undo', 1, () => answer({ error: { code: 'AG_LOCKED' } }, 1)),
			'undo: AG\\_LOCKED',
		],
	])('that %s', async (_, run, fault) => {
		const { exit, table } = await over(run);
		expect(table).toContain(fault);
		expect(table).toMatch(/1 with faults$/);
		expect(exit).toBe(1);
	});

	test('runs in a process that stays', async () => {
		const runner = new Runner(environment());
		const ran = await runner.run(['routes', '--json', '--cwd', '/none/at/all'], home);
		expect(ran).toMatchObject({ code: 1, stdout: expect.stringContaining('"AG_') });
		runner.end();
	});

	test('that does not come back is ended, and the next one runs in another process', async () => {
		const runner = new Runner(environment(), 1);
		for (const args of [['--version'], ['--help']])
			expect(await runner.run(args, home)).toMatchObject({ code: null, stderr: 'took longer than 0.001 s' });
		runner.end();
	});
});

describe('a checkout', () => {
	test('is copied without links, packages, builds and what is too large', () => {
		write('wild/package.json', '{}');
		for (const path of [
			'node_modules/a/index.js',
			'.git/config',
			'build/index.js',
			'.authgraft/journal.json',
		])
			write(`wild/${path}`, '');
		write('wild/src/routes/build/+page.svelte', '<h1>Build</h1>');
		write('wild/static/film.mp4', 'x'.repeat(2_000));
		symlinkSync('/etc/passwd', join(home, 'wild/src/names'));
		symlinkSync(join(home, 'checkouts'), join(home, 'wild/others'));
		const limits = { files: 2, file: 1_000, bytes: 1_000 };
		expect(copyProject(join(home, 'wild'), join(home, 'tame'), limits)).toBe(3);
		const there = (path: string) => existsSync(join(home, 'tame', path));
		expect(there('src/routes/build/+page.svelte')).toBe(true);
		for (const path of [
			'node_modules',
			'.git',
			'build',
			'.authgraft',
			'static/film.mp4',
			'src/names',
			'others',
		])
			expect(there(path), path).toBe(false);
		const tooMany = () => copyProject(join(home, 'wild'), join(home, 'tame2'), { ...limits, files: 1 });
		expect(tooMany).toThrow('more than 1 files');
	});

	test('that cannot be copied is left out, and the others run', async () => {
		const folder = join(home, 'checkouts');
		const projects = ['none', 'shed'].map((name) => ({ name, folder: join(folder, name) }));
		const { exit, table } = await over(idle, projects);
		expect(table).toMatch(/\| none \|.*left out: ENOENT/);
		expect(table).toContain('2 projects');
		expect(table).toContain('1 nothing to do, 1 left out; 0 with faults');
		expect(exit).toBe(0);
	});

	test('keeps in git what it had there, and no program that its configuration names runs', async () => {
		const [wild, tame, spare] = ['tracked', 'tracked-copy', 'spare'].map((name) => join(home, name)) as [
			string,
			string,
			string,
		];
		const git = (cwd: string, ...args: string[]) =>
			execFileSync('git', args, { cwd, env: environment(), encoding: 'utf8', stdio: 'pipe' });
		write('tracked/.gitignore', '.env\nnotes\n');
		write('tracked/.env', 'A=1\n');
		write('tracked/notes', 'mine\n');
		git(wild, 'init', '--quiet');
		git(wild, 'add', '--all');
		git(wild, 'add', '--force', '.env');
		const ran = join(home, 'ran');
		write('tracked/tool', `#!/bin/sh\ntouch ${ran}\n`);
		execFileSync('chmod', ['755', join(wild, 'tool')]);
		git(wild, 'config', 'core.fsmonitor', join(wild, 'tool'));
		copyProject(wild, tame);
		mkdirSync(spare);
		await makeRepository(tame, wild, spare);
		expect(git(tame, 'ls-files').split('\n').sort()).toEqual(['', '.env', '.gitignore', 'tool']);
		expect(git(tame, 'status', '--porcelain')).toBe('');
		expect(existsSync(ran)).toBe(false);
		// The control: git in the checkout itself does run it.
		git(wild, 'status');
		expect(existsSync(ran)).toBe(true);
	});
});

describe('arguments', () => {
	test.each([
		[[], 'name the folder'],
		[['/none/at/all'], '/none/at/all is no folder'],
		[['a', 'b'], 'one folder, and not b'],
		[['--frobnicate'], 'frobnicate'],
	])('%j: exit 2', async (argv, says) => {
		expect(readOptions(argv)).toContain(says);
		expect(await corpus(argv)).toBe(2);
	});

	test('--only names a project', () => {
		expect(readOptions([join(home, 'checkouts'), '--only', 'barn'])).toContain('--only barn');
		expect(readOptions([join(home, 'checkouts'), '--only', 'shed'])).toMatchObject({
			projects: [{ name: 'shed' }],
		});
	});

	test('--help: exit 0', async () => expect(await corpus(['--help'])).toBe(0));
});

test('type errors are counted as the checkers tell them', () => {
	const stdout =
		'1590680325583 START "/x"\n1590680326283 COMPLETED 20 FILES 21 ERRORS 1 WARNINGS 3 FILES_WITH_PROBLEMS\n';
	expect(svelteCheckErrors({ stdout })).toBe(21);
	expect(svelteCheckErrors({ stdout: 'Error: no config' })).toBeUndefined();
	const errors =
		"src/a.ts(1,2): error TS2304: Cannot find name 'x'.\n  more of it\nerror TS18003: No inputs\n";
	expect(tscErrors({ stdout: errors, code: 2 })).toBe(2);
	expect(tscErrors({ stdout: '', code: 0 })).toBe(0);
	expect(tscErrors({ stdout: 'crash', code: 1 })).toBeUndefined();
});
