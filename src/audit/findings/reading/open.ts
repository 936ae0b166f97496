import { posix } from 'node:path';
import type { HostPath } from '../../../host/host.ts';
import type { Sources } from '../../../host/routes/index.ts';
import { type Parsed, parsed } from '../../../syntax/tree/nodes.ts';

const endings = ['', '.ts', '.js', '.tsx', '.jsx', '/index.ts', '/index.js'];

const known = new WeakMap<Sources, Map<HostPath, Parsed | undefined>>();

/** A file of a host, parsed once for all findings, with a way to the host's files that it imports. */
export function parsedIn(sources: Sources, path: HostPath, text: string): Parsed {
	const tree = text === sources.text(path) ? sources.tree(path) : undefined;
	const file = parsed(path, tree ?? text, (module) => openModule(sources, path, module));
	remembered(sources).set(path, file);
	return file;
}

/** The same by its path; undefined where there is no such file. */
export function openFile(sources: Sources, path: HostPath): Parsed | undefined {
	const files = remembered(sources);
	if (files.has(path)) return files.get(path);
	const text = sources.text(path);
	if (text !== undefined) return parsedIn(sources, path, text);
	files.set(path, undefined);
	return undefined;
}

function remembered(sources: Sources): Map<HostPath, Parsed | undefined> {
	const files = known.get(sources) ?? new Map<HostPath, Parsed | undefined>();
	known.set(sources, files);
	return files;
}

/** Relative modules, and those behind the usual names of the source folders. */
function openModule(sources: Sources, from: HostPath, module: string): Parsed | undefined {
	const { lib, source } = sources.host.paths;
	const [, alias, rest = ''] = /^(\$lib|#lib|~|@)(?:\/(.*))?$/.exec(module) ?? [];
	const base = alias === '$lib' || alias === '#lib' ? lib : source;
	const path =
		alias !== undefined
			? posix.join(base, rest)
			: module.startsWith('.')
				? posix.join(posix.dirname(from), module)
				: undefined;
	if (path === undefined || path.startsWith('..')) return undefined;
	// `./auth.js` may be `./auth.ts`.
	const bases = [path, path.replace(/\.js$/, ''), path.replace(/\.jsx$/, '')];
	for (const one of new Set(bases))
		for (const ending of endings) {
			const file = one + ending;
			if (!/\.[cm]?[jt]sx?$/.test(file)) continue;
			const slash = file.lastIndexOf('/');
			// Listing the folder first: reading what is not there would leave a note.
			const isThere = sources
				.entries(file.slice(0, Math.max(slash, 0)))
				.some(({ path: entry, isFolder }) => entry === file && !isFolder);
			if (isThere) return openFile(sources, file);
		}
	return undefined;
}
