import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectRefusal, graft } from './support/expect.ts';
import { type Files, Host, makeHost } from './support/host.ts';

const init = ['init', '--yes', '--no-install'];
const dirty = { exit: 1, code: 'AG_GIT_DIRTY' } as const;

describe.concurrent('uncommitted changes', () => {
	test('a clean tree is no matter, and afterwards every change is ours', async () => {
		const host = makeHost({ git: true });
		await graft(host);
		expect(host.git('status', '--porcelain', '--untracked-files=all')).toMatch(/^ M package\.json$/m);
	});

	test('stop init, with the files named', async () => {
		const host = makeHost({ git: true });
		host.write({ 'src/lib/index.ts': 'export const mine = 1;\n', 'notes (draft).txt': 'x' });
		const says = ['src/lib/index.ts', 'notes (draft).txt', '--allow-dirty'];
		await expectRefusal(host, init, { ...dirty, says });
	});

	test.for(['.env.example', 'größe.txt', ' leading space', 'new/deep/file.ts'])(
		'an untracked file counts: %j',
		async (path) => {
			const host = makeHost({ git: true });
			host.write({ [path]: '# mine\n' });
			await expectRefusal(host, init, { ...dirty, says: [path] });
		},
	);

	test('a staged change, a deletion and a rename count', async () => {
		const host = makeHost({ git: true });
		host.git('rm', '--quiet', 'static/robots.txt');
		host.git('mv', 'src/lib/index.ts', 'src/lib/main.ts');
		await expectRefusal(host, init, { ...dirty, says: ['static/robots.txt', 'src/lib/main.ts'] });
	});

	test('many are counted, not listed', async () => {
		const host = makeHost({ git: true });
		host.write(Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`n${n}.txt`, ''])));
		await expectRefusal(host, init, { ...dirty, says: ['n4.txt and 4 more'] });
	});

	test('ignored files and changes outside the host do not count', async () => {
		const repository = makeHost({ fixture: null, files: { 'README.md': 'x\n' } });
		const host = new Host(join(repository.root, 'apps/web'));
		cpSync(makeHost().root, host.root, { recursive: true });
		repository.commit();
		repository.write({ 'README.md': 'mine\n', 'apps/website/mine.txt': '' });
		host.write({ '.env.local': 'A=1\n', 'node_modules/x/index.js': '' });
		await graft(host);
		host.write({ 'src/env.ts': null, 'mine.txt': '' });
		await expectRefusal(host, init, { ...dirty, says: [/uncommitted changes: mine\.txt\n/] });
	});

	test('--allow-dirty goes on', async () => {
		const host = makeHost({ git: true });
		host.write({ 'mine.txt': 'x' });
		await graft(host, '--allow-dirty');
		expect(host.exists('src/auth.ts')).toBe(true);
	});

	test('ours do not count: init, init again, undo, init, without a commit in between', async () => {
		const host = makeHost({ git: true });
		const before = host.tree();
		await graft(host);
		await graft(host);
		expect((await host.run('undo')).exit).toBe(0);
		expect(host.tree()).toEqual(before);
		expect(host.git('status', '--porcelain')).toBe('');
		await graft(host, '--providers', 'github');
	});

	test('ours do not count for a second plan', async () => {
		const host = makeHost({ git: true });
		await graft(host);
		host.write({ 'src/env.ts': null });
		host.git('add', '--all');
		// Something to write again, and every other file still as we left it.
		await graft(host);
		expect(host.exists('src/env.ts')).toBe(true);
	});

	test('a file of ours that was edited counts again', async () => {
		const host = makeHost({ git: true });
		await graft(host);
		host.edit('src/auth.ts', '\tbuilding,', '\tbuilding, // mine');
		host.write({ 'src/env.ts': null });
		await expectRefusal(host, init, { ...dirty, says: ['src/auth.ts'] });
	});

	test('are no matter when there is nothing to write, and to a dry run', async () => {
		const host = makeHost({ git: true });
		host.write({ 'mine.txt': 'x' });
		expect((await host.run('init', '--yes', '--dry-run')).exit).toBe(0);
		await graft(host, '--allow-dirty');
		await graft(host);
	});
});

