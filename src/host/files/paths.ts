import { posix } from 'node:path';
import { AuthgraftError } from '../../errors.ts';
import type { HostPath } from '../host.ts';

/**
 * A path from a config as a HostPath: `./src/routes/` is `src/routes`, `.` is the empty path.
 * Throws AG_OUTSIDE_HOST.
 *
 * @param place what to call it in the error: `files.routes in vite.config.ts:12`
 */
export function hostPath(value: string, place: string): HostPath {
	const path = posix.normalize(value.replaceAll('\\', '/')).replace(/\/$/, '');
	if (path === '..' || path.startsWith('../') || path.startsWith('/') || /^[A-Za-z]:/.test(path)) {
		throw new AuthgraftError(
			'AG_OUTSIDE_HOST',
			`${place} names ${value}, which is no folder inside the project.`,
			'authgraft touches files of one project only: name a path relative to its root.',
		);
	}
	return path === '.' ? '' : path;
}

/** How a module in one file of the host imports another one: `../../auth`, without extension. */
export function relativeImport(fromFile: string, toFile: string): string {
	const from = fromFile.split('/').slice(0, -1);
	const to = toFile.replace(/\.[cm]?[jt]sx?$/, '').split('/');
	let shared = 0;
	while (shared < from.length && shared < to.length - 1 && from[shared] === to[shared]) shared++;
	const up = from.length - shared;
	return (up === 0 ? './' : '../'.repeat(up)) + to.slice(shared).join('/');
}
