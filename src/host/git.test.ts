import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { readGit } from './git.ts';
import { failure, git, project, write } from './testing.ts';

afterEach(() => vi.unstubAllEnvs());

/** A repository with all of the files committed. */
function repository(files: Record<string, string>): string {
	const root = project(files);
	git(root, 'init', '-q');
	git(root, 'add', '-f', '.');
	git(root, 'commit', '-qm', 'start', '--allow-empty');
	return root;
}

test('no work tree: null', () => {
	expect(readGit(project({ a: '' }))).toBeNull();
	const bare = project({ a: '' });
	git(bare, 'init', '-q', '--bare', 'repo.git');
	expect(readGit(join(bare, 'repo.git'))).toBeNull();
});

test('git is not installed: null', () => {
	const root = repository({ a: '' });
	vi.stubEnv('PATH', join(root, 'empty'));
	expect(readGit(root)).toBeNull();
});

test('a repository without a commit', () => {
	const root = project({ a: '' });
	git(root, 'init', '-q');
	expect(readGit(root)?.dirty).toEqual(['a']);
	expect(readGit(root)?.isTracked('a')).toBe(false);
});

test('changed, staged, deleted, untracked, renamed and oddly named files', () => {
	const root = repository({
		clean: '1',
		changed: '1',
		staged: '1',
		gone: '1',
		'old name.txt': 'a text long enough to be known again',
		'src/routes/(app)/[slug]/+page.ts': '1',
	});
	write(root, { changed: '2', staged: '2', 'new/é ü.txt': '', 'new/line\nbreak': '', 'new/"quote"': '' });
	write(root, { 'src/routes/(app)/[slug]/+page.ts': '2' });
	rmSync(join(root, 'gone'));
	renameSync(join(root, 'old name.txt'), join(root, 'new name.txt'));
	git(root, 'add', 'staged', 'old name.txt', 'new name.txt');
	expect(readGit(root)?.dirty).toEqual(
		[
			'changed',
			'gone',
			'new name.txt',
			'new/"quote"',
			'new/line\nbreak',
			'new/é ü.txt',
			'old name.txt',
			'src/routes/(app)/[slug]/+page.ts',
			'staged',
		].sort(),
	);
});

test('an application in a sub-folder: its own files only, relative to it', () => {
	const root = repository({
		'apps/web é/a': 'a text long enough to be known again',
		'apps/other/b': '1',
		c: '1',
	});
	write(root, { 'apps/web é/new': '', 'apps/other/b': '2', c: '2' });
	const host = join(root, 'apps/web é');
	expect(readGit(host)?.dirty).toEqual(['new']);
	renameSync(join(host, 'a'), join(root, 'apps/other/a'));
	git(root, 'add', '.');
	expect(readGit(host)?.dirty).toEqual(['a', 'new']);
});

test('the settings of a person do not change the answer', () => {
	const root = repository({ a: '1' });
	git(root, 'config', 'status.showUntrackedFiles', 'no');
	git(root, 'config', 'status.relativePaths', 'false');
	git(root, 'config', 'core.quotePath', 'true');
	git(root, 'config', 'status.branch', 'true');
	write(root, { 'ü/new': '' });
	expect(readGit(root)?.dirty).toEqual(['ü/new']);
});

test('dirty is read once, and when asked', () => {
	const root = repository({ a: '1' });
	const state = readGit(root);
	write(root, { a: '2' });
	expect(state?.dirty).toEqual(['a']);
	write(root, { b: '' });
	expect(state?.dirty).toEqual(['a']);
});

test('tracked', () => {
	const root = repository({ '.env': '', 'src/[slug]/a b.ts': '', 'src/s/x': '', '-q': '', ':(top)odd': '' });
	write(root, { '.env.local': '' });
	const state = readGit(root);
	expect(state?.isTracked('.env')).toBe(true);
	expect(state?.isTracked('src/[slug]/a b.ts')).toBe(true);
	expect(state?.isTracked('-q')).toBe(true);
	expect(state?.isTracked(':(top)odd')).toBe(true);
	expect(state?.isTracked('.env.local')).toBe(false);
	expect(state?.isTracked('src/[slug]/x')).toBe(false);
	expect(state?.isTracked('nowhere')).toBe(false);
});

