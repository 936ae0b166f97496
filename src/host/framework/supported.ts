import semver from 'semver';
import { AuthgraftError } from '../../errors.ts';
import type { Framework } from '../../framework.ts';
import { frameworkNames, type Generation, generationOf, oldestMajor, solidUpgrade } from '../generations.ts';
import { frameworkPackages } from './applications.ts';
import type { FoundVersion } from './version.ts';

/**
 * The facts of a generation that this version of authgraft can set up.
 * Throws AG_HOST_UNSUPPORTED naming what was found: a half-fitting template is worse than none.
 */
export function supportedGeneration(
	framework: Framework,
	{ version, major }: Pick<FoundVersion, 'version' | 'major'>,
): Generation {
	const generation = generationOf(framework, major);
	if (generation) return generation;
	const name = `${frameworkNames[framework]} ${version}`;
	const found = `${name} (${frameworkPackages[framework]} in package.json)`;
	const tooOld = major < oldestMajor(framework);
	throw unsupported(
		`${found}: ${tooOld ? 'too old for authgraft' : 'newer than this version of authgraft knows'}.`,
		tooOld ? upgradeHints[framework] : newer,
	);
}

/** What people should know when they run a Node.js on which authgraft works and their application does not. */
export function nodeWarning({ name, nodeFloor }: Generation, running: string): string | undefined {
	if (semver.gte(running, nodeFloor)) return undefined;
	return `${name} needs Node.js ${nodeFloor} or newer to build and run, and this is ${running}.`;
}

const newer = 'Look for a newer authgraft: npm view authgraft version.';

const upgradeHints: Record<Framework, string> = {
	sveltekit:
		'Move the project to SvelteKit 2 or 3 first: npx sv migrate sveltekit-2, then https://svelte.dev/docs/kit/migrating-to-sveltekit-3.',
	'solid-start': solidUpgrade,
};

const unsupported = (message: string, hint: string) =>
	new AuthgraftError('AG_HOST_UNSUPPORTED', message, hint);
