import type { HostPath, HostPaths } from '../host.ts';

/**
 * The folders of everything that a person of the host may have written: the sources, and what the configuration has put
 * elsewhere. None lies below another one.
 */
export function sourceFolders({ source, lib, routes, serverHooks }: HostPaths): HostPath[] {
	// Hooks that lie in the root do not make all of it sources.
	const hooks = serverHooks.includes('/') ? [serverHooks.slice(0, serverHooks.lastIndexOf('/'))] : [];
	return [...new Set([source, lib, routes, ...hooks])].filter(
		(folder, _, all) => !all.some((other) => other !== folder && isBelow(folder, other)),
	);
}

/** Whether a file is one of them. */
export const isSource = (paths: HostPaths, file: HostPath): boolean =>
	sourceFolders(paths).some((folder) => isBelow(file, folder));

const isBelow = (path: HostPath, folder: HostPath): boolean => folder === '' || path.startsWith(`${folder}/`);
