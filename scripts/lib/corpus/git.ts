import { copyFileSync, lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execOk } from '../process/exec.ts';

/** No configuration of the person who runs this, nor of the machine, decides anything. */
export const gitSettings = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

const own = {
	...gitSettings,
	// A path is no pattern.
	...{ GIT_LITERAL_PATHSPECS: '1', GIT_AUTHOR_NAME: 'corpus', GIT_AUTHOR_EMAIL: 'corpus@example.com' },
	...{ GIT_COMMITTER_NAME: 'corpus', GIT_COMMITTER_EMAIL: 'corpus@example.com' },
};

/**
 * Makes a copy of a checkout a repository of its own with one commit. In it is what git does not ignore, and what the
 * checkout has in git although it is ignored, say a `.env`. No git runs in the checkout, whose configuration names programs:
 * of its repository the list of files alone is read.
 *
 * @param copy folder of the copy
 * @param checkout where it came from
 * @param spare an own folder, for files that are in no project
 */
export async function makeRepository(copy: string, checkout: string, spare: string): Promise<void> {
	const git = (args: string[], env: Record<string, string> = {}) =>
		execOk('git', args, { cwd: copy, env: { ...own, ...env } });
	await git(['init', '--quiet', '--template=', '--initial-branch=main']);
	await git(['add', '--all']);
	const forced = await listedIn(checkout, copy, spare, git);
	if (forced.length > 0) {
		const list = join(spare, 'paths');
		writeFileSync(list, forced.map((path) => `${path}\0`).join(''));
		await git(['add', '--force', `--pathspec-from-file=${list}`, '--pathspec-file-nul']);
	}
	await git(['commit', '--quiet', '--allow-empty', '--no-verify', '--message', 'As it was']);
}

type Git = (args: string[], env?: Record<string, string>) => Promise<{ stdout: string }>;

/** The files of the checkout's own index that are in the copy, too. */
async function listedIn(checkout: string, copy: string, spare: string, git: Git): Promise<string[]> {
	const index = join(checkout, '.git/index');
	const isOwn =
		lstatSync(join(checkout, '.git'), { throwIfNoEntry: false })?.isDirectory() &&
		lstatSync(index, { throwIfNoEntry: false })?.isFile();
	if (!isOwn) return [];
	const list = join(spare, 'index');
	copyFileSync(index, list);
	try {
		const { stdout } = await git(['ls-files', '-z'], { GIT_INDEX_FILE: list });
		return stdout
			.split('\0')
			.filter((path) => path !== '' && lstatSync(join(copy, path), { throwIfNoEntry: false })?.isFile());
	} catch {
		// In another form than this git reads, or split.
		return [];
	}
}
