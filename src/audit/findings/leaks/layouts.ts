import type { HostPath } from '../../../host/host.ts';
import type { Route } from '../../../host/routes/route.ts';
import { lineOf, type Parsed } from '../../../syntax/tree/nodes.ts';
import { type Finding, listed, protectCommand } from '../finding.ts';
import type { OwnGuard } from '../own/guards.ts';
import { isOpen, loadGuards, openActions } from '../own/load-guards.ts';
import { guardCovers } from '../own/rules.ts';
import { sampleOf } from '../paths/samples.ts';

type Kind = 'server' | 'universal';

export interface LoadContext {
	/** Parses a file of the host; undefined where there is none. */
	open(path: HostPath): Parsed | undefined;
	/** Names of what lies in a folder. */
	names(folder: HostPath): string[];
	/** `src/routes` */
	routesFolder: HostPath;
	routes: readonly Route[];
	/** Whether something else guards this: a rule, the hooks, the runtime's own guard. */
	isGuarded(route: Route, part: 'data' | 'action' | 'endpoint', name?: string): boolean;
}

/** What runs of a route although the guard of a layout, or of the page's load, would turn people away. */
interface Open {
	route: Route;
	data: boolean;
	actions: string[];
	methods: string[];
}

/** A layout's load that guards, and what below it does not wait for it. */
export function layoutFindings(layout: Parsed, kind: Kind, context: LoadContext): Finding[] {
	const guards = loadGuards(layout);
	const [guard] = guards;
	if (!guard) return [];
	const folder = layout.path.replace(/[^/]*$/, '');
	const isAbout = (route: Route) => guards.some((one) => guardCovers(one, route));
	const below = context.routes.filter(
		(route) => route.layouts.some((one) => one[kind] === layout.path) && isAbout(route),
	);
	const endpoints = context.routes.filter(
		// Endpoints below the root are as often public: only those in a layout's own folder are told.
		(route) => route.endpoint?.startsWith(folder) && folder !== `${context.routesFolder}/` && isAbout(route),
	);
	const open = [...new Set([...below, ...endpoints])]
		.map((route) => openParts(route, context, below.includes(route)))
		.filter(({ data, actions, methods }) => data || actions.length > 0 || methods.length > 0);
	return open.length > 0 ? [findingOf(layout, kind, context, guard, open, patternOf(folder, context))] : [];
}

/** `+page.ts`: the same for one page. */
export function universalPageFindings(page: Parsed, route: Route, context: LoadContext): Finding[] {
	const [guard] = loadGuards(page);
	if (!guard) return [];
	const open = openParts(route, context, true);
	const found = { ...open, methods: [] };
	return open.data || open.actions.length > 0
		? [findingOf(page, 'universal', context, guard, [found], route.path)]
		: [];
}

