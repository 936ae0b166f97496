import { dirname } from 'node:path';
import { createFiles, ifReadable } from '../files/index.ts';
import type { Host } from '../host.ts';
import { allDependencies } from '../packages/manifest.ts';
import { biomeFormatter } from './biome.ts';
import { configIn } from './config.ts';
import type { Formatter, Read } from './formatting.ts';
import { editorOptions, prettierFormatter } from './prettier.ts';

type Folder = Pick<Host, 'read' | 'list'>;

/**
 * The formatter that a host has set up, with its options: read as text, never run. The nearest config counts, up to the
 * root of the workspace; without one the formatter's own defaults, where package.json lists it.
 * @returns undefined when there is none, or when its config is computed: then the files that are there have to show it.
 */
export function readFormatter(
	host: Pick<Host, 'root' | 'workspaceRoot' | 'manifest'> & Folder,
): Formatter | undefined {
	const folders = [host, ...foldersAbove(host).map(createFiles)].map(reader);
	const config = folders.map(configIn).find((found) => found !== undefined);
	if (config === 'computed') return undefined;
	const names = allDependencies(host.manifest);
	const listed = 'prettier' in names ? 'prettier' : '@biomejs/biome' in names ? 'biome' : undefined;
	const tool = config?.tool ?? listed;
	if (!tool) return undefined;
	const options = config?.options ?? {};
	return tool === 'biome' ? biomeFormatter(options) : prettierFormatter(options, editorOptions(folders));
}

/** A file that cannot be read is no reason to stop: only the looks of ours depend on it. */
function reader({ read, list }: Folder): Read {
	// Asking for each of thirty names costs more than one listing.
	const names = new Set(ifReadable(() => list('')));
	return (name) => (names.has(name) ? ifReadable(() => read(name)) : undefined);
}

function foldersAbove({ root, workspaceRoot }: Pick<Host, 'root' | 'workspaceRoot'>): string[] {
	const folders: string[] = [];
	let folder = root;
	while (workspaceRoot !== undefined && folder !== workspaceRoot && folder !== dirname(folder)) {
		folder = dirname(folder);
		folders.push(folder);
	}
	return folders;
}
