import type { EnvVariable } from '../edits/env/declared.ts';
import type { Host } from '../host/host.ts';
import type { Style } from '../syntax/source.ts';
import type { Staging } from './changes/index.ts';
import type { ProviderFact } from './providers/fact.ts';

/** What a person (or flags) decided, together with what the command line alone can know. */
export interface InitAnswers {
	providers: ProviderFact[];
	/** They were named, not taken by default: then it matters when an auth module that is there lacks one. */
	providersNamed: boolean;
	/** Paths to guard, with leading slash; none when empty. */
	protect: string[];
	/** Base path of the auth endpoints where it is not the runtime's default. */
	basePath: string | undefined;
	/** A fresh value for AUTH_SECRET; used only when the host has none. */
	secret: string;
	/** What goes into package.json for the runtime: a range, or `file:` for a checkout. */
	runtimeSpec: string;
}

/** Everything that `init` needs. Generators are pure: the same host and answers give the same changes. */
export interface Context {
	host: Host;
	answers: InitAnswers;
	staging: Staging;
	/** Habits for new files. */
	style: Style;
	/** Variables that the host has to know: in its env files and, on SvelteKit 3, in `src/env.ts`. */
	variables: EnvVariable[];
}
