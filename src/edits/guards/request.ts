import type { Style } from '../../syntax/source.ts';
import type { Condition } from '../condition.ts';

/** Which functions of a file are meant. Without names or offsets: all of that kind. */
export type GuardTarget =
	/** The page's `load`. */
	| { kind: 'load' }
	/** Form actions, by their names: `default`, `update`. */
	| { kind: 'actions'; names?: string[] }
	/** HTTP methods of an endpoint: `GET`, `fallback`. */
	| { kind: 'endpoint'; names?: string[] }
	/**
	 * Remote functions of SvelteKit, server functions of SolidStart: by the name of the export or variable, or by the
	 * offset of the function in the text without byte order mark.
	 */
	| { kind: 'function'; names?: string[]; starts?: number[] };

/** What is asked about a file. */
export interface GuardPlace {
	framework: 'sveltekit' | 'solid-start';
	/** The runtime's entry for the framework: `@authgraft/runtime/sveltekit`. */
	runtimeModule: string;
	/** SolidStart: how the file may import the module that exports `requireSession`: `~/session`, `../session`. */
	sessionModules?: string[];
	functions: GuardTarget[];
}

/** What is asked of a file. */
export interface GuardRequest extends GuardPlace {
	/** SvelteKit: `$app/server` exports `getRequestEvent` (2.20 and newer). */
	requestEvent: boolean;
	/** SolidStart: how the file imports the auth module, which exports `authConfig`. */
	authModule?: string;
	/**
	 * SolidStart: the page to come back to after signing in, where the functions belong to one page alone. When people
	 * navigate in the browser, a function is asked before the page is there, and knows only where they come from.
	 */
	from?: string;
	/** What people need besides being signed in. */
	condition?: Condition;
	/** The file is TypeScript: a new `load` gets its type. */
	typed: boolean;
	/** The file is JavaScript whose types stand in comments. */
	jsdoc?: boolean;
	fallback?: Style;
}

/** Where `getRequestEvent` comes from. */
export const eventModules = { sveltekit: '$app/server', 'solid-start': 'solid-js/web' } as const;
