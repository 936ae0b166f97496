import type { HostPath } from '../host.ts';

/** A page option as it is written; `computed` where it is an expression whose value cannot be seen. */
export type PageOption = boolean | 'auto' | 'computed';

/** The files of one layout around a page. */
export interface Layout {
	/** `+layout.svelte`; the layout's file in SolidStart. */
	component?: HostPath;
	/** `+layout.server.ts` */
	server?: HostPath;
	/** `+layout.ts` */
	universal?: HostPath;
}

/** A place of the host that can be asked for by URL: a page, an endpoint, or both. */
export interface Route {
	/** As the router names it: `/(app)/blog/[slug]`; SolidStart's files are written the same way. */
	id: string;
	/** As people see it, without groups: `/blog/[slug]`. */
	path: string;
	/** `+page.svelte`; in SolidStart the file with the default export. Undefined for an endpoint alone, and for a page without markup. */
	page?: HostPath;
	/** `+page.server.ts` */
	pageServer?: HostPath;
	/** `+page.ts` */
	pageUniversal?: HostPath;
	/** `+server.ts`; in SolidStart the file that exports methods (it may be the page's). */
	endpoint?: HostPath;
	/** HTTP methods that the endpoint exports: `GET`, `fallback` ... those that can be seen. */
	methods: string[];
	/** There may be more methods than `methods`: `export *`, or a file that cannot be read. */
	methodsComputed: boolean;
	/** Whether the page's own server file exports a `load`, or may do so. */
	serverLoad: boolean;
	/** Form actions of the page: `default`, `update` ... those that can be seen. */
	actions: string[];
	/** There may be more actions than `actions`: a spread, a call, another module. */
	actionsComputed: boolean;
	/** Around the page, outermost first. `@` in a file's name breaks out of them, as the router does. Empty for an endpoint. */
	layouts: Layout[];
	/** Of the page (or, where there is none, of the endpoint), inherited from layouts. Absent: not said. */
	prerender: PageOption | undefined;
	/** Inherited from layouts; SolidStart has it for the whole application. */
	ssr: PageOption | undefined;
	/** As `ssr`; SvelteKit only. */
	csr: PageOption | undefined;
}

/** A function of the host that browsers call by its own address: no rule for a path sees it. */
export interface RemoteFunction {
	file: HostPath;
	/** 1-based, of `start`. */
	line: number;
	/**
	 * Offset of the function (arrow, function expression or declaration) in the file's text, without byte order mark.
	 * Of the call, or of the export, where the function stands elsewhere: then `note` says so.
	 */
	start: number;
	/** The export's or the variable's name; undefined for one without. */
	name: string | undefined;
	/**
	 * SvelteKit: `query`, `query.batch`, `query.live`, `command`, `form`, `prerender`; `unknown` when another function of
	 * the host makes it. SolidStart: `query`, `action`, `function`.
	 */
	type: string;
	/** Why the function itself cannot be shown. */
	note?: string;
}
