import { isAlias, isMap, isScalar, isSeq, parseDocument, type YAMLError } from 'yaml';
import type { PackageManager } from '../host.ts';

/**
 * `pnpm-workspace.yaml` and `.yarnrc.yml`, as far as a host reader needs them: the workspace's folders and its
 * version catalogs.
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

/** A catalog of a thousand packages is as long. Half a second is what the parser takes for the worst of this length. */
const maxLength = 64 * 1024;
/** The alias of an alias is how a short file becomes a long value. */
const maxAliases = 20;

/**
 * Reads what it can, and never throws. The document is walked through by hand as far as it is of use: as a value of
 * JavaScript, a few maps that are keys of each other (`? ? ?`) take for ever.
 *
 * @param text of `pnpm-workspace.yaml` or `.yarnrc.yml`
 * @param tell gets what is wrong with it, such as `line 3: Missing closing "quote`
 */
export function parseWorkspaceFile(text: string, tell: (problem: string) => void = () => {}): WorkspaceFile {
	if (text.length > maxLength) {
		tell(`it is longer than ${maxLength / 1024} KiB`);
		return { packages: undefined, catalogs: {} };
	}
	// Of the schemas the one that leaves `1.10` the text that it is.
	const document = parseDocument(text, { schema: 'failsafe', prettyErrors: false, logLevel: 'silent' });
	for (const { message, pos } of document.errors.slice(0, 1))
		tell(`line ${lineAt(text, pos[0])}: ${/call stack/.test(message) ? 'nested too deeply' : message}`);
	let aliases = 0;
	const resolved = (node: unknown): unknown =>
		!isAlias(node) ? node : ++aliases > maxAliases ? undefined : node.resolve(document);
	const entries = (node: unknown): [name: string, value: unknown][] => {
		const map = resolved(node);
		return isMap(map) ? map.items.map(({ key, value }) => [textOf(key) ?? '', resolved(value)]) : [];
	};
	const ranges = (map: unknown) => Object.fromEntries(entries(map).flatMap(textual));

	const settings = new Map(entries(document.contents));
	const named = entries(settings.get('catalogs')).filter(([, map]) => isMap(map));
	const plain = settings.get('catalog');
	const result = {
		packages: settings.has('packages')
			? items(settings.get('packages'), document.errors, resolved)
			: undefined,
		catalogs: Object.fromEntries([
			...(isMap(plain) ? [['default', ranges(plain)] as const] : []),
			...named.map(([name, map]) => [name, ranges(map)] as const),
		]),
	};
	if (aliases > maxAliases) tell(`it has more than ${maxAliases} aliases`);
	return result;
}

/** The texts of a list. One with a mistake in it is not known. */
function items(list: unknown, errors: readonly YAMLError[], resolved: (node: unknown) => unknown): string[] {
	if (!isSeq(list)) return [];
	const [start, end] = list.range ?? [0, 0];
	if (errors.some(({ pos }) => start <= pos[0] && pos[0] <= end)) return [];
	return list.items.map((item) => textOf(resolved(item)) ?? '').filter((item) => item !== '');
}

const textOf = (node: unknown): string | undefined =>
	isScalar(node) && typeof node.value === 'string' ? node.value : undefined;

function textual([name, value]: [name: string, value: unknown]): [name: string, range: string][] {
	const text = textOf(value);
	return text === undefined ? [] : [[name, text]];
}

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
