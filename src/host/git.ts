import { spawnSync } from 'node:child_process';
import { devNull } from 'node:os';
import { delimiter, dirname, isAbsolute } from 'node:path';
import { AuthgraftError } from '../errors.ts';
import { gitRoot } from './files/folders.ts';
import type { GitState, HostPath } from './host.ts';

/** Long enough for a cold cache on a large repository, short enough for a person who waits. */
const defaultTimeout = 15_000;

interface Answer {
	status: number;
	stdout: string;
	stderr: string;
}

/**
 * Git's view of a folder, or null when it lies in no work tree or git is not installed.
 * Throws AG_GIT_FAILED when there is a repository that git does not answer for (locked, hung, owned by another
 * user): without an answer nobody knows whether `.env` is tracked.
 *
 * @param root absolute path of the host, symbolic links resolved
 */
export function readGit(root: string, options: { timeoutMs?: number } = {}): GitState | null {
	// Most new projects are in no repository, and starting git costs more than looking.
	if (!gitRoot(root)) return null;
	const git = (...args: string[]) => runGit(root, args, options.timeoutMs ?? defaultTimeout);
	const inside = git('rev-parse', '--is-inside-work-tree', '--show-prefix');
	if (!inside || /not a git repository|cannot use bare repository/i.test(inside.stderr)) return null;
	if (inside.status !== 0) throw failed(inside.stderr);
	const [isInside, prefix = ''] = inside.stdout.split('\n');
	if (isInside !== 'true') return null;

	// A state is that of one run, which asks about `.env` at each of its steps; starting git costs more than all of one.
	let dirty: HostPath[] | undefined;
	const tracked = new Map<HostPath, boolean>();
	return {
		get dirty() {
			dirty ??= dirtyFiles(
				answer(git(...withoutFilters(git), '--literal-pathspecs', ...status)).stdout,
				prefix,
			);
			return dirty;
		},
		// Route folders such as `[slug]` are patterns to git, unless it is told that paths are literal.
		isTracked(path) {
			const known =
				tracked.get(path) ??
				answer(git('--literal-pathspecs', 'ls-files', '--error-unmatch', '--', path), 1).status === 0;
			tracked.set(path, known);
			return known;
		},
		tracked: (paths) => named(git('--literal-pathspecs', 'ls-files', '-z', '--', ...paths)),
		everTracked: (paths) =>
			named(
				git(
					'--literal-pathspecs',
					...[
						'log',
						'--all',
						'--relative',
						'--no-ext-diff',
						'--no-textconv',
						'--format=',
						'--name-only',
						'-z',
					],
					...['--', ...paths],
				),
				// A repository without a commit.
				128,
			),
		// This one takes paths, and refuses that flag; `./` keeps a leading colon from meaning something.
		isIgnored: (path) => answer(git('check-ignore', '-q', '--', `./${path}`), 1).status === 0,
	};
}

/** A submodule has a configuration of its own, so nothing is asked in it. */
const status = [
	'status',
	'--porcelain=v1',
	'-z',
	'--untracked-files=all',
	'--ignore-submodules=dirty',
	'--',
	'.',
];

/**
 * Flags that take the repository's own filters away, which are programs that `status` would run: an unpacked archive
 * brings its `.git/config` along. Those of the person (Git LFS) stay.
 */
function withoutFilters(git: (...args: string[]) => Answer | undefined): string[] {
	const { stdout } = answer(
		git('config', '-z', '--show-scope', '--name-only', '--get-regexp', '^filter\\.'),
		1,
	);
	const entries = stdout.split('\0');
	const names = entries.filter(
		(_, index) => index % 2 === 1 && /^(?:local|worktree)$/.test(entries[index - 1] ?? ''),
	);
	const filters = new Set(names.map((name) => name.replace(/\.[^.]*$/, '')));
	return [...filters].flatMap((filter) => {
		if (/[=\n]/.test(filter))
			throw failed(`its configuration holds a filter of an odd name, ${JSON.stringify(filter)}`);
		return ['clean=', 'process=', 'required=false'].flatMap((setting) => ['-c', `${filter}.${setting}`]);
	});
}

