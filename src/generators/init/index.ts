import type { EnvVariable } from '../../edits/env/declared.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import { authPlace } from '../auth-place.ts';
import { Staging } from '../changes/index.ts';
import { stageDependencies } from '../changes/manifest.ts';
import { hostStyle } from '../changes/style.ts';
import type { Context, InitAnswers } from '../context.ts';
import { envFiles, envFolder, secretNames, stageEnvFiles } from '../env/index.ts';
import { providerVariables } from '../providers/index.ts';
import { describeSlot } from '../secret/surroundings.ts';
import { stageAddresses } from './addresses.ts';
import { stageAuthModule } from './auth-module.ts';
import { stageCollisions, stageForms } from './collisions.ts';
import { stageGuardedRoutes } from './guarded-routes.ts';
import { stageNodeTypes } from './node-types.ts';
import { stagePrerendered } from './prerendered.ts';
import { stageSolidStart } from './solid-start/index.ts';
import { stageSvelteKit } from './sveltekit/index.ts';
import { stageTypeCheck } from './type-check.ts';

/** The version of the core that the runtime is built for; older ones have a critical advisory. */
const coreRange = '^0.41.3';

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

const contextFor = (host: Host, answers: InitAnswers): Context => ({
	...{ host, answers, staging: new Staging(host), auth: authPlace(host) },
	...{ style: hostStyle(host), variables: variablesFor(host, answers) },
});

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

/** Secrets of rotations that are set, and that SvelteKit 3 would not hand over undeclared. */
function olderSecrets(host: Host): EnvVariable[] {
	const files = envFiles(host, envFolder(host));
	return secretNames
		.filter((name) => name !== 'AUTH_SECRET' && files.some(({ values }) => values[name]))
		.map((name) => ({ name, description: describeSlot(name) }));
}

/** package.json gets the runtime and the core: both direct, so that there is one copy of the core. */
const stageManifest = ({ host, staging, answers }: Context): void =>
	stageDependencies(staging, host, { '@auth/core': coreRange, '@authgraft/runtime': answers.runtimeSpec });

function variablesFor(host: Host, { providers }: InitAnswers): EnvVariable[] {
	return [
		...olderSecrets(host),
		{
			name: 'AUTH_SECRET',
			description: 'Encrypts sessions: at least 32 random characters',
		},
		{
			name: 'AUTH_URL',
			description: 'Address in production, such as https://example.com (not needed while developing)',
		},
		...providers.flatMap((fact) => providerVariables(fact)),
	];
}