test('ignored, whether the file exists or not', () => {
	const root = repository({
		'.gitignore': '.env\n.env.*\n!.env.example\n/apps/*/secret\n',
		'tracked/.env': '',
	});
	const state = readGit(root);
	expect(state?.isIgnored('.env')).toBe(true);
	expect(state?.isIgnored('.env.local')).toBe(true);
	expect(state?.isIgnored('.env.example')).toBe(false);
	expect(state?.isIgnored('src/[slug]/+page.ts')).toBe(false);
	expect(state?.isIgnored(':(top).env')).toBe(false);
	// A rule does not hold for what is in the index already.
	expect(state?.isIgnored('tracked/.env')).toBe(false);
	mkdirSync(join(root, 'apps/web'), { recursive: true });
	expect(readGit(join(root, 'apps/web'))?.isIgnored('secret')).toBe(true);
});

test('inside a git hook, GIT_DIR of another repository is not believed', () => {
	const [root, other] = [repository({ a: '1' }), repository({ b: '1' })];
	vi.stubEnv('GIT_DIR', join(other, '.git'));
	vi.stubEnv('GIT_WORK_TREE', other);
	vi.stubEnv('GIT_INDEX_FILE', join(other, '.git/index'));
	write(root, { a: '2' });
	expect(readGit(root)?.dirty).toEqual(['a']);
});

test('a linked work tree', () => {
	const root = repository({ a: '1' });
	const place = project({ x: '' });
	git(root, 'worktree', 'add', '-q', join(place, 'tree'));
	write(place, { 'tree/b': '' });
	expect(readGit(join(place, 'tree'))?.dirty).toEqual(['b']);
});

test('a lock of another git process does not stop us, and we leave none', () => {
	const root = repository({ a: '1' });
	writeFileSync(join(root, '.git/index.lock'), '');
	write(root, { a: '2' });
	expect(readGit(root)?.dirty).toEqual(['a']);
});

test('a file system monitor set by the repository is not started', () => {
	const root = repository({ a: '1' });
	const monitor = join(root, '.git/monitor');
	// The command goes through a shell, which would split the path of this folder.
	writeFileSync(monitor, `#!/bin/sh\ntouch '${join(root, '.git/ran')}'\n`);
	chmodSync(monitor, 0o755);
	git(root, 'config', 'core.fsmonitor', '.git/monitor');
	expect(readGit(root)?.dirty).toEqual([]);
	expect(existsSync(join(root, '.git/ran'))).toBe(false);
	// The trap does work: git as people call it falls into it.
	git(root, 'status');
	expect(existsSync(join(root, '.git/ran'))).toBe(true);
});

test('a git that hangs is given up', async () => {
	const root = repository({ a: '1' });
	const path = project({ git: '#!/bin/sh\nexec sleep 30\n' });
	chmodSync(join(path, 'git'), 0o755);
	vi.stubEnv('PATH', `${path}${delimiter}${process.env.PATH}`);
	const error = await failure(() => readGit(root, { timeoutMs: 200 }));
	expect(error).toMatchObject({ code: 'AG_GIT_FAILED', exitCode: 1 });
	expect(error.message).toContain('no answer within 0.2 s');
});

test('a git in node_modules/.bin, where npx looks first, is not ours', () => {
	const root = repository({ a: '1' });
	write(root, { 'node_modules/.bin/git': '#!/bin/sh\nexit 3\n', '.gitignore': 'node_modules\n' });
	chmodSync(join(root, 'node_modules/.bin/git'), 0o755);
	vi.stubEnv('PATH', `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`);
	expect(readGit(root)?.dirty).toEqual(['.gitignore']);
});

test('a broken repository is an error, not an absence', async () => {
	const root = repository({ a: '1' });
	writeFileSync(join(root, '.git/config'), '[core\n');
	const error = await failure(() => readGit(root));
	expect(error).toMatchObject({ code: 'AG_GIT_FAILED', exitCode: 1 });
	expect(error.message).toContain('bad config');
	expect(error.hint).toContain('git status');
});

test('a path behind a symbolic link is an error of git, named', async () => {
	const root = repository({ 'a/b': '1' });
	symlinkSync('a', join(root, 'link'));
	const error = await failure(() => readGit(root)?.isIgnored('link/.env'));
	expect(error).toMatchObject({ code: 'AG_GIT_FAILED' });
	expect(error.message).toContain('beyond a symbolic link');
});

test('a host that does not ignore node_modules', () => {
	const files = Object.fromEntries(
		Array.from({ length: 3000 }, (_, i) => [`node_modules/${'x'.repeat(200)}/${i}`, '']),
	);
	const root = repository({ a: '1' });
	write(root, files);
	expect(readGit(root)?.dirty).toHaveLength(3000);
});