/** `XY path`, and after a rename or copy the old path as an entry of its own. All relative to the repository. */
function dirtyFiles(stdout: string, prefix: string): HostPath[] {
	const entries = stdout.split('\0');
	const files = new Set<HostPath>();
	for (let index = 0; index < entries.length; index++) {
		const entry = entries[index] ?? '';
		if (entry === '') continue;
		const paths = [entry.slice(3)];
		if (/^(?:[RC].|.[RC]) /.test(entry)) paths.push(entries[++index] ?? '');
		for (const path of paths) {
			if (path.startsWith(prefix)) files.add(path.slice(prefix.length).replace(/\/$/, ''));
		}
	}
	return [...files].sort();
}

/** What git would run, or trust, only since a repository's own configuration says so. */
const distrust = ['core.fsmonitor=false', `core.hooksPath=${devNull}`, 'safe.bareRepository=explicit'];

/** Undefined when git is not installed. */
function runGit(root: string, args: string[], timeout: number): Answer | undefined {
	const flags = ['--no-optional-locks', ...distrust.flatMap((setting) => ['-c', setting]), '-C', root];
	const { status, stdout, stderr, error } = spawnSync('git', [...flags, ...args], {
		// Windows would start a git.exe that lies in the working directory.
		cwd: dirname(process.execPath),
		encoding: 'utf8',
		env: environment(),
		// A host that does not ignore node_modules lists 100,000 files.
		maxBuffer: 256 * 1024 * 1024,
		killSignal: 'SIGKILL',
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout,
		windowsHide: true,
	});
	if (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') return undefined;
		throw failed(code === 'ETIMEDOUT' ? `no answer within ${timeout / 1000} s` : error.message);
	}
	return { status: status ?? 1, stdout, stderr };
}

/**
 * `GIT_DIR` and its like are set inside a git hook and point to another work tree than the one of the host.
 * `npx` puts node_modules/.bin in front of PATH, where a package could bring a `git` of its own. Objects that a partial
 * clone lacks are fetched from nowhere: the repository says by which program.
 */
function environment(): NodeJS.ProcessEnv {
	const env: NodeJS.ProcessEnv = {};
	for (const [name, value] of Object.entries(process.env)) {
		if (
			!/^GIT_(?:DIR|WORK_TREE|INDEX_FILE|PREFIX|OBJECT_DIRECTORY|COMMON_DIR|NAMESPACE|LITERAL_PATHSPECS|GLOB_PATHSPECS|NOGLOB_PATHSPECS|ICASE_PATHSPECS|ALTERNATE_OBJECT_DIRECTORIES|CONFIG)$/.test(
				name,
			)
		) {
			env[name] = /^path$/i.test(name) ? ownPath(value ?? '') : value;
		}
	}
	return {
		...env,
		LC_ALL: 'C',
		GIT_TERMINAL_PROMPT: '0',
		GIT_ALLOW_PROTOCOL: 'none',
		GIT_NO_LAZY_FETCH: '1',
	};
}

const ownPath = (path: string): string =>
	path
		.split(delimiter)
		.filter((folder) => isAbsolute(folder) && !/[\\/]node_modules[\\/]/.test(folder))
		.join(delimiter);

/** Passes on an answer whose exit code says something; anything else is a failure. */
function answer(given: Answer | undefined, alsoFine = 0): Answer {
	if (!given) throw failed('it is no longer installed');
	if (given.status !== 0 && given.status !== alsoFine) throw failed(given.stderr);
	return given;
}

/** Names that a list of git's holds, each once. */
const named = (given: Answer | undefined, alsoFine = 0): HostPath[] => [
	...new Set(answer(given, alsoFine).stdout.split('\0').filter(Boolean)),
];

const failed = (reason: string) =>
	new AuthgraftError(
		'AG_GIT_FAILED',
		`git cannot tell about this project: ${reason.trim().split('\n')[0] || 'it gave no reason'}.`,
		'Run `git status` in the project and mend what it says, then run the command again.',
	);