describe.concurrent('.env and git', () => {
	describe('a tracked .env', () => {
		const shared = { '.env': '# for everybody\nPUBLIC_NAME=Notebook\n' };
		const secret = `AUTH_SECRET=${'x8'.repeat(20)}\n`;
		const refused = { exit: 1, code: 'AG_ENV_TRACKED', says: ['.env', 'git rm --cached .env'] } as const;
		const tracked = (files: Files, fixture = 'sveltekit3') => {
			const host = makeHost({ fixture, files });
			host.git('init', '--quiet');
			host.git('add', '--force', '.env');
			host.commit();
			return host;
		};

		test.for<[string, string | null]>([
			['no rules', null],
			['a rule for it', 'node_modules\n.env.local\n'],
			['a rule for .env as well', '.env\n.env.*\n!.env.example\n'],
		])('stays, and the secret goes to .env.local: %s', async ([, rules]) => {
			const host = tracked({ ...shared, '.gitignore': rules });
			const { stderr } = await graft(host);
			expect(stderr).toContain('`.env` is in git, so what nobody else may know goes here');
			expect(host.read('.env')).toBe(shared['.env']);
			expect(host.read('.env.local')).toMatch(/^AUTH_SECRET=.{32,}$/m);
			expect(host.git('check-ignore', '.env.local')).toBe('.env.local\n');
			expect(host.read('.gitignore')).not.toMatch(rules?.includes('.env\n') ? /^$/ : /^\.env$/m);
			const { exit, stderr: more } = await host.run(
				'add-provider',
				'github',
				'--yes',
				'--no-install',
				'--allow-dirty',
			);
			expect(exit, more).toBe(0);
			expect(more).toContain('Fill in .env.local: AUTH_GITHUB_ID, AUTH_GITHUB_SECRET');
			expect(host.read('.env')).toBe(shared['.env']);
			expect((await host.run('secret', '--yes', '--allow-dirty')).stderr).toContain(
				'.env.local has AUTH_SECRET already',
			);
		});

		test('with a secret in it is refused: that one is public', async () => {
			await expectRefusal(tracked({ '.env': secret }), init, refused);
		});

		test('is refused where no other file is read', async () => {
			await expectRefusal(tracked(shared, 'solidstart1'), init, refused);
		});

		test('is refused where .env.local is tracked, too', async () => {
			const host = tracked({ ...shared, '.env.local': 'B=2\n', '.gitignore': null });
			await expectRefusal(host, init, { ...refused, says: ['git rm --cached .env.local'] });
		});
	});

	test.for<[name: string, rules: string | null]>([
		['no .gitignore at all', null],
		['rules for other things', 'node_modules\n'],
		['no final newline', 'node_modules'],
		['CRLF', 'node_modules\r\ndist\r\n'],
		['a rule with a comment behind it, which is none to git', '.env # secrets\n'],
		['a rule for another folder', '/config/.env\n'],
		['only some of our rules', '.env.*\n!.env.example\n'],
	])('a rule is added, so that git never sees the secret: %s', async ([, rules]) => {
		const host = makeHost({ files: { '.gitignore': rules }, git: true });
		await graft(host);
		const seen = host.git('status', '--porcelain', '--untracked-files=all');
		expect(seen).not.toMatch(/ \.env$/m);
		expect(seen).toMatch(/ \.env\.example$/m);
		expect(host.git('check-ignore', '.env')).toBe('.env\n');
		expect(host.read('.gitignore').startsWith(rules ?? '')).toBe(true);
	});

	test.for([
		['taken back by a later rule', '.env\n!.env\n'],
		['with a blank in front, which belongs to the name', ' .env\n.env.*\n!.env.example\n'],
	] as const)('a rule %s is not patched up', async ([, rules]) => {
		const host = makeHost({ files: { '.gitignore': rules }, git: true });
		const says = ['git does not ignore .env', 'git check-ignore -v .env'];
		await expectRefusal(host, init, { exit: 1, code: 'AG_ENV_TRACKED', says });
	});

	test('without git the rule is written for the day of `git init`', async () => {
		const host = makeHost({ files: { '.gitignore': 'node_modules\n' } });
		await graft(host);
		expect(host.read('.gitignore')).toBe('node_modules\n\n# Secrets\n.env\n.env.*\n!.env.example\n');
		host.commit();
		expect(host.git('ls-files', '.env', '.env.example', '.authgraft')).toBe('.env.example\n');
	});

	test('without git, a rule that a later one takes back does not count', async () => {
		const host = makeHost({ files: { '.gitignore': '.env\n!.env\n' } });
		await expectRefusal(host, ['init', '--yes', '--no-install'], { exit: 1, code: 'AG_ENV_TRACKED' });
	});

	test('what the journal keeps is invisible to git, too', async () => {
		const host = makeHost({ git: true });
		await graft(host);
		host.git('add', '--all');
		expect(host.git('ls-files', '.authgraft')).toBe('');
	});
});
