import type { Style } from '../../syntax/source.ts';
import type { WantedImport } from '../splice/imports.ts';

/** One provider as code of an auth module. */
export interface ProviderCode {
	/** Its id in this application: the provider's own one, or the one that a person gave it. */
	id: string;
	/** `@auth/core/providers/github`; the transform takes the prefix over that stands there (`@auth/sveltekit/providers/`). */
	from: string;
	/** `default`, or the name of the export: `Development`. */
	exported: string;
	/** Preferred local name: `GitHub`. */
	local: string;
	form: ProviderForm;
}

export type ProviderForm =
	/** `GitHub`: who runs the list calls it with what the environment says. */
	| { kind: 'bare' }
	/**
	 * `(options) => Keycloak({ ...options, id: 'staff' })`, `() => GitHub({ id: 'work', clientId: env.AUTH_WORK_ID })`: a
	 * function, so that no variable is read before the first request (a build has none).
	 */
	| {
			kind: 'lazy';
			inherit: boolean;
			options: { name: string; value: OptionValue }[];
			/** In TypeScript: the factory's own type is none that the core takes, so nothing is said of it. */
			untyped?: boolean;
	  }
	/**
	 * Code of several lines. `%local%` stands for the local name of the import, `%authorize%` for the name under which
	 * `declaration` (a function statement that goes to the end of the file) finds room.
	 */
	| { kind: 'text'; text: string; declaration?: string; imports?: WantedImport[] };

export type OptionValue =
	| { text: string }
	/** `env.NAME`, `process.env.NAME`; with `orEmpty` ` ?? ''` behind it, where a type wants a string. */
	| { variable: string; orEmpty?: boolean };

/** Where the list of providers is looked for. */
export type ProvidersPlace =
	/** In the file that holds the configuration; `name`: of the export that another file takes the configuration from. */
	| { kind: 'config'; name?: string }
	/** In a module that the configuration takes its list from: its export of this name. */
	| { kind: 'list'; name: string };

export interface ProvidersRequest {
	place: ProvidersPlace;
	providers: ProviderCode[];
	/** How variables are read there. `module`: imported under `env`, as a namespace or by name; without: `process.env`. */
	env: { module?: string; namespace?: boolean };
	fallback?: Style;
}
