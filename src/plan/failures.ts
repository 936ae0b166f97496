import { AuthgraftError } from '../errors.ts';
import type { HostPath } from './change.ts';
import { errno } from './disk/index.ts';
import { HOME } from './disk/paths.ts';

const CAUSES: Record<string, string> = {
	EACCES: 'permission denied',
	EPERM: 'permission denied',
	EROFS: 'the file system is read-only',
	ENOSPC: 'no space is left on the disk',
	EDQUOT: 'the disk quota is used up',
	EXDEV: 'its folder lies on another file system than the project',
	EBUSY: 'another program holds it open',
	ENOTDIR: 'a folder of its path is a file',
};

/** A failed file operation as an error that a person can act on. Other errors come back as they are. */
export function explain(
	error: unknown,
	path: HostPath,
	platform: NodeJS.Platform = process.platform,
): unknown {
	const name = errno(error);
	if (name === undefined) return error;
	// Windows says the same of a file that is open elsewhere as of one that is not ours, and the first is the usual case.
	if (platform === 'win32' && ['EPERM', 'EACCES', 'EBUSY'].includes(name))
		return notWritable(path, 'another program has it open, or it is not yours to write', held);
	return notWritable(path, CAUSES[name] ?? name);
}

const held =
	'Close what has it open (an editor, a development server, a virus scanner), then run the command again.';

/** Runs file operations that concern one file of the host; their failures name that file. */
export function about<T>(path: HostPath, operations: () => T): T {
	try {
		return operations();
	} catch (error) {
		throw explain(error, path);
	}
}

export const notWritable = (
	path: HostPath,
	cause: string,
	hint = 'Make the file and its folder writable for you, then run the command again.',
): AuthgraftError =>
	new AuthgraftError(
		'AG_NOT_WRITABLE',
		`${path} can not be written: ${cause}; the project is as it was`,
		hint,
	);

export const fileChanged = (path: HostPath, what: string): AuthgraftError =>
	new AuthgraftError(
		'AG_FILE_CHANGED',
		`${path} ${what}; the project is as it was`,
		'Run the command again: it reads the file anew.',
	);

export const notUtf8 = (path: HostPath): AuthgraftError =>
	new AuthgraftError(
		'AG_FILE_CHANGED',
		`${path} is not valid UTF-8, so it can not be rewritten without damage; the project is as it was`,
		'Save the file as UTF-8, then run the command again.',
	);

export const journalInvalid = (where: string, what: string): AuthgraftError =>
	new AuthgraftError(
		'AG_JOURNAL_INVALID',
		`${HOME}/${where} ${what}`,
		`Compare the project with your version control, then remove the folder ${HOME} (it holds the backups of what authgraft changed).`,
	);

/** Never written by this user: a clone or an archive brought it, or the key is gone. Nothing in it is believed. */
export const notOurs = (where: string): AuthgraftError =>
	new AuthgraftError(
		'AG_JOURNAL_INVALID',
		`${HOME}/${where} was not written by authgraft for you on this machine, so nothing was done with it`,
		`It came with the project, or your key to it is gone. Remove the folder ${HOME}; what authgraft changed for you stays in the project.`,
	);

/** A former run was killed, and the caller did not call `recover` first or another process came between. */
export const stoppedHalfway = (command: string): AuthgraftError =>
	new AuthgraftError(
		'AG_INTERRUPTED',
		`\`authgraft ${command}\` was stopped half-way in this project`,
		'Run the command again: it cleans up first.',
	);

/** A run failed and its changes could not all be taken back; the journal still knows them. */
export function halfDone(error: unknown): AuthgraftError {
	const cause = String((explain(error, HOME) as Error).message).replace('; the project is as it was', '');
	return new AuthgraftError(
		'AG_NOT_WRITABLE',
		`${cause}; the changes made so far could not all be taken back`,
		'Mend the cause and run any authgraft command: it cleans up first.',
	);
}
