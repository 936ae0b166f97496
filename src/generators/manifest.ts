import semver from 'semver';
import { addDependencies } from '../edits/package-json.ts';
import type { Host } from '../host/host.ts';
import type { Change } from '../plan/change.ts';
import { createOrEdit } from './change.ts';
import type { Context } from './context.ts';

/** The version of the core that the runtime is built for; older ones have a critical advisory. */
export const coreRange = '^0.41.3';

/** package.json gets the runtime and the core: both direct, so that there is one copy of the core. */
export const manifestChange = ({ host, answers }: Context): Change =>
	dependenciesChange(host, { '@auth/core': coreRange, '@authgraft/runtime': answers.runtimeSpec });

/** package.json with more dependencies, from the workspace's catalogs where those list them. */
export function dependenciesChange(host: Host, ranges: Readonly<Record<string, string>>): Change {
	const dependencies = Object.fromEntries(
		Object.entries(ranges).map(([name, range]) => [name, catalogOf(host, name, range) ?? range]),
	);
	return createOrEdit(
		host,
		'package.json',
		`adds ${Object.keys(dependencies).join(' and ')}`,
		() => `${JSON.stringify({ dependencies }, null, '\t')}\n`,
		(content) => addDependencies(content, dependencies),
	);
}

/** `catalog:` or `catalog:name` where the workspace's catalog lists the package, at versions that we can use. */
function catalogOf({ catalogs }: Host, name: string, wanted: string): string | undefined {
	for (const [catalog, ranges] of Object.entries(catalogs)) {
		const range = ranges[name];
		if (range !== undefined && isWithin(range, wanted))
			return catalog === 'default' ? 'catalog:' : `catalog:${catalog}`;
	}
	return undefined;
}

/** A checkout wants a file, and is satisfied with any other that a catalog names. */
const isWithin = (range: string, wanted: string): boolean =>
	wanted.startsWith('file:')
		? range.startsWith('file:')
		: semver.validRange(range) !== null && semver.subset(range, wanted);
