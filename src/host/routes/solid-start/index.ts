import { exportsOf } from '../../../syntax/tree/exports.ts';
import type { HostPath } from '../../host.ts';
import { listOption } from '../config-lists.ts';
import { httpMethods } from '../module-facts.ts';
import type { Layout, Route } from '../route.ts';
import type { Entry, Sources } from '../sources.ts';
import { solidPageOptions } from './options.ts';

/** A file below the routes that SolidStart makes a page, an API route or both of. */
interface RouteModule {
	file: HostPath;
	/** File path without ending: `/(app)/blog/index`. */
	name: string;
	/** As the router compares it, groups and all: `/(app)/blog/`. A prefix of another one is its layout. */
	full: string;
	page: boolean;
	methods: string[];
	methodsComputed: boolean;
}

/** Routes of a SolidStart host, as its `fs-router` (1 and 2) and `defineRoutes` find them. */
export function readSolidStartRoutes(sources: Sources): Route[] {
	const listed = listOption(sources, 'extensions').filter((extension) => /^\w[\w.]*$/.test(extension));
	const endings = [...new Set(['js', 'jsx', 'ts', 'tsx', ...listed])];
	const { routes: folder } = sources.host.paths;
	const modules = [...filesBelow(sources, folder)].flatMap(
		(file) => routeModule(sources, file, file.slice(folder.length), endings) ?? [],
	);
	noteDoubles(modules, sources);
	const pages = new Map(modules.filter(({ page }) => page).map((module) => [module.full, module]));
	const layouts = new Set([...pages.keys()].flatMap((full) => above(full, pages)));
	const routes = new Map<string, Route>();
	for (const module of modules) {
		// The router has no page for a layout itself, unless an index file lies in its folder.
		const isPage = module.page && !layouts.has(module);
		if (isPage || module.methods.length > 0 || module.methodsComputed)
			add(routes, module, isPage ? above(module.full, pages) : undefined);
	}
	return solidPageOptions(sources, [...routes.values()]);
}

/** Names with a dot in front are not looked for (fast-glob). */
function* filesBelow(sources: Sources, folder: HostPath): Generator<HostPath> {
	const visible = ({ name }: Entry) => !name.startsWith('.');
	for (const { path, isFolder } of sources.entries(folder).filter(visible))
		if (isFolder) yield* filesBelow(sources, path);
		else yield path;
}

function routeModule(
	sources: Sources,
	file: HostPath,
	way: string,
	endings: string[],
): RouteModule | undefined {
	const ending = endings.find((one) => way.endsWith(`.${one}`));
	if (ending === undefined || /\.d\.[cm]?ts$/.test(way)) return undefined;
	const name = way.slice(0, -ending.length - 1);
	const { routeIndex } = sources.host.generation;
	const full = routeIndex ? name.replace(routeIndex, '') : name;
	const base = { file, name, full, methods: [], methodsComputed: false };
	if (ending === 'md' || ending === 'mdx') return { ...base, page: true };
	const text = sources.text(file);
	// Without the word it exports nothing, and is a component or a helper beside the pages.
	if (text !== undefined && !/\bexport\b|\\/.test(text)) return undefined;
	const source = sources.outline(file);
	// Neither is known of a file that cannot be read; a missing row would be worse than a wrong one.
	if (!source) return { ...base, page: true, methodsComputed: true };
	const { names, star } = exportsOf(source);
	const methods = httpMethods.filter((method) => names.has(method));
	const page = names.has('default');
	return page || methods.length > 0 || star ? { ...base, page, methods, methodsComputed: star } : undefined;
}

/** The pages around a page, outermost first. */
function above(full: string, pages: Map<string, RouteModule>): RouteModule[] {
	const found: RouteModule[] = [];
	for (let slash = full.indexOf('/', 1); slash > 0; slash = full.indexOf('/', slash + 1)) {
		const layout = pages.get(full.slice(0, slash));
		if (layout) found.push(layout);
	}
	return found;
}

/** `blog.ts` with methods and `blog/index.tsx` with the page are one address. */
function add(routes: Map<string, Route>, module: RouteModule, around: RouteModule[] | undefined): void {
	const id = module.full.replace(/(?<=.)\/$/, '');
	const route = routes.get(id) ?? { ...emptyRoute, id, path: pathOf(id), methods: [], layouts: [] };
	routes.set(id, route);
	if (around) {
		route.page = module.file;
		route.layouts = around.map(({ file }): Layout => ({ component: file }));
	}
	if (module.methods.length > 0 || module.methodsComputed) {
		route.endpoint = module.file;
		route.methods = [...new Set([...route.methods, ...module.methods])];
		route.methodsComputed ||= module.methodsComputed;
	}
}

const emptyRoute = {
	methodsComputed: false,
	serverLoad: false,
	actions: [],
	actionsComputed: false,
	prerender: undefined,
	ssr: undefined,
	csr: undefined,
};

/** Groups are taken out wherever they stand: `/blog(wide)` is `/blog`. */
export const pathOf = (id: string): string =>
	`/${id
		.replace(/\([^)/]+\)/g, '')
		.split('/')
		.filter(Boolean)
		.join('/')}`;

function noteDoubles(modules: RouteModule[], sources: Sources): void {
	const first = new Map<string, RouteModule>();
	for (const module of modules) {
		const other = first.get(module.full);
		if (other)
			sources.note(
				`${other.file} and ${module.file} have the same address, and SolidStart keeps one of the two.`,
			);
		else first.set(module.full, module);
	}
}
