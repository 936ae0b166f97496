import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { globMatcher, type Matcher } from '../files/globs.ts';
import { readFolders } from '../files/walk.ts';
import { isObject, peekManifest, strings } from './manifest.ts';
import { parseWorkspaceFile, type WorkspaceFile } from './workspace-file.ts';

/** The root of a workspace of any package manager: which folders belong to it, which versions it shares. */
export interface Workspace {
	/** Absolute path. */
	root: string;
	/** Patterns of the folders that belong to it; empty for a settings-only `pnpm-workspace.yaml`. */
	patterns: string[];
	/** Name of the catalog to package to range; `default` for the plain one. */
	catalogs: Record<string, Record<string, string>>;
	/** What of its files could not be read, a sentence each. */
	warnings: string[];
}

/** The workspace whose root is this very folder. */
export function workspaceAt(root: string): Workspace | undefined {
	const warnings: string[] = [];
	const pnpm = readYaml(root, 'pnpm-workspace.yaml', warnings);
	const manifest = peekManifest(root);
	const field = manifest?.workspaces;
	if (!pnpm && field === undefined) return undefined;

	const bun = isObject(field) ? field : {};
	const patterns = Array.isArray(field) ? field : bun.packages;
	return {
		root,
		patterns:
			pnpm?.packages ?? (Array.isArray(patterns) ? patterns.filter((p) => typeof p === 'string') : []),
		catalogs: {
			...mergeCatalogs(manifest?.catalog ?? bun.catalog, manifest?.catalogs ?? bun.catalogs),
			...readYaml(root, '.yarnrc.yml', warnings)?.catalogs,
			...pnpm?.catalogs,
		},
		warnings,
	};
}

/** The nearest workspace, at or above the folder, that the folder belongs to. */
export function workspaceOf(folder: string): Workspace | undefined {
	for (let root = folder; ; root = dirname(root)) {
		const workspace = workspaceAt(root);
		if (workspace && (root === folder || isMember(workspace, folder))) return workspace;
		if (dirname(root) === root) return undefined;
	}
}

/**
 * The folders below the root that belong to the workspace and hold a package.json, sorted. Bounded, as every scan of a
 * host is; it starts where the patterns do, so that `apps/*` is found beside a folder with thousands of files.
 */
export function workspacePackages(workspace: Workspace): string[] {
	const bases = workspace.patterns.filter((pattern) => !pattern.startsWith('!')).map(baseOf);
	const folders = bases.flatMap((base) => {
		const top = join(workspace.root, base);
		return [top, ...readFolders(top)];
	});
	return [...new Set(folders)]
		.filter((folder) => folder !== workspace.root && isMember(workspace, folder))
		.filter((folder) => existsSync(join(folder, 'package.json')))
		.sort();
}

/** The part of a pattern in front of its first wildcard: `apps` of `apps/*`, all of `tools/site`. */
function baseOf(pattern: string): string {
	const parts = pattern.split('/');
	const wild = parts.findIndex((part) => /[*?{[\\]/.test(part));
	return parts.slice(0, wild === -1 ? parts.length : wild).join('/');
}

/** Whether a folder below the root of a workspace belongs to it. */
export function isMember(workspace: Workspace, folder: string): boolean {
	const manifest = relative(workspace.root, join(folder, 'package.json')).split(sep).join('/');
	const matches = (pattern: string) => manifestMatcher(pattern)(manifest);
	const [out, into] = [workspace.patterns.filter((p) => p.startsWith('!')), workspace.patterns];
	return into.some((p) => !p.startsWith('!') && matches(p)) && !out.some((p) => matches(p.slice(1)));
}

/** Package managers look for package.json below the folders that a pattern names, which may name it itself. */
function manifestMatcher(pattern: string): Matcher {
	const folder = pattern.replace(/^\.\//, '').replace(/\/(?:package\.json)?$/, '');
	return globMatcher(posix.join(folder, 'package.json'), { inDoubt: false });
}

function readYaml(root: string, name: string, warnings: string[]): WorkspaceFile | undefined {
	let text: string;
	try {
		text = readFileSync(join(root, name), 'utf8');
	} catch {
		return undefined;
	}
	return parseWorkspaceFile(text, (problem) =>
		warnings.push(`${join(root, name)} cannot be relied on (${problem}): mend it first.`),
	);
}

function mergeCatalogs(plain: unknown, named: unknown): Record<string, Record<string, string>> {
	const catalogs = isObject(named) ? Object.entries(named).map(([name, map]) => [name, strings(map)]) : [];
	return { ...(isObject(plain) ? { default: strings(plain) } : {}), ...Object.fromEntries(catalogs) };
}
