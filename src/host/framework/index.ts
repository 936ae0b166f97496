import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AuthgraftError } from '../../errors.ts';
import { findConfig } from '../config/find.ts';
import { showFolder } from '../files/folders.ts';
import { frameworkNames, solidUpgrade } from '../generations.ts';
import type { Framework, PackageManifest } from '../host.ts';
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

/**
 * By dependency, never by config file: since sv 0.17 a SvelteKit app may have no svelte.config at all,
 * and a dependency may stand in the workspace root only (docs/failure-checklist.md, row 36).
 * Throws AG_HOST_UNKNOWN, AG_HOST_AMBIGUOUS, AG_WORKSPACE_ROOT.
 *
 * @param wanted the answer of `--framework`, which decides between two but cannot invent one
 */
export function findFramework(
	root: string,
	manifest: PackageManifest,
	workspace: Workspace | undefined,
	wanted: Framework | undefined,
): FoundFramework {
	const own = frameworksOf(manifest);
	// The root of a workspace may be an application itself (11% of SvelteKit apps), or hold its shared dependencies.
	refuseWorkspaceRoot(root);

	const inherited =
		own.length === 0 && workspace && workspace.root !== root && looksLikeApp(root)
			? frameworksOf(peekManifest(workspace.root) ?? {})
			: [];
	const found = [...own, ...inherited];
	if (wanted) {
		const match = found.find((one) => one.framework === wanted);
		if (match) return match;
		throw new AuthgraftError(
			'AG_HOST_UNKNOWN',
			`--framework ${wanted}: there is no ${frameworkPackages[wanted]} in ${join(root, 'package.json')}.`,
			'Leave --framework away, or point --cwd at the application.',
		);
	}
	if (found.length > 1) {
		throw new AuthgraftError(
			'AG_HOST_AMBIGUOUS',
			`${join(root, 'package.json')} lists both ${found.map((one) => frameworkPackages[one.framework]).join(' and ')}.`,
			`Say which: ${found.map((one) => `--framework ${one.framework}`).join(' or ')}.`,
			2,
		);
	}
	return found[0] ?? refuseUnknown(root, manifest);
}

function frameworksOf(manifest: { dependencies?: unknown; devDependencies?: unknown }): FoundFramework[] {
	const all = allDependencies(manifest);
	return (Object.keys(frameworkPackages) as Framework[]).flatMap((framework) => {
		const range = all[frameworkPackages[framework]];
		return range === undefined ? [] : [{ framework, range }];
	});
}

const looksLikeApp = (folder: string): boolean =>
	findConfig(folder, 'vite') !== undefined ||
	findConfig(folder, 'svelte') !== undefined ||
	findConfig(folder, 'app') !== undefined ||
	existsSync(join(folder, 'src/routes'));

/** An application in a workspace, and its framework as people call it. */
export interface WorkspaceApp {
	folder: string;
	/** `SvelteKit` */
	names: string;
	frameworks: Framework[];
}

/** The applications of a workspace whose root is this folder, and no application itself; else none. */
export function workspaceApps(root: string): WorkspaceApp[] {
	const workspace = workspaceAt(root);
	if (!workspace || workspace.patterns.length === 0) return [];
	const shared = frameworksOf(peekManifest(root) ?? {});
	if (shared.length > 0 && looksLikeApp(root)) return [];
	return workspacePackages(workspace).flatMap((folder) => {
		const own = frameworksOf(peekManifest(folder) ?? {});
		const all = own.length > 0 || !looksLikeApp(folder) ? own : shared;
		if (all.length === 0) return [];
		const frameworks = all.map(({ framework }) => framework);
		return [{ folder, frameworks, names: frameworks.map((one) => frameworkNames[one]).join(', ') }];
	});
}

function refuseWorkspaceRoot(root: string): void {
	const apps = workspaceApps(root);
	if (apps.length === 0) return;
	const list = apps.map(({ folder, names }) => `  --cwd ${showFolder(folder)}  (${names})`);
	throw new AuthgraftError(
		'AG_WORKSPACE_ROOT',
		`${root} is the root of a workspace, not an application. The applications in it:\n${list.join('\n')}`,
		`Run the command again with the --cwd of one of them.`,
		2,
	);
}

/** Words for what people try first; each is a dependency that names another framework, or an older one of ours. */
const strangers: [dependency: string, found: string][] = [
	['solid-start', 'solid-start 0.x, the dead predecessor of @solidjs/start (SolidStart 1 and 2)'],
	['@tanstack/solid-start', 'TanStack Start'],
	['@tanstack/react-start', 'TanStack Start'],
	['next', 'Next.js'],
	['nuxt', 'Nuxt'],
	['astro', 'Astro'],
	['@remix-run/dev', 'Remix'],
	['@react-router/dev', 'React Router'],
	['@builder.io/qwik-city', 'Qwik City'],
	['sapper', 'Sapper, the dead predecessor of SvelteKit'],
	['@solidjs/vite-plugin', 'Solid 2 without SolidStart'],
	['svelte', 'Svelte without SvelteKit (@sveltejs/kit)'],
	['solid-js', 'Solid without SolidStart (@solidjs/start)'],
];

function refuseUnknown(root: string, manifest: PackageManifest): never {
	const all = allDependencies(manifest);
	const stranger = strangers.find(([dependency]) => dependency in all);
	const tooOld = stranger?.[0] === 'solid-start';
	const looked = `neither @sveltejs/kit nor @solidjs/start is in the dependencies of ${join(root, 'package.json')}`;
	throw new AuthgraftError(
		'AG_HOST_UNKNOWN',
		stranger ? `This is ${stranger[1]}: ${looked}.` : `No framework that authgraft knows: ${looked}.`,
		tooOld
			? solidUpgrade
			: workspaceAt(root)?.patterns.length
				? 'authgraft does SolidStart and SvelteKit, and found neither in the packages of this workspace.'
				: 'authgraft does SolidStart and SvelteKit. Run it in the folder of such an application, or name it with --cwd <dir>.',
	);
}
