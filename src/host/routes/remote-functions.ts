import { sourceFolders } from '../files/source-folders.ts';
import type { Host, HostPath } from '../host.ts';
import type { RemoteFunction } from './route.ts';
import { readServerFunctions } from './solid-start/server-functions.ts';
import { openSources, type Sources } from './sources.ts';
import { readKitRemotes } from './sveltekit/remote-functions.ts';

/**
 * Functions of the host that browsers call by an address of their own: SvelteKit's remote functions, SolidStart's
 * functions with `'use server'`. In the order of their files and places. Nothing throws; see `sources.notes`.
 */
export function readRemoteFunctions(host: Host, sources: Sources = openSources(host)): RemoteFunction[] {
	const read = host.framework === 'sveltekit' ? readKitRemotes : readServerFunctions;
	return sourceFiles(sources)
		.flatMap((file) => read(sources, file))
		.map((found) => ({ ...found, line: lineAt(sources.text(found.file) ?? '', found.start) }));
}

/** Everything that a person of the host may have written. */
export const sourceFiles = (sources: Sources): HostPath[] =>
	sourceFolders(sources.host.paths).flatMap((folder) => sources.files(folder));

function lineAt(text: string, offset: number): number {
	let line = 1;
	for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
	return line;
}
