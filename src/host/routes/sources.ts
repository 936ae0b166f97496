import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ts } from 'ts-morph';
import { AuthgraftError } from '../../errors.ts';
import { withoutBodies } from '../../syntax/tree/outline.ts';
import { hasErrors, parseText } from '../../syntax/tree/parse.ts';
import { skippedFolders } from '../files/folders.ts';
import { isInside } from '../files/index.ts';
import type { Host, HostPath } from '../host.ts';

/** A folder of links to itself multiplies with every level; no project has so many folders of its own. */
const maxFolders = 20_000;
/** Longer files are left to `host.read`, which refuses them at some length. */
const maxPlain = 256 * 1024;

type Note = (sentence: string) => void;

export interface Entry {
	name: string;
	/** Of the folder too, where it is one. */
	path: HostPath;
	isFolder: boolean;
}

/** The sources of a host, each read once and each fault said once. Nothing here throws. */
export interface Sources {
	host: Host;
	/** What could not be read or understood, a sentence each. */
	readonly notes: string[];
	/** Adds to `notes`, once. */
	note(sentence: string): void;
	/** Text without byte order mark; undefined where there is none or it cannot be read (then a note says so). */
	text(path: HostPath): string | undefined;
	/** As `text`, parsed; a file with syntax errors is noted, and what could be parsed of it is given. */
	parse(path: HostPath): ts.SourceFile | undefined;
	/** As `parse`, with parents, and without a note: for whoever looks into what functions do. */
	tree(path: HostPath): ts.SourceFile | undefined;
	/** As `parse`, and quicker: what functions do may be left out. Offsets are those of the text. */
	outline(path: HostPath): ts.SourceFile | undefined;
	/** Sorted by name, links followed as the frameworks do, except round in a circle. */
	entries(folder: HostPath): Entry[];
	/** All files below a folder. */
	files(folder: HostPath): HostPath[];
}

export function openSources(host: Host): Sources {
	const notes: string[] = [];
	const note = (sentence: string): void => {
		if (!notes.includes(sentence)) notes.push(sentence);
	};
	const texts = new Map<HostPath, string | undefined>();
	const parsed = new Map<HostPath, ts.SourceFile | undefined>();
	const folders = new Map<HostPath, Entry[]>();
	const plain = new Set<HostPath>();
	const sources: Sources = {
		host,
		notes,
		note,
		text: (path) =>
			remember(texts, path, () =>
				withoutMark(
					(plain.has(path) ? readPlain(join(host.root, path)) : undefined) ?? readText(host, path, note),
				),
			),
		tree: (path) =>
			remember(parsed, path, () => {
				const text = sources.text(path);
				return text === undefined ? undefined : parseText(path, text, true);
			}),
		parse: (path) => {
			const source = sources.tree(path);
			if (source && hasErrors(source)) note(`${path} does not parse: what it exports is uncertain.`);
			return source;
		},
		outline: (path) => {
			const text = sources.text(path);
			// A slash, a quote and a brace mean something else in JSX, which SolidStart has in any file.
			if (text === undefined || /\.[jt]sx$/.test(path) || host.framework !== 'sveltekit')
				return sources.parse(path);
			const whole = parsed.get(path);
			if (whole && !hasErrors(whole)) return whole;
			const source = parseText(path, withoutBodies(text));
			return hasErrors(source) ? sources.parse(path) : source;
		},
		entries: (folder) =>
			remember(folders, folder, () => {
				if (folders.size < maxFolders) return readFolder(host, folder, plain, note);
				note(`There are more than ${maxFolders} folders: what lies further is not looked at.`);
				return [];
			}),
		files: (folder) => [...filesBelow(sources, folder)],
	};
	return sources;
}

/** `a/b` of `a` and `b`, also where `a` is the root. */
export const below = (folder: HostPath, name: string): HostPath =>
	folder === '' ? name : `${folder}/${name}`;

function remember<K, V>(known: Map<K, V>, key: K, read: () => V): V {
	if (known.has(key)) return known.get(key) as V;
	const value = read();
	known.set(key, value);
	return value;
}

/** A file on a way without links, which needs none of the checks of `host.read`; undefined when that must look closer. */
function readPlain(absolute: string): string | undefined {
	try {
		const text = readFileSync(absolute, 'utf8');
		return text.length > maxPlain || /[\0\uFFFD]/.test(text) ? undefined : text;
	} catch {
		return undefined;
	}
}

function readText(host: Host, path: HostPath, note: Note): string | undefined {
	try {
		return host.read(path);
	} catch (error) {
		if (!(error instanceof AuthgraftError)) throw error;
		note(error.message);
		return undefined;
	}
}

const withoutMark = (text: string | undefined): string | undefined =>
	text?.startsWith('\uFEFF') ? text.slice(1) : text;

/** @param plain gets the files and folders that are reached without a link */
function readFolder(host: Host, folder: HostPath, plain: Set<HostPath>, note: Note): Entry[] {
	const absolute = join(host.root, folder);
	let entries: Dirent[];
	try {
		entries = readdirSync(absolute, { withFileTypes: true });
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code !== 'ENOENT' && code !== 'ENOTDIR') note(`${folder}/ cannot be read (${code}).`);
		return [];
	}
	const isPlain = plain.has(folder) || (entries.length > 0 && isWithoutLinks(absolute));
	return entries
		.sort((a, b) => (a.name < b.name ? -1 : 1))
		.flatMap((entry) => {
			const path = below(folder, entry.name);
			if (entry.isSymbolicLink()) return followLink(`${absolute}/${entry.name}`, entry.name, path, note);
			if (isPlain && (entry.isFile() || entry.isDirectory())) plain.add(path);
			return [{ name: entry.name, path, isFolder: entry.isDirectory() }];
		});
}

/** The root is a real path, so a folder is reached without links when it is one, too. */
const isWithoutLinks = (absolute: string): boolean => realpathSync(absolute) === absolute;

function followLink(absolute: string, name: string, path: HostPath, note: Note): Entry[] {
	try {
		const isFolder = statSync(absolute).isDirectory();
		if (isFolder && circles(absolute)) {
			note(`${path} is a link to a folder that it lies in: not followed.`);
			return [];
		}
		return [{ name, path, isFolder }];
	} catch {
		note(`${path} is a link that leads nowhere.`);
		return [];
	}
}

/** Whether a link leads to a folder on the way to itself, by other links too. */
function circles(absolute: string): boolean {
	const target = realpathSync(absolute);
	for (let way = join(absolute, '..'); ; way = join(way, '..')) {
		const real = realpathSync(way);
		if (isInside(target, real)) return true;
		if (way === join(way, '..')) return false;
	}
}

function* filesBelow(sources: Sources, folder: HostPath): Generator<HostPath> {
	for (const { name, path, isFolder } of sources.entries(folder)) {
		if (!isFolder) yield path;
		// `build` and `dist` may be pages; only where nobody writes by hand is nothing to be found.
		else if (name !== 'node_modules' && !(name.startsWith('.') && skippedFolders.has(name)))
			yield* filesBelow(sources, path);
	}
}
