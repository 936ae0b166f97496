import semver from 'semver';
import { AuthgraftError } from '../../errors.ts';
import type { Host } from '../host.ts';
import { frameworkNames, type Generation, generationOf, oldestMajor, solidUpgrade } from './generations.ts';
import { frameworkPackages } from './index.ts';

/**
 * The facts of the host's generation, when this version of authgraft can set it up.
 * Throws AG_HOST_UNSUPPORTED naming what was found: a half-fitting template is worse than none.
 */
export function requireSupported(host: Pick<Host, 'framework' | 'version' | 'major'>): Generation {
	const generation = generationOf(host.framework, host.major);
	if (generation) return generation;
	const name = `${frameworkNames[host.framework]} ${host.version}`;
	const found = `${name} (${frameworkPackages[host.framework]} in package.json)`;
	const tooOld = host.major < oldestMajor(host.framework);
	throw unsupported(
		`${found}: ${tooOld ? 'too old for authgraft' : 'newer than this version of authgraft knows'}.`,
		tooOld ? upgradeHints[host.framework] : newer,
	);
}

/** What people should know when they run a Node.js on which authgraft works and their application does not. */
export function nodeWarning({ name, nodeFloor }: Generation, running: string): string | undefined {
	if (semver.gte(running, nodeFloor)) return undefined;
	return `${name} needs Node.js ${nodeFloor} or newer to build and run, and this is ${running}.`;
}

const newer = 'Look for a newer authgraft: npm view authgraft version.';

const upgradeHints: Record<Host['framework'], string> = {
	sveltekit:
		'Move the project to SvelteKit 2 or 3 first: npx sv migrate sveltekit-2, then https://svelte.dev/docs/kit/migrating-to-sveltekit-3.',
	'solid-start': solidUpgrade,
};

const unsupported = (message: string, hint: string) =>
	new AuthgraftError('AG_HOST_UNSUPPORTED', message, hint);
