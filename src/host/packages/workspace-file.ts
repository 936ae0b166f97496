import type { PackageManager } from '../host.ts';

/**
 * `pnpm-workspace.yaml` and `.yarnrc.yml`, as far as a host reader needs them: the workspace's folders and its
 * version catalogs. A line parser instead of a YAML library: both files are flat lists and maps of plain or
 * quoted words; whatever is written otherwise counts as "not known".
 */
export interface WorkspaceFile {
	/** Folder patterns, or undefined when the file has none: since pnpm 10 it may hold settings only. */
	packages: string[] | undefined;
	/** Name of the catalog (`default` for the plain `catalog:`) to package to version range. */
	catalogs: Record<string, Record<string, string>>;
}

/** npm and deno know no catalogs: for them a `catalog:` that we wrote could not be installed. */
export const usableCatalogs = (
	catalogs: WorkspaceFile['catalogs'] | undefined,
	manager: PackageManager,
): WorkspaceFile['catalogs'] => (manager === 'npm' || manager === 'deno' ? {} : (catalogs ?? {}));

interface Line {
	indent: number;
	key: string | undefined;
	value: string;
	isItem: boolean;
}

/** @param text of `pnpm-workspace.yaml` or `.yarnrc.yml` */
export function parseWorkspaceFile(text: string): WorkspaceFile {
	const result: WorkspaceFile = { packages: undefined, catalogs: {} };
	let section: string | undefined;
	let catalog: string | undefined;
	let catalogIndent = 0;
	for (const line of lines(text)) {
		if (line.indent === 0 && !line.isItem) {
			section = line.key;
			catalog = section === 'catalog' ? 'default' : undefined;
			if (section === 'packages') result.packages = flowList(line.value);
		} else if (section === 'packages' && line.isItem) {
			result.packages?.push(unquote(line.value));
		} else if (section === 'catalogs' && line.key !== undefined && line.value === '') {
			catalog = line.key;
			catalogIndent = line.indent;
		} else if (catalog !== undefined && line.key !== undefined && line.indent > catalogIndent) {
			result.catalogs[catalog] = { ...result.catalogs[catalog], [line.key]: unquote(line.value) };
		}
	}
	return result;
}

function* lines(text: string): Generator<Line> {
	for (const raw of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
		const trimmed = withoutComment(raw).trimEnd();
		const content = trimmed.trimStart();
		if (content === '') continue;
		const indent = trimmed.length - content.length;
		if (content.startsWith('- ')) {
			yield { indent, key: undefined, value: content.slice(2).trim(), isItem: true };
			continue;
		}
		// A quoted key may hold a colon of its own, so the quoted form is tried first.
		const pair = /^("[^"]*"|'[^']*'|[^:]+?)\s*:(?:\s+(.*))?$/.exec(content);
		if (pair) yield { indent, key: unquote(pair[1] ?? ''), value: pair[2] ?? '', isItem: false };
	}
}

/** `#` starts a comment at the start of a line or after a space, and never inside quotes. */
const withoutComment = (line: string): string =>
	line.replace(/("[^"]*"|'[^']*')|(^|\s)#.*$/g, (_, quoted) => quoted ?? '');

const flowList = (value: string): string[] =>
	value.startsWith('[') && value.endsWith(']')
		? value
				.slice(1, -1)
				.split(',')
				.map((item) => unquote(item.trim()))
				.filter((item) => item !== '')
		: [];

const unquote = (value: string): string => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
