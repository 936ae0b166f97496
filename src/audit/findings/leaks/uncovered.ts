import { ts } from 'ts-morph';
import type { Host, HostPath } from '../../../host/host.ts';
import {
	coverage,
	openSources,
	type RemoteFunction,
	type Route,
	type Sources,
} from '../../../host/routes/index.ts';
import { readModule } from '../../../host/routes/module-facts.ts';
import { sharedHooks } from '../../../host/server-hooks.ts';
import { lineOf, within } from '../../../syntax/tree/nodes.ts';
import { exportOf } from '../../../syntax/tree/scopes.ts';
import { type Finding, inOrder, listed, protectCommand } from '../finding.ts';
import { sampleOf } from '../paths/samples.ts';
import { parsedIn } from '../reading/open.ts';
import { isrFindings } from './isr.ts';
import { prerenderFindings } from './prerendered.ts';
import { staticFindings } from './static-files.ts';

/**
 * What a guard of some routes does not cover.
 * @param guarded the routes that are about to be guarded
 * @param patterns the rules' patterns, for files that no route is about
 * @param functions remote functions of the host, for those that are made while building
 */
export function uncovered(
	guarded: readonly Route[],
	patterns: readonly string[],
	host: Host,
	functions: readonly RemoteFunction[] = [],
	sources: Sources = openSources(host),
): Finding[] {
	if (host.framework === 'sveltekit' && host.adapter === '@sveltejs/adapter-static' && guarded.length > 0)
		return [withoutServer(host, guarded)];
	return inOrder([
		...prerenderFindings(sources, guarded),
		...isrFindings(sources, guarded),
		...staticFindings(sources, patterns),
		...(host.framework === 'sveltekit' ? kitFindings(sources, guarded, patterns, functions) : []),
	]);
}

const kitFindings = (
	sources: Sources,
	guarded: readonly Route[],
	patterns: readonly string[],
	functions: readonly RemoteFunction[],
): Finding[] => [
	...clientFindings(sources, guarded, patterns),
	...rerouteFindings(sources, guarded),
	...workerFindings(sources, guarded),
	...builtFunctions(functions),
];

const withoutServer = ({ configFile }: Host, guarded: readonly Route[]): Finding => ({
	code: 'no-server',
	file: configFile ?? 'package.json',
	line: 1,
	routes: guarded.map(({ path }) => path),
	message: 'adapter-static writes every page as a file: no server runs that could guard one.',
	fix: 'Use an adapter with a server, for example @sveltejs/adapter-node.',
});

/**
 * Pages that the client shows without a request: no server load of their own, and no layout with one that is entered
 * with them. Nothing asks the server, so no rule is asked either.
 */
function clientFindings(sources: Sources, guarded: readonly Route[], patterns: readonly string[]): Finding[] {
	const pages = guarded.filter(
		(route) =>
			route.page !== undefined &&
			!route.serverLoad &&
			route.prerender !== true &&
			route.csr !== false &&
			!route.layouts.some(({ server }) => server !== undefined && isEntered(sources, server, patterns)),
	);
	const [first] = pages;
	if (first?.page === undefined) return [];
	const paths = pages.map(({ path }) => path);
	const [show, it, its] = pages.length === 1 ? ['has', 'it', 'its'] : ['have', 'them', 'their'];
	return [
		{
			code: 'client-only',
			file: first.page,
			line: 1,
			routes: paths,
			message: `${listed(paths)} ${show} no server load, so ${its} markup is in public JavaScript, and a link from another page shows ${it} without asking the server.`,
			fix: `Give ${it} a server load with a guard: ${protectCommand(paths, ' --page')}`,
		},
	];
}

/** Whether a layout loads on the server, and lies at or below a guarded path: who comes from outside asks for its data. */
function isEntered(sources: Sources, server: HostPath, patterns: readonly string[]): boolean {
	const { routes } = sources.host.paths;
	const id = server.slice(routes.length).replace(/\/[^/]*$/, '') || '/';
	const path = `/${id
		.split('/')
		.filter((segment) => segment !== '' && !/^\(.*\)$/.test(segment))
		.join('/')}`;
	return (
		patterns.some((pattern) => coverage({ id, path }, pattern, 'sveltekit') === 'all') &&
		readModule(sources, server).load
	);
}

function rerouteFindings(sources: Sources, guarded: readonly Route[]): Finding[] {
	const built = guarded.filter(({ prerender }) => prerender === true || prerender === 'auto');
	if (built.length === 0) return [];
	return sharedHooks(sources.host).flatMap((file): Finding[] => {
		const node = rerouteIn(sources, file);
		if (!node) return [];
		const paths = built.map(({ path }) => path);
		return [
			{
				code: 'reroute',
				file,
				line: lineOf(node),
				routes: paths,
				message: `\`reroute\` may lead other addresses to ${listed(paths)}, and what is prerendered is handed out before any guard runs.`,
				fix: 'Do not prerender what is guarded.',
			},
		];
	});
}

export function rerouteIn(sources: Sources, file: HostPath): ts.Node | undefined {
	const text = sources.text(file);
	return text?.includes('reroute') ? exportOf(parsedIn(sources, file, text), 'reroute') : undefined;
}

/** A service worker that keeps what it fetched shows it to the next person at the same browser, signed in or not. */
function workerFindings(sources: Sources, guarded: readonly Route[]): Finding[] {
	const { source } = sources.host.paths;
	const [page] = guarded.filter((route) => route.page !== undefined);
	if (!page) return [];
	return ['ts', 'js'].flatMap((extension): Finding[] => {
		const file = `${source}/service-worker.${extension}`;
		const text = sources.text(file);
		if (!text?.includes('.put(')) return [];
		const put = within(parsedIn(sources, file, text).ast).find(
			(node) =>
				ts.isCallExpression(node) &&
				ts.isPropertyAccessExpression(node.expression) &&
				node.expression.name.text === 'put' &&
				/\breq(?:uest)?\b/.test(node.arguments[0]?.getText() ?? ''),
		);
		if (!put) return [];
		return [
			{
				code: 'service-worker',
				file,
				line: lineOf(put),
				message: `The service worker may keep answers to requests such as ${sampleOf(page.path)}, and show them offline after somebody has signed out.`,
				fix: 'Keep only `build` and `files` of $service-worker, and nothing of guarded pages.',
			},
		];
	});
}

const builtFunctions = (functions: readonly RemoteFunction[]): Finding[] =>
	functions
		.filter(({ type }) => type === 'prerender')
		.map(({ file, line, name }) => ({
			code: 'prerendered-function',
			file,
			line,
			message: `\`${name ?? 'prerender'}\` is a remote function that runs while building: its results are files that everybody can read.`,
			fix: 'Make it a `query` with `await requireUser(getRequestEvent())`.',
		}));
