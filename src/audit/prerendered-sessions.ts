import type { Host, HostPath } from '../host/host.ts';
import type { Route, Sources } from '../host/routes/index.ts';
import { listed } from './findings/finding.ts';
import { builtRoutes } from './findings/leaks/prerendered.ts';

/** Pages that are made while building. */
export interface PrerenderedPages {
	/** What says so. */
	file: HostPath;
	/** 1-based. */
	line: number;
	/** Follows the place in a sentence: `makes /about while building, when nobody is signed in`. */
	text: string;
	isOne: boolean;
}

/** Pages whose session is nobody's, by the place that says so. */
export const prerenderedPages = (sources: Sources, routes: readonly Route[]): PrerenderedPages[] =>
	builtRoutes(
		sources,
		routes.filter(({ page }) => page !== undefined),
	).map(({ file, line, routes: built }) => {
		const verb = built[0]?.prerender === true ? 'makes' : 'may make';
		const paths = listed(built.map(({ path }) => path));
		const text = `${verb} ${paths} while building, when nobody is signed in`;
		return { file, line, text, isOne: built.length === 1 };
	});

/** Whether the root layout lets prerendered pages ask for their session. SolidStart's pages ask each for itself. */
export const asksInBrowser = (host: Host): boolean =>
	host.framework === 'sveltekit' &&
	['ts', 'js'].some((extension) =>
		/\bpageSession\b/.test(host.read(`${host.paths.routes}/+layout.${extension}`) ?? ''),
	);

/** What is done about it, where the root layout of SvelteKit does not ask yet. */
export const whatHelps = ({ framework }: Host, { isOne }: PrerenderedPages): string =>
	framework === 'sveltekit'
		? `\`authgraft init\` lets ${isOne ? 'it' : 'them'} ask in the browser`
		: `\`onMount(() => setTimeout(() => revalidate(getSession.key), 100))\` in ${isOne ? 'it' : 'each'} asks in the browser`;