/** `+page.server.ts`: a guard in `load` is none for the actions beside it, which run before. */
export function actionFindings(page: Parsed, route: Route, context: LoadContext): Finding[] {
	const [guard] = loadGuards(page).filter((one) => guardCovers(one, route));
	if (!guard) return [];
	const open = openActions(page, unguardedActions(route, context));
	const [first] = open;
	if (first === undefined) return [];
	const query = first === 'default' ? '' : `?/${first}`;
	return [
		{
			code: 'actions-open',
			file: page.path,
			line: lineOf(guard.refusal.node),
			routes: [route.path],
			message: `The guard stands in \`load\`, which runs after the form actions: POST ${sampleOf(route.path)}${query} runs ${listed(open.map((name) => `\`${name}\``))} for everybody.`,
			fix: `Guard the path, or each action: ${protectCommand([route.path])}`,
		},
	];
}

/** To sign out nobody has to be signed in. */
const signsOut = /^(?:log|sign)[-_]?(?:out|off)$/i;

export const unguardedActions = (route: Route, context: LoadContext): string[] =>
	route.actions.filter((name) => !signsOut.test(name) && !context.isGuarded(route, 'action', name));

function openParts(route: Route, context: LoadContext, isPage: boolean): Open {
	const asksData = isPage && route.serverLoad && !context.isGuarded(route, 'data');
	const actions = isPage ? unguardedActions(route, context) : [];
	const methods = route.methods.filter((name) => !context.isGuarded(route, 'endpoint', name));
	// Parsing is what costs: only what is not known to be guarded is opened.
	const page = asksData || actions.length > 0 ? opened(route.pageServer, context) : undefined;
	const endpoint = methods.length > 0 ? opened(route.endpoint, context) : undefined;
	return {
		route,
		data: asksData && page !== undefined && isOpen(page, 'load'),
		actions: page ? openActions(page, actions) : [],
		methods: endpoint ? methods.filter((name) => isOpen(endpoint, name)) : [],
	};
}

const opened = (path: HostPath | undefined, { open }: LoadContext): Parsed | undefined =>
	path === undefined ? undefined : open(path);

/** What to guard: the folder of the layout, as people see it; its group where it is one. */
function patternOf(folder: HostPath, { routesFolder }: LoadContext): string {
	const id = folder.slice(routesFolder.length).replace(/\/$/, '') || '/';
	const path = id.replace(/\/\([^)]*\)(?=\/|$)/g, '') || '/';
	return path === '/' ? id : path;
}

function findingOf(
	file: Parsed,
	kind: Kind,
	context: LoadContext,
	{ refusal }: OwnGuard,
	open: readonly Open[],
	pattern: string,
): Finding {
	const paths = (chosen: readonly Open[]) => listed([...new Set(chosen.map(({ route }) => route.path))]);
	const data = open.filter((one) => one.data);
	const actions = open.filter((one) => one.actions.length > 0);
	const methods = open.filter((one) => one.methods.length > 0);
	const sentences = [
		data[0] &&
			`GET ${dataAddress(data[0].route, kind, context)} gives out the data of ${paths(data)} without it`,
		actions[0] && `form actions do not wait for it (${paths(actions)})`,
		methods[0] && `endpoints never run it (${methods[0].methods[0]} ${paths(methods)})`,
	].filter((sentence) => sentence !== undefined);
	const where = kind === 'server' ? 'a layout' : 'a universal load';
	return {
		code: kind === 'server' ? 'layout-only' : 'universal-guard',
		file: file.path,
		line: lineOf(refusal.node),
		routes: [...new Set(open.map(({ route }) => route.path))].sort(),
		message: `A guard in ${where} is no guard for what lies below it: ${sentences.join('; ')}.`,
		fix: `Guard the path: ${protectCommand([pattern])}`,
	};
}

/**
 * The client says which loads it wants again, one digit each, root layout first; nobody checks. The data request of a page
 * runs no universal load at all.
 */
function dataAddress(route: Route, kind: Kind, context: LoadContext): string {
	const path = sampleOf(route.path).replace(/\/$/, '');
	if (kind === 'universal') return `${path}/__data.json`;
	return `${path}/__data.json?x-sveltekit-invalidated=${'0'.repeat(layoutCount(route, context))}1`;
}

/**
 * How many layouts SvelteKit counts around a page: its own root layout where the host has none, and folders that hold
 * only an error page.
 */
function layoutCount({ layouts, pageServer = '' }: Route, { routesFolder, names }: LoadContext): number {
	const folders = new Set(layouts.map((one) => folderOf(one.component ?? one.server ?? one.universal ?? '')));
	folders.add(routesFolder);
	for (let folder = folderOf(pageServer); folder.startsWith(`${routesFolder}/`); folder = folderOf(folder))
		if (names(folder).some((name) => name.startsWith('+error.'))) folders.add(folder);
	return folders.size;
}

const folderOf = (path: HostPath): HostPath => path.replace(/\/?[^/]*$/, '');
