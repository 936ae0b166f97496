import type { Host } from '../host/host.ts';
import {
	openSources,
	readRemoteFunctions,
	readRoutes,
	readUses,
	type Sources,
} from '../host/routes/index.ts';
import type { Route } from '../host/routes/route.ts';
import { sharedHooks } from '../host/server-hooks.ts';
import type { AuthModule } from './auth-module/index.ts';
import { methodNotes } from './auth-module/mounted.ts';
import { type AuthSettings, ownModule, settingsOf } from './auth-module/settings.ts';
import type { Entry } from './entry.ts';
import type { Finding } from './findings/finding.ts';
import { readFindings, readOwnRules } from './findings/index.ts';
import { isrFindings } from './findings/leaks/isr.ts';
import { rerouteIn } from './findings/leaks/uncovered.ts';
import { functionEntries, knownFunctions } from './function-entries.ts';
import { answersInFront } from './in-front.ts';
import type { KnownFunction } from './known-function.ts';
import {
	isNamedByRule,
	type NamedPage,
	namedPages,
	type OpenedBy,
	type OwnPages,
	ownPages,
	withoutRoute,
} from './own-pages.ts';
import { ParsedFiles } from './parsed-files.ts';
import { type PathRule, readPathRules, ruleFile } from './path-rules.ts';
import { asksInBrowser, prerenderedPages, whatHelps } from './prerendered-sessions.ts';
import { routeEntries } from './route-entries.ts';
import { unmatchedNotes } from './unmatched.ts';

/** What strangers can ask a host for, and what stands between. */
export interface Audit {
	/** Undefined: authgraft's sign-in is not set up here. */
	settings: AuthSettings | undefined;
	/** The module that these stand in. */
	module: AuthModule | undefined;
	routes: Route[];
	functions: KnownFunction[];
	rules: PathRule[];
	entries: Entry[];
	/** Known leaks of guards that people wrote by hand. */
	findings: Finding[];
	/** What could not be read. */
	notes: string[];
	/** To read further in the same files. */
	sources: Sources;
}

/** The same, of a host in which sign-in is set up. */
export type AuditedSignIn = Audit & { settings: AuthSettings };

/** Looks at every route and function of a host. Reads only, and runs nothing of it. */
export function readAudit(host: Host): Audit {
	const sources = openSources(host);
	const module = ownModule(sources, ruleFile(host));
	const settings = module && settingsOf(sources, module);
	const { routes } = readRoutes(host, sources);
	const parsed = new ParsedFiles(sources);
	const rules = readPathRules(host, settings);
	const signInPages = rules.flatMap(({ runs, signInPage }) => (runs && signInPage ? [signInPage] : []));
	const reroute =
		host.framework === 'sveltekit' && sharedHooks(host).some((file) => rerouteIn(sources, file));
	const named = namedPages(settings?.pages ?? [], rules, host);
	const own = settings && openPages(host, settings, routes, { rules, named, signInPages, reroute });
	const signInRoutes = new Set(routes.filter((route) => own?.(route).kind === 'own').map(({ id }) => id));
	const functions = knownFunctions(
		host,
		parsed,
		readRemoteFunctions(host, sources),
		readUses(host, routes, sources),
		{ routes: signInRoutes, settings },
	);
	const ownRules = readOwnRules(host, sources);
	const context = { host, own, rules, ownRules, parsed, sources };
	const entries = [
		...routes.flatMap((route) => routeEntries(context, route)),
		...functionEntries(functions, rules),
	];
	return {
		settings,
		module,
		routes,
		functions,
		rules,
		entries,
		findings: [
			...readFindings(host, routes, entries, sources),
			...isrFindings(sources, guardedOf(routes, entries)),
		],
		sources,
		notes: [
			...rules.flatMap(ruleNotes),
			...unmatchedNotes(rules, routes, host),
			...(settings ? methodNotes(host, settings, routes) : []),
			...named.map((one) => namedNote(one, settings)),
			...(reroute ? withoutRoute(settings?.pages ?? [], routes).map(reroutedNote) : []),
			...(settings && rules.some(({ runs }) => runs) ? answersInFront(host, settings) : []),
			...(settings && !asksInBrowser(host) ? prerenderedNotes(host, sources, routes) : []),
			...sources.notes,
		],
	};
}

/** Routes of which any part is guarded, by whatever. */
function guardedOf(routes: readonly Route[], entries: readonly Entry[]): Route[] {
	const open = ['public', 'cannot be guarded (prerendered)'];
	const guarded = new Set(entries.filter(({ guard }) => !open.includes(guard)).map(({ id }) => id));
	return routes.filter(({ id }) => guarded.has(id));
}

/** What stays open, but for what a rule calls by its name. */
function openPages(
	host: Host,
	settings: AuthSettings,
	routes: readonly Route[],
	{ rules, named, ...more }: { rules: readonly PathRule[]; named: readonly NamedPage[] } & OpenedBy,
): OwnPages {
	const pages = settings.pages.filter((page) => !named.some((one) => one.page === page));
	const answer = ownPages(host, { ...settings, pages }, routes, more);
	if (host.framework === 'solid-start') return answer;
	const bare = ownPages(host, { ...settings, pages: [] }, routes, more);
	return (route, entry) => (isNamedByRule(route, rules) ? bare : answer)(route, entry);
}

const prerenderedNotes = (host: Host, sources: Sources, routes: readonly Route[]): string[] =>
	prerenderedPages(sources, routes).map(
		(pages) => `${pages.file}:${pages.line} ${pages.text}: ${whatHelps(host, pages)}.`,
	);

const reroutedNote = (page: string): string =>
	`No route is called ${page}, where people sign in: where \`reroute\` leads it to a route without parameters, that one stays open at this address.`;

const namedNote = ({ page, rule }: NamedPage, settings: AuthSettings | undefined): string =>
	`${rule.file}:${rule.line} guards ${page}, and the pages of ${settings?.module} name it, which have to be open: the rule holds. Give \`pages\` another page, or, if people sign in there, the rule \`signInPage: '${page}'\`.`;

/** Rules that guard nothing are worse than none. */
const ruleNotes = ({ file, line, computed, problem }: PathRule): string[] => [
	...(problem ? [`${file}:${line} has a protect() that ${problem}.`] : []),
	...(computed ? [`${file}:${line} computes what it guards: only what is written there counts here.`] : []),
];
