import type { HostPath } from '../host/host.ts';

/** What stands between strangers and a part of the host. */
export type GuardState =
	/** A running `protect(...)` covers every URL of it. */
	| 'path rule'
	/** `requireUser()` in the page's own `load`; in SolidStart `guarded()` round the page or a layout of it. */
	| 'page guard'
	/** `requireUser()` as the first statement of the function. */
	| 'function guard'
	| 'public'
	/** A file that is served as it was built: no code of the host runs. */
	| 'cannot be guarded (prerendered)';

export type EntryKind =
	| 'page'
	| 'data request'
	| 'action'
	| 'endpoint'
	| 'remote function'
	| 'server function';

/** One thing that strangers can ask for, as `authgraft routes` lists it. */
export interface Entry {
	kind: EntryKind;
	/** `/blog/[slug]`, as people see it. Of a function: the file that it lies in. */
	path: string;
	/** The router's own name, `/(app)/blog/[slug]`; of a function `src/lib/orders.remote.ts#getOrders`. */
	id: string;
	/** Form action, HTTP method or function. */
	name?: string;
	/** Where it is written. */
	file: HostPath;
	line: number;
	guard: GuardState;
	/** Where the guard stands. */
	guardedIn?: { file: HostPath; line: number };
	/** The guard asks for more than being signed in. */
	conditional?: true;
	/** Part of signing in: it stays open, or nobody could get in. */
	signIn?: true;
	/** Of a function: the routes that reach it through imports; `*` for all of them. */
	usedBy?: string[];
	/** What a person should know about this one. */
	note?: string;
}
