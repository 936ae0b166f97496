import semver from 'semver';
import { AuthgraftError } from '../errors.ts';
import { frameworkNames, type Generation, generationOf, oldestMajor } from './generations.ts';
import type { Host } from './host.ts';

/**
 * The facts of the host's generation, when this version of authgraft can set it up.
 * Throws AG_HOST_UNSUPPORTED naming what was found: a half-fitting template is worse than none.
 */
export function requireSupported(
	host: Pick<Host, 'framework' | 'version' | 'major' | 'language'>,
): Generation {
	const generation = generationOf(host.framework, host.major);
	if (generation?.languages.includes(host.language)) return generation;

	const found = `${frameworkNames[host.framework]} ${host.version}`;
	if (generation && generation.languages.length > 0) {
		throw unsupported(
			`${found} in JavaScript: not yet supported by this version of authgraft.`,
			`A project with a tsconfig.json and TypeScript sources is. ${newer}`,
		);
	}
	if (generation) {
		throw unsupported(`${found}: not yet supported by this version of authgraft.`, upgradeHint(host));
	}
	const tooOld = host.major < oldestMajor(host.framework);
	throw unsupported(
		`${found}: ${tooOld ? 'too old for authgraft' : 'newer than this version of authgraft knows'}.`,
		tooOld ? upgradeHint(host) : newer,
	);
}

/** What people should know when they run a Node.js on which authgraft works and their application does not. */
export function nodeWarning({ name, nodeFloor }: Generation, running: string): string | undefined {
	if (semver.gte(running, nodeFloor)) return undefined;
	return `${name} needs Node.js ${nodeFloor} or newer to build and run, and this is ${running}.`;
}

const newer = 'Look for a newer authgraft: npm view authgraft version.';

/** Also for the package `solid-start`, which @solidjs/start replaced. */
export const solidUpgrade =
	'Move the project to SolidStart 1 or 2 first: ask for @solidjs/start ^1.3.0 or ^2.0.0 in package.json, and follow https://docs.solidjs.com/solid-start.';

const upgradeHint = (host: Pick<Host, 'framework'>): string =>
	host.framework === 'sveltekit'
		? `Upgrade the project to SvelteKit 3 (https://svelte.dev/docs/kit/migrating-to-sveltekit-3). ${newer}`
		: solidUpgrade;

const unsupported = (message: string, hint: string) =>
	new AuthgraftError('AG_HOST_UNSUPPORTED', message, hint);
