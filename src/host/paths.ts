import { posix } from 'node:path';
import { AuthgraftError } from '../errors.ts';
import type { HostPath } from './host.ts';

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
