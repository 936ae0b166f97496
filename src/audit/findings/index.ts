import type { Host, HostPath } from '../../host/host.ts';
import { openSources, type Route, type Sources } from '../../host/routes/index.ts';
import { resolveServerHooks, sharedHooks } from '../../host/server-hooks.ts';
import type { Parsed } from '../../syntax/tree/nodes.ts';
import { lineOf } from '../../syntax/tree/nodes.ts';
import type { Entry } from '../entry.ts';
import { type Finding, inOrder } from './finding.ts';
import type { HookContext } from './leaks/hook-context.ts';
import { hookFindings } from './leaks/hooks.ts';
import {
	actionFindings,
	type LoadContext,
	layoutFindings,
	unguardedActions,
	universalPageFindings,
} from './leaks/layouts.ts';
import { mayForgetAwait, notAwaitedFindings } from './leaks/not-awaited.ts';
import { solidPageFindings } from './leaks/solid-pages.ts';
import { rerouteIn } from './leaks/uncovered.ts';
import { loadGuards, loadScope } from './own/load-guards.ts';
import { type OwnRule, ownRules } from './own/rules.ts';
import { openFile } from './reading/open.ts';

export type { Finding, FindingCode } from './finding.ts';
export { hookFindings } from './leaks/hooks.ts';
export { uncovered } from './leaks/uncovered.ts';
export { type OwnRule, ownRules } from './own/rules.ts';

/** A file without any of these words holds no guard, whoever wrote it. */
const guardWords = /redirect|error|Response|require|ensure|enforce|assert/;

/** Nor does one without any of these ask who is there. */
const peopleWords =
	/locals|session|auth|user|login|signed|cookie|token|jwt|admin|role|require|ensure|enforce|assert|account|member/i;

/**
 * Known leaks of the guards that a host's owner wrote by hand. Nothing here throws; a file that does not parse is taken as
 * far as it goes.
 * @param entries what else is known to be guarded; routes without entries count as open
 */
export function readFindings(
	host: Host,
	routes: readonly Route[],
	entries: readonly Entry[],
	sources: Sources = openSources(host),
): Finding[] {
	const hooks = hooksOf(host, sources);
	const rules = hooks ? ownRules(hooks, host.framework) : [];
	return inOrder([
		...(hooks ? hookFindings(hooks, hookContext(host, routes, entries, sources)) : []),
		...(host.framework === 'sveltekit'
			? loadFindings(sources, loadContext(sources, routes, entries, rules))
			: solidFindings(sources, routes)),
	]);
}

/** The line of a guard that people wrote into the `load` of a page. */
export function ownLoadGuard(sources: Sources, path: HostPath): number | undefined {
	const text = sources.text(path);
	const file = text !== undefined && guardWords.test(text) ? openFile(sources, path) : undefined;
	const [guard] = file ? loadGuards(file) : [];
	return guard && lineOf(guard.refusal.node);
}

/** The guards in a host's hooks or middleware that people wrote, for the notes of an audit. */
export function readOwnRules(host: Host, sources: Sources = openSources(host)): OwnRule[] {
	const hooks = hooksOf(host, sources);
	return hooks ? ownRules(hooks, host.framework) : [];
}

function hooksOf(host: Host, sources: Sources): Parsed | undefined {
	const file = host.framework === 'sveltekit' ? resolveServerHooks(host).file : host.middleware;
	return file === undefined ? undefined : openFile(sources, file);
}

function hookContext(
	host: Host,
	routes: readonly Route[],
	entries: readonly Entry[],
	sources: Sources,
): HookContext {
	// What a rule of the runtime covers leaks nowhere.
	const ruled = new Set(entries.filter(({ guard }) => guard === 'path rule').map(({ id }) => id));
	return {
		framework: host.framework,
		version: host.version,
		base: host.base,
		routes: routes.filter(({ id }) => !ruled.has(id)),
		reroute: host.framework === 'sveltekit' && sharedHooks(host).some((shared) => rerouteIn(sources, shared)),
		adapter: host.adapter,
		remote: entries
			.filter(({ kind, guard }) => kind === 'remote function' && guard === 'public')
			.map(({ name, file }) => (name === undefined ? file : `${name}()`)),
	};
}

function loadContext(
	sources: Sources,
	routes: readonly Route[],
	entries: readonly Entry[],
	rules: readonly OwnRule[],
): LoadContext {
	const kinds = { data: 'data request', action: 'action', endpoint: 'endpoint' } as const;
	const guarded = new Set(
		entries
			.filter(({ guard, signIn }) => guard !== 'public' || signIn)
			.map(({ id, kind, name }) => `${kind} ${id} ${name ?? ''}`),
	);
	return {
		open: (path) => openFile(sources, path),
		names: (folder) => sources.entries(folder).map(({ name }) => name),
		routesFolder: sources.host.paths.routes,
		routes,
		isGuarded: (route, part, name) =>
			guarded.has(`${kinds[part]} ${route.id} ${name ?? ''}`) || rules.some((rule) => rule.covers(route)),
	};
}

function loadFindings(sources: Sources, context: LoadContext): Finding[] {
	const { routes, open } = context;
	// Parsing five hundred files that hold nothing of interest takes seconds.
	const worth = (path: string | undefined) =>
		path !== undefined && isWorth(sources.text(path) ?? '') ? open(path) : undefined;
	const layouts = routes.flatMap((route) => route.layouts);
	const servers = [...new Set(layouts.map(({ server }) => server))].flatMap((path) => worth(path) ?? []);
	const universals = [...new Set(layouts.map(({ universal }) => universal))].flatMap(
		(path) => worth(path) ?? [],
	);
	const pages = routes.flatMap((route) => {
		const file =
			unguardedActions(route, context).length > 0 || isNotAwaited(sources, route)
				? worth(route.pageServer)
				: undefined;
		return file ? [{ file, route }] : [];
	});
	return [
		...servers.flatMap((file) => layoutFindings(file, 'server', context)),
		...universals.flatMap((file) => layoutFindings(file, 'universal', context)),
		...pages.flatMap(({ file, route }) =>
			route.actions.length > 0 ? actionFindings(file, route, context) : [],
		),
		...routes.flatMap((route) => {
			const file = worth(route.pageUniversal);
			return file ? universalPageFindings(file, route, context) : [];
		}),
		...[...servers, ...pages.map(({ file }) => file)].flatMap((file) =>
			notAwaitedFindings(loadScope(file).filter((node) => mayForgetAwait(node.getSourceFile().text))),
		),
	];
}

const isWorth = (text: string): boolean => guardWords.test(text) && peopleWords.test(text);

/** The calls that are looked for stand in the text without an `await`. */
const isNotAwaited = (sources: Sources, { pageServer }: Route): boolean =>
	pageServer !== undefined && mayForgetAwait(sources.text(pageServer) ?? '');

function solidFindings(sources: Sources, routes: readonly Route[]): Finding[] {
	const files = new Map<string, Route>();
	for (const route of routes)
		for (const file of [...route.layouts.map(({ component }) => component), route.page])
			if (file !== undefined && !files.has(file)) files.set(file, route);
	return [...files].flatMap(([path, route]) => {
		const text = sources.text(path);
		if (text === undefined || !/create(?:Async|Resource)|preload/.test(text)) return [];
		const file = openFile(sources, path);
		return file ? solidPageFindings(file, route.path, route.ssr !== false) : [];
	});
}
