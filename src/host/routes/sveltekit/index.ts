import type { HostPath } from '../../host.ts';
import { listOption } from '../config-lists.ts';
import { type ModuleFacts, type OptionName, readModule } from '../module-facts.ts';
import type { Layout, PageOption, Route } from '../route.ts';
import type { Sources } from '../sources.ts';
import { type Extensions, pathOf, type RouteFile, routeFile } from './files.ts';

/** A folder of `src/routes`, with the files that the router knows. */
interface Folder {
	id: string;
	segment: string;
	parent: Folder | undefined;
	layout?: Layout & { breakTo?: string | undefined };
	page?: Layout & { breakTo?: string | undefined };
	endpoint?: HostPath;
}

/** Routes of a SvelteKit host, as SvelteKit's `create_manifest_data` finds them. */
export function readSvelteKitRoutes(sources: Sources): Route[] {
	const extensions = extensionsOf(sources);
	const facts = new Map<HostPath, ModuleFacts>();
	const factsOf = (path: HostPath): ModuleFacts => {
		const known = facts.get(path) ?? readModule(sources, path);
		facts.set(path, known);
		return known;
	};
	return [...foldersBelow(sources, extensions)]
		.filter((folder) => folder.page || folder.endpoint)
		.map((folder) => routeOf(folder, factsOf, sources.note));
}

function extensionsOf(sources: Sources): Extensions {
	const dotted = (name: string, fallback: string[]) => {
		const listed = listOption(sources, name).filter((extension) => /^\.[\w.]+$/.test(extension));
		return [...new Set([...fallback, ...listed])];
	};
	return {
		components: dotted('extensions', ['.svelte']),
		modules: dotted('moduleExtensions', ['.js', '.ts']),
	};
}

type Note = Sources['note'];

function* foldersBelow(
	sources: Sources,
	extensions: Extensions,
	path = sources.host.paths.routes,
	folder: Folder = { id: '/', segment: '', parent: undefined },
): Generator<Folder> {
	const entries = sources.entries(path);
	for (const { name, path: file } of entries.filter(({ isFolder }) => !isFolder)) {
		const found = routeFile(name, extensions);
		if (found) place(folder, found, file, sources.note);
	}
	yield folder;
	for (const { name, path: inner } of entries.filter(({ isFolder }) => isFolder)) {
		const id = folder.id === '/' ? `/${name}` : `${folder.id}/${name}`;
		yield* foldersBelow(sources, extensions, inner, { id, segment: name, parent: folder });
	}
}

function place(folder: Folder, file: RouteFile, path: HostPath, note: Note): void {
	if (file.part === 'reserved') {
		note(`${path}: SvelteKit keeps names with a plus for itself and does not build with this one.`);
	} else if (file.part === 'endpoint') {
		if (folder.endpoint) note(twice(folder.endpoint, path));
		folder.endpoint ??= path;
	} else if ('kind' in file) {
		folder[file.part] ??= {};
		const node = folder[file.part] as NonNullable<Folder['page']>;
		const there = node[file.kind];
		if (there) note(twice(there, path));
		else {
			node[file.kind] = path;
			if (file.kind === 'component') node.breakTo = file.breakTo;
		}
	}
}

const twice = (first: HostPath, second: HostPath): string =>
	`${first} and ${second} are the same to SvelteKit, which does not build with both.`;

function routeOf(folder: Folder, factsOf: (path: HostPath) => ModuleFacts, note: Note): Route {
	const { page, endpoint } = folder;
	const layouts = page ? layoutsOf(folder, note) : [];
	const server = page?.server === undefined ? undefined : factsOf(page.server);
	const methods = endpoint === undefined ? undefined : factsOf(endpoint);
	const option = (name: OptionName): PageOption | undefined =>
		page ? inherited([...layouts, page], name, factsOf) : methods?.options[name];
	return {
		id: folder.id,
		path: pathOf(folder.id),
		...defined({
			page: page?.component,
			pageServer: page?.server,
			pageUniversal: page?.universal,
			endpoint,
		}),
		methods: methods?.methods ?? [],
		methodsComputed: methods?.methodsComputed ?? false,
		serverLoad: server?.load ?? false,
		actions: server?.actions ?? [],
		actionsComputed: server?.actionsComputed ?? false,
		layouts,
		prerender: option('prerender'),
		ssr: option('ssr'),
		csr: option('csr'),
	};
}

/** Around a page, outermost first: `@segment` in a component's name goes on from the layout of that folder. */
function layoutsOf(folder: Folder, note: Note): Layout[] {
	const layouts: Layout[] = [];
	let breakTo = folder.page?.breakTo;
	let broken = folder.page?.component;
	for (let current: Folder | undefined = folder; current; current = current.parent) {
		if (breakTo !== undefined && current.segment !== breakTo) continue;
		breakTo = current.layout?.breakTo;
		if (!current.layout) continue;
		const { component, server, universal } = current.layout;
		layouts.unshift(defined({ component, server, universal }));
		broken = component;
	}
	if (breakTo !== undefined) note(`${broken} names @${breakTo}, and there is no such folder above it.`);
	return layouts;
}

/** The innermost file that says something; of one layout's two files the universal one (`PageNodes` of SvelteKit). */
function inherited(
	nodes: Layout[],
	name: OptionName,
	factsOf: (path: HostPath) => ModuleFacts,
): PageOption | undefined {
	for (const { universal, server } of nodes.toReversed()) {
		for (const file of [universal, server]) {
			const value = file === undefined ? undefined : factsOf(file).options[name];
			if (value !== undefined) return value;
		}
	}
	return undefined;
}

/** Without the keys that have no value: an absent file is an absent key. */
function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
		[K in keyof T]?: Exclude<T[K], undefined>;
	};
}
