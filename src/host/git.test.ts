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

/* An archive may bring its `.git` along, and with it a configuration that names programs. */

/** A repository, and a program that leaves a mark when it is run, as nothing here may. */
function trapped(files: Record<string, string>) {
	const root = repository({ ...files, a: '1' });
	const mark = join(root, '.git/mark');
	const program = join(root, '.git/program');
	writeFileSync(program, `#!/bin/sh\ntouch '${mark}'\ncat\n`, { mode: 0o755 });
	return {
		root,
		program,
		mark,
		configure: (name: string, value: string) => git(root, 'config', name, value),
	};
}

const asksAll = (root: string) => {
	const state = readGit(root);
	return [state?.isTracked('a'), state?.isIgnored('b'), state?.dirty];
};

test.runIf(process.platform !== 'win32').each([
	['a clean filter', { '.gitattributes': '* filter=evil' }, ['filter.evil.clean']],
	['a required filter', { '.gitattributes': '* filter=evil' }, ['filter.evil.process', 'filter.evil.clean']],
	['a filter with dots', { '.gitattributes': '* filter=e.v.il' }, ['filter.e.v.il.clean']],
	['a file-system monitor', {}, ['core.fsmonitor']],
	[
		'a pager and a differ',
		{ '.gitattributes': '* diff=evil' },
		['core.pager', 'diff.external', 'diff.evil.textconv', 'diff.evil.command'],
	],
] as const)('a configuration of the repository runs nothing: %s', (_, files, names) => {
	const { root, program, mark, configure } = trapped(files);
	for (const name of names) configure(name, `'${program}'`);
	if (names.length > 1) configure('filter.evil.required', 'true');
	write(root, { a: '2' });
	expect(asksAll(root)).toEqual([true, false, ['a']]);
	expect(existsSync(mark)).toBe(false);
});

test.runIf(process.platform !== 'win32')('nor do its hooks, nor a file that it includes', () => {
	const { root, program, mark, configure } = trapped({ '.gitattributes': '* filter=evil' });
	for (const hook of ['post-index-change', 'fsmonitor-watchman', 'post-checkout'])
		writeFileSync(join(root, '.git/hooks', hook), `#!/bin/sh\ntouch '${mark}'\n`, { mode: 0o755 });
	write(root, { '.git/more': `[filter "evil"]\n\tclean = '${program}'\n` });
	configure('include.path', 'more');
	write(root, { a: '2' });
	expect(asksAll(root)).toEqual([true, false, ['a']]);
	expect(existsSync(mark)).toBe(false);
});

test.runIf(process.platform !== 'win32')('nor the configuration of a submodule', () => {
	const { root, program, mark } = trapped({});
	const inner = repository({ x: '1' });
	git(root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'sub');
	git(root, 'commit', '-qm', 'with it');
	git(join(root, 'sub'), 'config', 'core.fsmonitor', program);
	write(root, { 'sub/x': '2' });
	expect(asksAll(root)).toEqual([true, false, []]);
	expect(existsSync(mark)).toBe(false);
});

test.runIf(process.platform !== 'win32')('nor the transport of a partial clone', () => {
	const { root, program, mark, configure } = trapped({
		'long.txt': 'a text long enough to be known again\n'.repeat(9),
	});
	for (const [name, value] of [
		['core.repositoryFormatVersion', '1'],
		['extensions.partialClone', 'origin'],
		['remote.origin.promisor', 'true'],
		['remote.origin.url', `ext::${program.replaceAll(' ', '% ')}`],
		['protocol.ext.allow', 'always'],
	] as const)
		configure(name, value);
	const object = git(root, 'rev-parse', 'HEAD:long.txt').trim();
	renameSync(join(root, 'long.txt'), join(root, 'renamed.txt'));
	write(root, { 'renamed.txt': `${'a text long enough to be known again\n'.repeat(9)}more` });
	git(root, 'add', '.');
	rmSync(join(root, '.git/objects', object.slice(0, 2), object.slice(2)), { force: true });
	try {
		readGit(root)?.dirty;
	} catch (error) {
		expect(error).toMatchObject({ code: 'AG_GIT_FAILED' });
	}
	expect(existsSync(mark)).toBe(false);
});

test('filters of the person stay: what they make equal is no change', () => {
	const root = repository({ '.gitattributes': '* filter=same', a: '1' });
	const home = project({ '.gitconfig': '[filter "same"]\n\tclean = "printf 1"\n' });
	vi.stubEnv('GIT_CONFIG_GLOBAL', join(home, '.gitconfig'));
	git(root, 'add', '--renormalize', '.');
	git(root, 'commit', '-qm', 'filtered');
	write(root, { a: '2' });
	expect(readGit(root)?.dirty).toEqual([]);
});

test('a folder that looks like a bare repository, inside of one: no work tree', () => {
	const root = repository({ a: '' });
	git(root, 'init', '-q', '--bare', 'inner');
	expect(readGit(join(root, 'inner'))).toBeNull();
});

test('of several paths: which are tracked, and which ever were, below a folder of the repository, too', () => {
	const root = project({
		'app/.env': 'A=1',
		'app/.env.local': 'B=1',
		'app/[slug].env': 'C=1',
		'.env': 'D=1',
	});
	git(root, 'init', '-q');
	const paths = ['.env', '.env.local', '[slug].env', 'none'];
	const state = () => {
		const read = readGit(join(root, 'app'));
		return { tracked: read?.tracked(paths), ever: read?.everTracked(paths) };
	};
	expect(state()).toEqual({ tracked: [], ever: [] });
	git(root, 'add', 'app/.env', 'app/[slug].env', '.env');
	git(root, 'commit', '-q', '-m', 'one');
	git(root, 'rm', '-q', '--cached', 'app/.env');
	git(root, 'commit', '-q', '-m', 'two');
	const { tracked, ever } = state();
	expect(tracked).toEqual(['[slug].env']);
	expect(ever?.toSorted()).toEqual(['.env', '[slug].env']);
});
