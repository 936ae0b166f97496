import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AuthgraftError } from '../../errors.ts';
import { findConfig } from '../config/find.ts';
import { showFolder } from '../files/folders.ts';
import { readFolders } from '../files/walk.ts';
import { frameworkNames } from '../generations.ts';
import type { Framework } from '../host.ts';
import { allDependencies, peekManifest } from '../packages/manifest.ts';
import { type Workspace, workspaceAt, workspacePackages } from '../packages/workspace.ts';

export const frameworkPackages: Record<Framework, string> = {
	sveltekit: '@sveltejs/kit',
	'solid-start': '@solidjs/start',
};

/** Which framework a host uses, and the range its package.json (or its workspace root's) asks for. */
export interface FoundFramework {
	framework: Framework;
	range: string;
}

export function frameworksOf(manifest: {
	dependencies?: unknown;
	devDependencies?: unknown;
}): FoundFramework[] {
	const all = allDependencies(manifest);
	return (Object.keys(frameworkPackages) as Framework[]).flatMap((framework) => {
		const range = all[frameworkPackages[framework]];
		return range === undefined ? [] : [{ framework, range }];
	});
}

/** A package may have the framework for its types alone, or for a kit of components. */
export const looksLikeApp = (folder: string): boolean =>
	findConfig(folder, 'vite') !== undefined ||
	findConfig(folder, 'svelte') !== undefined ||
	findConfig(folder, 'app') !== undefined ||
	existsSync(join(folder, 'src/routes'));

/** An application in a folder that is none itself, and its framework as people call it. */
export interface Application {
	folder: string;
	/** `SvelteKit` */
	names: string;
	frameworks: Framework[];
}

/** The applications of a workspace whose root is this folder, or one or two folders below it; none where it is one itself. */
export function applicationsIn(root: string): Application[] {
	const shared = frameworksOf(peekManifest(root) ?? {});
	// The root of a workspace may be an application itself (11% of SvelteKit apps), or hold its shared dependencies.
	if (shared.length > 0 && looksLikeApp(root)) return [];
	const workspace = workspaceAt(root);
	if (workspace && workspace.patterns.length > 0) return applicationsOf(workspace, shared);
	return shared.length > 0 ? [] : applicationsAmong([...readFolders(root, 2)].sort(), []);
}

const applicationsOf = (workspace: Workspace, shared: FoundFramework[]): Application[] =>
	applicationsAmong(workspacePackages(workspace), shared);

function applicationsAmong(folders: string[], shared: FoundFramework[]): Application[] {
	return folders.flatMap((folder) => {
		const manifest = looksLikeApp(folder) ? peekManifest(folder) : undefined;
		if (!manifest) return [];
		const own = frameworksOf(manifest);
		const frameworks = (own.length > 0 ? own : shared).map(({ framework }) => framework);
		if (frameworks.length === 0) return [];
		return [{ folder, frameworks, names: frameworks.map((one) => frameworkNames[one]).join(', ') }];
	});
}

/** Throws AG_WORKSPACE_ROOT with the applications to choose from. */
export function refuseHolder(root: string): void {
	const applications = applicationsIn(root);
	if (applications.length === 0) return;
	const list = applications.map(({ folder, names }) => `  --cwd ${showFolder(folder)}  (${names})`);
	const isWorkspace = (workspaceAt(root)?.patterns.length ?? 0) > 0;
	throw new AuthgraftError(
		'AG_WORKSPACE_ROOT',
		isWorkspace
			? `${root} is the root of a workspace, not an application. The applications in it:\n${list.join('\n')}`
			: `${root} is no application. Those in the folders below it:\n${list.join('\n')}`,
		`Run the command again with the --cwd of one of them.`,
		2,
	);
}
