import { AuthgraftError } from '../../../errors.ts';
import type { InitAnswers } from '../../../generators/context.ts';
import { findProviders, notYet, providers } from '../../../generators/providers/index.ts';
import type { Generation } from '../../../host/generations.ts';
import { freshSecret } from '../../answers/fresh-secret.ts';
import { defaultPages, guardedPath, type PatternPlace } from '../../answers/paths.ts';
import { placesOf } from '../../answers/places.ts';
import { providerChoices } from '../../answers/provider-choices.ts';
import { runtimeSpec } from '../../package.ts';
import { canAsk } from '../../terminal/can-ask.ts';
import type { InitOptions } from './options.ts';

export interface Answered {
	answers: InitAnswers;
	install: boolean;
}

/**
 * What to do, from flags first, then from questions, then from defaults.
 * @throws AuthgraftError AG_MISSING_ANSWER (exit 2) when something is open and nobody can be asked.
 */
export async function initAnswers(
	options: InitOptions,
	{ authBasePath, framework }: Generation,
): Promise<Answered> {
	const { basePath, pages } = placesOf(options, authBasePath);
	const place: PatternPlace = {
		framework,
		basePath: basePath ?? authBasePath,
		pages: Object.values({ ...defaultPages, ...pages }),
	};
	const guarded = options.protect?.map((path) => guardedPath(path, place));
	const protect = guarded && [...new Set(guarded)];
	const ids = options.providers;
	// Typing mistakes in flags are told before the first question.
	if (ids) findProviders(ids);
	// A dry run decides nothing, so it needs no decisions either.
	if (!canAsk(options) && !options.yes && !options.dryRun) refuseToGuess(options);
	const asked = canAsk(options) ? await ask(options, place) : {};
	return {
		install: options.install && (asked.install ?? true),
		answers: {
			providers: findProviders(ids ?? asked.providers ?? ['development']),
			providersNamed: ids !== undefined || asked.providers !== undefined,
			protect: protect ?? asked.protect ?? [],
			basePath,
			pages,
			secret: freshSecret(),
			runtimeSpec: runtimeSpec(),
		},
	};
}

function refuseToGuess({ providers, protect, install }: InitOptions): never {
	const open = [
		...(providers ? [] : ['--providers <ids>']),
		...(protect ? [] : ['--protect <path>']),
		...(install ? ['--no-install'] : []),
		'--yes',
	];
	throw new AuthgraftError(
		'AG_MISSING_ANSWER',
		`There is no terminal to ask on, and these are not decided: ${open.join(', ')}`,
		'Give --yes to take the defaults for what no flag says (development provider, no guard, install).',
		2,
	);
}

interface Asked {
	providers?: string[];
	protect?: string[];
	install?: boolean;
}

async function ask(options: InitOptions, place: PatternPlace): Promise<Asked> {
	const { askText, askYesNo, chooseSeveral } = await import('../../terminal/prompts.ts');
	const asked: Asked = {};
	const usable = providerChoices(providers.filter((provider) => !notYet(provider)));
	if (!options.providers)
		asked.providers = await chooseSeveral('How do people sign in?', usable, ['development']);
	if (!options.protect) {
		const validate = (value: string | undefined): string | undefined => {
			try {
				if (value) guardedPath(value, place);
				return undefined;
			} catch (error) {
				return (error as Error).message;
			}
		};
		const path = await askText('Guard a path and all below it? (leave empty for none)', {
			placeholder: '/dashboard',
			validate,
		});
		asked.protect = path ? [guardedPath(path, place)] : [];
	}
	if (options.install && !options.dryRun)
		asked.install = await askYesNo('Install the packages when the files are written?');
	return asked;
}
