import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import { stageDependencies } from '../changes/manifest.ts';
import type { Context, InitAnswers } from '../context.ts';
import { stageEnvFiles } from '../env/index.ts';
import { stageAddresses } from './addresses.ts';
import { stageAuthModule } from './auth-module.ts';
import { stageCollisions, stageForms } from './collisions.ts';
import { contextFor } from './context-for.ts';
import { stageGuardedRoutes } from './guarded-routes.ts';
import { stageNodeTypes } from './node-types.ts';
import { stagePrerendered } from './prerendered.ts';
import { stageSolidStart } from './solid-start/index.ts';
import { stageSvelteKit } from './sveltekit/index.ts';
import { stageTypeCheck } from './type-check.ts';

/** The version of the core that the runtime is built for; older ones have a critical advisory. */
export const coreRange = '^0.41.3';

/** Everything that `init` does to a host, in the order in which a person reads it. */
export function initChanges(host: Host, answers: InitAnswers): Change[] {
	const context = contextFor(host, answers);
	for (const stage of stagesFor(host)) stage(context);
	return context.staging.changes();
}

/** The same where all of it is done already; undefined, without looking further, at the first thing to do. */
export function nothingLeft(host: Host, answers: InitAnswers): Change[] | undefined {
	const context = contextFor(host, answers);
	for (const stage of stagesFor(host)) {
		stage(context);
		if (!context.staging.isIdle) return undefined;
	}
	return context.staging.changes();
}

const stagesFor = ({ framework }: Host): ((context: Context) => void)[] => [
	stageManifest,
	stageAuthModule,
	framework === 'sveltekit' ? stageSvelteKit : stageSolidStart,
	stagePrerendered,
	stageAddresses,
	stageGuardedRoutes,
	stageCollisions,
	stageForms,
	stageTypeCheck,
	stageNodeTypes,
	stageEnvFiles,
];

/** package.json gets the runtime and the core: both direct, so that there is one copy of the core. */
const stageManifest = ({ host, staging, answers }: Context): void =>
	stageDependencies(staging, host, { '@auth/core': coreRange, '@authgraft/runtime': answers.runtimeSpec });
