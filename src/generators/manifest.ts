import { addDependencies } from '../edits/package-json.ts';
import type { Change } from '../plan/change.ts';
import { createOrEdit } from './change.ts';
import type { Context } from './context.ts';

/** The version of the core that the runtime is built for; older ones have a critical advisory. */
export const coreRange = '^0.41.3';

/** package.json gets the runtime and the core: both direct, so that there is one copy of the core. */
export function manifestChange({ host, answers }: Context): Change {
	const dependencies = { '@auth/core': coreRange, '@authgraft/runtime': answers.runtimeSpec };
	return createOrEdit(
		host,
		'package.json',
		`adds ${Object.keys(dependencies).join(' and ')}`,
		() => `${JSON.stringify({ dependencies }, null, '\t')}\n`,
		(content) => addDependencies(content, dependencies),
	);
}
