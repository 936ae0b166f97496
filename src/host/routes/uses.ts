import { importsOf } from '../../syntax/tree/imports.ts';
import type { Host, HostPath } from '../host.ts';
import { readRemoteFunctions, sourceFiles } from './remote-functions.ts';
import { resolveGlob, resolver } from './resolve.ts';
import type { RemoteFunction, Route } from './route.ts';
import { openSources, type Sources } from './sources.ts';

/** Stands for every route: what hooks, the root component and the entries reach. */
export const everyRoute = '*';

/**
 * For each module with remote or server functions the ids of the routes that reach it, by whatever way of imports;
 * `*` among them when every route does. A module that nothing reaches has an empty set.
 *
 * In doubt a module is used: a commented import in markup counts, and so does everything that a computed path may name.
 */
export function readUses(
	host: Host,
	routes: Route[],
	sources: Sources = openSources(host),
	functions: RemoteFunction[] = readRemoteFunctions(host, sources),
): Map<HostPath, Set<string>> {
	const modules = [...new Set(functions.map(({ file }) => file))];
	const uses = new Map(modules.map((module) => [module, new Set<string>()]));
	if (modules.length === 0) return uses;
	const files = sourceFiles(sources);
	const roots = rootsOf(sources, routes, files);
	const importers = readImporters(sources, files, [...roots.keys()]);
	for (const [module, used] of uses)
		for (const file of reach(module, importers)) for (const id of roots.get(file) ?? []) used.add(id);
	return uses;
}

/** The files that a framework loads by itself, and for which routes it does so. */
function rootsOf(sources: Sources, routes: Route[], files: HostPath[]): Map<HostPath, Set<string>> {
	const roots = new Map<HostPath, Set<string>>();
	const add = (file: HostPath | undefined, id: string) => {
		if (file === undefined) return;
		const ids = roots.get(file) ?? new Set();
		roots.set(file, ids.add(id));
	};
	const errors = errorPages(sources, files);
	for (const { id, page, pageServer, pageUniversal, endpoint, layouts } of routes) {
		const around = layouts.flatMap(({ component, server, universal }) => [component, server, universal]);
		for (const file of [page, pageServer, pageUniversal, endpoint, ...around]) add(file, id);
		for (const [folder, file] of errors)
			if (folder === '' || `${id}/`.startsWith(`${folder}/`)) add(file, id);
	}
	for (const file of files) if (isEntry(sources, file)) add(file, everyRoute);
	add(sources.host.middleware, everyRoute);
	return roots;
}

/** `+error.svelte` shows what fails anywhere below it: as a route's id, and the file. */
function errorPages({ host }: Sources, files: HostPath[]): [folder: string, file: HostPath][] {
	const prefix = `${host.paths.routes}/`;
	return files
		.filter(
			(file) => host.framework === 'sveltekit' && /\/\+error\.\w+$/.test(file) && file.startsWith(prefix),
		)
		.map((file) => [file.slice(prefix.length - 1, file.lastIndexOf('/')), file]);
}

/** Hooks, instrumentation, matchers, the service worker; SolidStart's root component and entries. */
function isEntry({ host }: Sources, file: HostPath): boolean {
	const { source, serverHooks } = host.paths;
	const name =
		source === '' ? file : file.startsWith(`${source}/`) ? file.slice(source.length + 1) : undefined;
	const entry =
		host.framework === 'solid-start'
			? /^(?:app|entry-\w+|middleware(?:\/index)?)\.[cm]?[jt]sx?$/
			: /^(?:hooks(?:\.(?:server|client))?|instrumentation\.server|service-worker|env|params)(?:\/[\w-]+)?\.[cm]?[jt]s$/;
	if (name !== undefined && entry.test(name)) return true;
	return (
		host.framework === 'sveltekit' &&
		(file === serverHooks || file.replace(/(?:\/index)?\.[jt]s$/, '') === serverHooks)
	);
}

/** For each file those that import it, of all files that can be reached from the roots. */
function readImporters(sources: Sources, files: HostPath[], roots: HostPath[]): Map<HostPath, Set<HostPath>> {
	const resolve = resolver(sources, new Set(files));
	const globs = resolveGlob(sources);
	const importers = new Map<HostPath, Set<HostPath>>();
	const seen = new Set(roots);
	const open = [...roots];
	for (let file = open.pop(); file !== undefined; file = open.pop()) {
		const text = isCode(file) ? sources.text(file) : undefined;
		if (text === undefined) continue;
		const found = importsOf(file, text);
		const from = file;
		const targets = found.modules.flatMap((module) => resolve(from, module));
		for (const matches of found.globs.flatMap((glob) => globs(from, glob)))
			targets.push(...files.filter((candidate) => matches(candidate)));
		for (const target of targets) {
			importers.set(target, (importers.get(target) ?? new Set()).add(file));
			if (!seen.has(target)) open.push(target);
			seen.add(target);
		}
	}
	return importers;
}

/** Styles, pictures and data import no module. */
const isCode = (file: HostPath): boolean => /\.(?:[cm]?[jt]sx?|svelte|svx|mdx?)$/.test(file);

/** The module itself, and every file that imports it, by whatever way. */
function reach(module: HostPath, importers: Map<HostPath, Set<HostPath>>): Set<HostPath> {
	const reached = new Set([module]);
	// A set may grow while it is walked through, and what is added is walked through, too.
	for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer);
	return reached;
}
