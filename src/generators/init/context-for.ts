import type { EnvVariable } from '../../edits/env/declared.ts';
import type { Host } from '../../host/host.ts';
import type { Sources } from '../../host/routes/index.ts';
import { authPlace } from '../auth-place.ts';
import { Staging } from '../changes/index.ts';
import { hostStyle } from '../changes/style.ts';
import type { Context, InitAnswers } from '../context.ts';
import { envFiles, envFolder, secretNames } from '../env/index.ts';
import { providerVariables } from '../providers/index.ts';
import { describeSlot } from '../secret/surroundings.ts';

/**
 * What every stage of `init` gets: nothing is staged yet.
 * @param sources of the host, where somebody has read them already
 */
export const contextFor = (host: Host, answers: InitAnswers, sources?: Sources): Context => ({
	...{ host, answers, staging: new Staging(host), auth: authPlace(host, sources) },
	...{ style: hostStyle(host), variables: variablesFor(host, answers) },
});

/** Secrets of rotations that are set, and that SvelteKit 3 would not hand over undeclared. */
function olderSecrets(host: Host): EnvVariable[] {
	const files = envFiles(host, envFolder(host));
	return secretNames
		.filter((name) => name !== 'AUTH_SECRET' && files.some(({ values }) => values[name]))
		.map((name) => ({ name, description: describeSlot(name) }));
}

/** What the configuration reads from the environment. */
export function variablesFor(host: Host, { providers }: Pick<InitAnswers, 'providers'>): EnvVariable[] {
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
