import { hookFile } from '../../audit/collisions/hook-file.ts';
import { readCollisions } from '../../audit/collisions/index.ts';
import { sharedHooks } from '../../host/server-hooks.ts';
import type { Context } from '../context.ts';
import { leadsAway, stageFormAction } from '../form-action.ts';
import { basePathOf } from './base-path.ts';
import { ownPagesOf } from './own-pages.ts';

/** A policy for forms that does not know the providers. */
export const stageForms = ({ host, staging, answers, auth, style }: Context): void => {
	if (auth.module) return;
	const targets = answers.providers
		.filter(leadsAway)
		.map(({ name, authorizesAt }) => ({ name, origin: authorizesAt }));
	stageFormAction(staging, host, targets, style);
};

/** What the host's own hooks do to people who want to sign in: told with file, line and way, and left to the host. */
export function stageCollisions(context: Context): void {
	const { host, staging, auth } = context;
	// Set up already: what stands there now was chosen.
	if (auth.module) return;
	const file = hookFile(host);
	if (file === undefined) return;
	const found = readCollisions(host, {
		...ownPagesOf(context),
		basePath: basePathOf(context),
		rerouted: sharedHooks(host).some((shared) => /\breroute\b/.test(host.read(shared) ?? '')),
	});
	staging.tell(file, ...found);
}
