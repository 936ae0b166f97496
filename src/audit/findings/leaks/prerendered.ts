import { ts } from 'ts-morph';
import type { HostPath } from '../../../host/host.ts';
import type { Route, Sources } from '../../../host/routes/index.ts';
import { readModule } from '../../../host/routes/module-facts.ts';
import { lineOf, within } from '../../../syntax/tree/nodes.ts';
import { type Finding, listed } from '../finding.ts';
import { sampleOf } from '../paths/samples.ts';
import { parsedIn } from '../reading/open.ts';

/** A place that says of routes that they are files once the host is built, or may be. */
export interface BuiltRoutes {
	/** The file to look into; undefined where nothing says so but the route itself. */
	said: HostPath | undefined;
	file: HostPath;
	/** 1-based. */
	line: number;
	routes: Route[];
}

/** Guarded routes that are files once the host is built, or may be; one finding for each place that says so. */
export const prerenderFindings = (sources: Sources, guarded: readonly Route[]): Finding[] =>
	builtRoutes(sources, guarded).flatMap((built) => findingOf(sources, built));

/** The routes among them that are files once the host is built, or may be, by the place that says so. */
export function builtRoutes(sources: Sources, routes: readonly Route[]): BuiltRoutes[] {
	const built = routes.filter(({ prerender }) => prerender !== undefined && prerender !== false);
	const groups = Map.groupBy(built, (route) => `${placeOf(sources, route)}\0${route.prerender === true}`);
	return [...groups.values()].flatMap((same) => {
		const [first] = same;
		if (!first) return [];
		const said = placeOf(sources, first);
		const file = said ?? first.page ?? first.endpoint ?? '';
		return [{ said, file, line: lineOfOption(sources, file), routes: same }];
	});
}

const placeOf = (sources: Sources, route: Route): HostPath | undefined =>
	sources.host.framework === 'sveltekit' ? saidIn(sources, route) : sources.host.configFile;

function findingOf(sources: Sources, { said, file, line, routes }: BuiltRoutes): Finding[] {
	const [first] = routes;
	if (!first) return [];
	const paths = routes.map(({ path }) => path);
	const isCertain = first.prerender === true;
	const isOne = paths.length === 1;
	const what = isCertain ? (isOne ? 'is prerendered' : 'are prerendered') : 'may be prerendered';
	const end = isCertain ? `GET ${sampleOf(first.path)} answers everybody` : 'then everybody gets the file';
	return [
		{
			code: 'prerendered',
			file,
			line,
			routes: paths,
			message: `${listed(paths)} ${what}, and no guard runs for a file: ${end}.`,
			fix: fixFor(sources, said, routes),
		},
	];
}

function fixFor({ host }: Sources, file: HostPath | undefined, routes: Route[]): string {
	if (host.framework === 'solid-start')
		return routes.some(({ ssr, path }) => ssr === false && path === '/')
			? `Turn server rendering on in ${file}, or keep \`/\` free of secrets.`
			: `Take ${routes.length === 1 ? 'it' : 'them'} out of \`prerender\` in ${file}.`;
	const own = routes.flatMap(
		(route) => route.pageServer ?? route.pageUniversal ?? route.endpoint ?? beside(route.page),
	);
	return `Say \`export const prerender = false;\` in ${listed(own)}.`;
}

const beside = (page: HostPath | undefined): HostPath[] =>
	page === undefined ? [] : [page.replace(/[^/]*$/, '+page.server.ts')];

/** The innermost file that sets the option. */
function saidIn(sources: Sources, route: Route): HostPath | undefined {
	const layouts = route.layouts.toReversed().flatMap(({ universal, server }) => [universal, server]);
	const files = route.page ? [route.pageUniversal, route.pageServer, ...layouts] : [route.endpoint];
	return files.find(
		(file) => file !== undefined && readModule(sources, file).options.prerender !== undefined,
	);
}

function lineOfOption(sources: Sources, file: HostPath): number {
	const text = sources.text(file);
	if (!text?.includes('prerender')) return 1;
	const node = within(parsedIn(sources, file, text).ast).find(
		(one) =>
			(ts.isVariableDeclaration(one) || ts.isPropertyAssignment(one)) && one.name.getText() === 'prerender',
	);
	return node ? lineOf(node) : 1;
}
