import type { EnvVariable } from '../../edits/env/declared.ts';
import type { Host } from '../../host/host.ts';
import type { Change } from '../../plan/change.ts';
import { manifestChange } from '../changes/manifest.ts';
import { hostStyle } from '../changes/style.ts';
import type { Context, InitAnswers } from '../context.ts';
import { envFileChanges } from '../env/index.ts';
import { providerVariables } from '../providers/index.ts';
import { authModuleChange } from './auth-module.ts';
import { solidStartChanges } from './solid-start/index.ts';
import { sveltekitChanges } from './sveltekit/index.ts';

/** Everything that `init` does to a host, in the order in which a person reads it. */
export const initChanges = (host: Host, answers: InitAnswers): Change[] => [...steps(host, answers)];

/** The same where all of it is done already; undefined, without looking further, at the first thing to do. */
export function nothingLeft(host: Host, answers: InitAnswers): Change[] | undefined {
	const changes: Change[] = [];
	for (const change of steps(host, answers)) {
		if (change.kind !== 'skip') return undefined;
		changes.push(change);
	}
	return changes;
}

/** Each change is made when it is asked for. */
function* steps(host: Host, answers: InitAnswers): Generator<Change> {
	const context: Context = { host, answers, style: hostStyle(host), variables: variablesFor(answers) };
	yield manifestChange(context);
	yield authModuleChange(context);
	yield* host.framework === 'sveltekit' ? sveltekitChanges(context) : solidStartChanges(context);
	yield* envFileChanges(context);
}

function variablesFor({ providers }: InitAnswers): EnvVariable[] {
	return [
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
