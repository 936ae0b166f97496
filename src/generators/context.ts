import type { ImportName } from '../audit/auth-module/imports.ts';
import type { AuthModule } from '../audit/auth-module/index.ts';
import type { EnvVariable } from '../edits/env/declared.ts';
import type { Host, HostPath } from '../host/host.ts';
import type { Style } from '../syntax/source.ts';
import type { Staging } from './changes/index.ts';
import type { ProviderFact } from './providers/fact.ts';

/** Paths of the pages for signing in and out: `/signin`, `/signout`. */
export interface OwnPages {
	signIn: string;
	signOut: string;
}

/** What a person (or flags) decided, together with what the command line alone can know. */
export interface InitAnswers {
	providers: ProviderFact[];
	/** They were named, not taken by default: then it matters when an auth module that is there lacks one. */
	providersNamed: boolean;
	/** Paths to guard, with leading slash; none when empty. */
	protect: string[];
	/** Base path of the auth endpoints where it is not the runtime's default. */
	basePath: string | undefined;
	/** Paths of the pages that `init` writes, where they were said. */
	pages: Partial<OwnPages>;
	/** A fresh value for AUTH_SECRET; used only when the host has none. */
	secret: string;
	/** What goes into package.json for the runtime: a range, or `file:` for a checkout. */
	runtimeSpec: string;
}

/** Where sign-in is configured, or will be. */
export interface AuthPlace {
	/** `src/auth.ts`, unless somebody moved it. */
	file: HostPath;
	/** How a file of the host imports that. */
	importName: ImportName;
	/** What is there already, as far as it is ours. */
	module: AuthModule | undefined;
}

/** Everything that `init` needs. Generators are pure: the same host and answers give the same changes. */
export interface Context {
	host: Host;
	answers: InitAnswers;
	staging: Staging;
	/** Habits for new files. */
	style: Style;
	/** Where sign-in is configured, or will be. */
	auth: AuthPlace;
	/** Variables that the host has to know: in its env files and, on SvelteKit 3, in `src/env.ts`. */
	variables: EnvVariable[];
}
