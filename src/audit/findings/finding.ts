import { shellWord } from '../../host/files/shell.ts';
import type { HostPath } from '../../host/host.ts';

/** Names are stable: people filter on them. */
export type FindingCode =
	/** A guard that compares `event.url.pathname`. */
	| 'pathname-check'
	/** A guard on SolidStart that compares the path without regard to how the router reads it. */
	| 'case-sensitive'
	/** A guard whose paths lack the host's base, so that it never matches. */
	| 'base-missing'
	/** A guard whose list of public paths lets everything through. */
	| 'open-to-all'
	/** Public paths that are compared by prefix, and open a route of another name. */
	| 'public-prefix'
	/** A guard that compares `event.route.id` and forgets the groups in it. */
	| 'route-group'
	/** A check of a promise that nobody awaits: it never closes. */
	| 'not-awaited'
	/** Something in `handle` throws where SvelteKit does not catch it. */
	| 'thrown-redirect'
	/** Remote functions that no guard in the hooks sees. */
	| 'remote-open'
	/** A guard in a layout's server load, and something below that does not run it. */
	| 'layout-only'
	/** A guard in a universal load, which data requests, actions and endpoints do not run. */
	| 'universal-guard'
	/** A guard in a page's load, and form actions without one. */
	| 'actions-open'
	/** SolidStart: a guard that the page does not wait for. */
	| 'late-guard'
	/** SolidStart: a guard whose redirect carries the page's markup. */
	| 'markup-in-redirect'
	/** SolidStart: a guard in `preload`, which nothing waits for. */
	| 'preload-guard'
	| 'prerendered'
	/** A guarded route that the platform keeps and hands to the next person. */
	| 'isr'
	| 'prerendered-function'
	| 'no-server'
	| 'static-files'
	| 'client-only'
	| 'reroute'
	| 'service-worker';

/** A known leak, where it is, and what to do. */
export interface Finding {
	code: FindingCode;
	file: HostPath;
	/** 1-based. */
	line: number;
	/** It depends on something that cannot be seen from here. */
	likely?: true;
	/** Paths of the routes concerned, as people see them, where they can be told. */
	routes?: string[];
	/** What is wrong, in one sentence, with what a person can try. */
	message: string;
	/** What to do; often a command to paste. */
	fix: string;
}

/** `/a`, `/a and /b`, `/a, /b and 3 more` */
export function listed(items: readonly string[], most = 4): string {
	const shown = items.length > most + 1 ? items.slice(0, most) : items;
	const rest = items.length - shown.length;
	const parts = rest > 0 ? [...shown, `${rest} more`] : shown;
	const last = parts.at(-1) ?? '';
	return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** The command that writes a rule for these paths. */
export const protectCommand = (paths: readonly string[], options = ''): string =>
	`authgraft protect-route ${paths.length > 0 ? paths.map((path) => shellWord(path)).join(' ') : '<path>'}${options}`;

/** In the order of files and lines, each once. */
export function inOrder(findings: readonly Finding[]): Finding[] {
	const seen = new Map<string, Finding>();
	for (const finding of findings) {
		const key = `${finding.file}\0${finding.line}\0${finding.code}\0${finding.message}`;
		if (!seen.has(key)) seen.set(key, finding);
	}
	return [...seen.values()].sort(
		(a, b) =>
			(a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || (a.code < b.code ? -1 : 1),
	);
}
