import { join } from 'node:path';
import { AuthgraftError } from '../../errors.ts';
import { solidUpgrade } from '../generations.ts';
import type { Framework, PackageManifest } from '../host.ts';
import { allDependencies, peekManifest } from '../packages/manifest.ts';
import { type Workspace, workspaceAt } from '../packages/workspace.ts';
import {
	type FoundFramework,
	frameworkPackages,
	frameworksOf,
	looksLikeApp,
	refuseHolder,
} from './applications.ts';

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
	refuseHolder(root);

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
