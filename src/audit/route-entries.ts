import type { Host, HostPath } from '../host/host.ts';
import type { Sources } from '../host/routes/index.ts';
import type { Route } from '../host/routes/route.ts';
import type { Entry, EntryKind } from './entry.ts';
import { type OwnRule, ownLoadGuard } from './findings/index.ts';
import { type Guards, guardsOf, pageGuardOf, type Seen } from './guards.ts';
import { openLayouts } from './layout-data.ts';
import type { OwnPages } from './own-pages.ts';
import type { ParsedFiles } from './parsed-files.ts';
import { type PathRule, ruleFile, ruleFor } from './path-rules.ts';

export interface RouteContext {
	host: Host;
	/** What stays open so that people can sign in. Undefined where sign-in is not set up. */
	own: OwnPages | undefined;
	rules: readonly PathRule[];
	/** Guards by path that people wrote by hand: told, and not counted. */
	ownRules: readonly OwnRule[];
	parsed: ParsedFiles;
	sources: Sources;
}

/** What strangers can ask for at one route: the page, its data, its actions, the endpoint's methods. */
export function routeEntries(context: RouteContext, route: Route): Entry[] {
	const { host, own, rules, parsed } = context;
	const signIn = own?.(route).kind === 'own';
	const found = signIn ? { rule: undefined, partly: undefined } : ruleFor(rules, route.id, host);
	const make = (
		kind: EntryKind,
		file: HostPath,
		seen: Seen | undefined,
		more: Partial<Entry> = {},
	): Entry => {
		const answer = found.rule && own?.(route, { kind, ...more });
		// Of some of its addresses a rule that covers it says nothing.
		const open = answer?.kind === 'at' ? answer.addresses : [];
		const { rule, partly } = open.length > 0 ? { rule: undefined, partly: found.rule } : found;
		const entry = {
			...{ kind, path: route.path, id: route.id, file, line: seen?.at ?? 1 },
			...stateOf(kind, route, file, seen, rule),
			...(signIn ? { signIn: true as const } : {}),
			...more,
		};
		return withNote(entry, context, route, partly, open);
	};
	const server = route.pageServer ? guardsOf(parsed, route.pageServer, host) : undefined;
	return [
		...pageEntries(context, route, server, make),
		...actionEntries(route, server, make),
		...endpointEntries(context, route, make),
	];
}

type Make = (kind: EntryKind, file: HostPath, seen: Seen | undefined, more?: Partial<Entry>) => Entry;

function pageEntries(
	{ host, parsed }: RouteContext,
	route: Route,
	server: Guards | undefined,
	make: Make,
): Entry[] {
	// SvelteKit serves a page whose server file stands alone, too.
	const file = route.page ?? route.pageServer ?? route.pageUniversal;
	if (!file) return [];
	if (host.framework === 'solid-start') {
		const layouts = route.layouts.flatMap(({ component }) => component ?? []);
		const guarded = [...layouts, file].map((one) => pageGuardOf(parsed, one)).find(Boolean);
		return [make('page', file, guarded)];
	}
	const page = make(
		'page',
		file,
		server?.load && { ...server.load, at: 1, ...(route.pageServer ? { file: route.pageServer } : {}) },
	);
	// Data of a layout is asked for at the address of each page below it.
	const fromLayout = route.layouts.find((layout) => layout.server)?.server;
	const dataFile = route.serverLoad ? route.pageServer : fromLayout;
	if (!dataFile) return [page];
	const own = route.serverLoad ? server?.load : undefined;
	return [page, make('data request', dataFile, own)];
}

function actionEntries(route: Route, server: Guards | undefined, make: Make): Entry[] {
	const file = route.pageServer;
	if (!file) return [];
	if (route.actionsComputed)
		return [
			make('action', file, undefined, { note: 'the actions are computed, so their guards cannot be seen' }),
		];
	return route.actions.map((name) => make('action', file, server?.actions.get(name), { name }));
}

function endpointEntries({ host, parsed }: RouteContext, route: Route, make: Make): Entry[] {
	const file = route.endpoint;
	if (!file) return [];
	const guards = guardsOf(parsed, file, host);
	const named = route.methods.map((name) => make('endpoint', file, guards?.methods.get(name), { name }));
	if (!route.methodsComputed) return named;
	const others = make('endpoint', file, undefined);
	const note = 'it may answer to more methods, which are computed, so guards of their own cannot be seen';
	return [...named, others.guard === 'public' ? make('endpoint', file, undefined, { note }) : others];
}

function stateOf(
	kind: EntryKind,
	route: Route,
	file: HostPath,
	seen: Seen | undefined,
	rule: PathRule | undefined,
): Pick<Entry, 'guard' | 'guardedIn' | 'conditional'> {
	// An action makes its page impossible to prerender.
	if (route.prerender === true && kind !== 'action') return { guard: 'cannot be guarded (prerendered)' };
	if (rule)
		return {
			guard: 'path rule',
			guardedIn: { file: rule.file, line: rule.line },
			...(rule.condition ? { conditional: true } : {}),
		};
	if (!seen?.guard) return { guard: 'public' };
	return {
		guard: kind === 'page' || kind === 'data request' ? 'page guard' : 'function guard',
		guardedIn: { file: seen.file ?? file, line: seen.guard.line },
		...(seen.guard.conditional ? { conditional: true } : {}),
	};
}

function withNote(
	entry: Entry,
	{ host, ownRules, sources, parsed }: RouteContext,
	route: Route,
	partly: PathRule | undefined,
	open: readonly string[],
): Entry {
	const { prerender } = route;
	const own = entry.guard === 'public' ? ownRules.find((rule) => rule.covers(route)) : undefined;
	const isLoaded = entry.kind === 'page' || entry.kind === 'data request';
	const line =
		entry.guard === 'public' && isLoaded && route.serverLoad && route.pageServer
			? ownLoadGuard(sources, route.pageServer)
			: undefined;
	const loose =
		entry.kind === 'data request' && entry.guard === 'page guard'
			? openLayouts(host, sources, route, parsed)
			: [];
	const notes = [
		...(entry.note ? [entry.note] : []),
		...(loose.length > 0
			? [`the data of ${loose.join(', ')} can be had without it: only a rule guards that`]
			: []),
		...(partly && entry.guard === 'public'
			? [`${partly.file}:${partly.line} covers some of its addresses only`]
			: []),
		...(open.length > 0 && entry.guard === 'public'
			? [`no rule closes it at ${open.slice(0, 3).join(', ')}, which is an address of sign-in`]
			: []),
		...(own ? [`line ${own.line} of ${ruleFile(host)} has a guard of your own, which is not counted`] : []),
		...(line ? [`line ${line} of ${route.pageServer} has a guard of your own, which is not counted`] : []),
		...(prerender === 'auto' || prerender === 'computed'
			? ['it may be prerendered, and then nothing guards it: say `export const prerender = false`']
			: []),
	];
	return notes.length > 0 ? { ...entry, note: notes.join('; ') } : entry;
}
