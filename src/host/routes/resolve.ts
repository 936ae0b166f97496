import { posix } from 'node:path';
import { ts } from 'ts-morph';
import { globMatcher, type Matcher } from '../files/globs.ts';
import type { HostPath } from '../host.ts';
import { isObject } from '../packages/manifest.ts';
import { mapOption } from './config-lists.ts';
import { below, type Sources } from './sources.ts';

/** The files of the host that a module's name may mean, seen from a file. Packages are none. */
export type Resolve = (from: HostPath, module: string) => HostPath[];

/** `$lib/*` and where it leads; several places for one name are tried in order. */
type Alias = [pattern: string, target: string];

const endings = ['.ts', '.js', '.tsx', '.jsx', '.mts', '.mjs', '.cts', '.cjs', '.svelte'];

/** @param files of the sources; what lies outside of them is looked up on the disk */
export function resolver(sources: Sources, files: ReadonlySet<HostPath>): Resolve {
	const aliases = aliasesOf(sources);
	const isFile = (path: HostPath): boolean => files.has(path) || isOutside(sources, path);
	const known = new Map<HostPath, HostPath | undefined>();
	const fileAt = (path: HostPath): HostPath | undefined => {
		if (!known.has(path))
			known.set(
				path,
				candidates(path).find((candidate) => isFile(candidate)),
			);
		return known.get(path);
	};
	return (from, module) => {
		const name = module.replace(/\?.*$/, '');
		const targets = /^\.\.?(?:\/|$)/.test(name)
			? [posix.join(posix.dirname(from), name)]
			: [...aliased(aliases, name), ...(name.startsWith('/') ? [name.slice(1)] : [])];
		const found = targets.map((target) => fileAt(clean(target))).filter((path) => path !== undefined);
		return [...new Set(found)];
	};
}

/** Every pattern of `import.meta.glob` as the aliases have it, from the host's root. */
export function resolveGlob(sources: Sources): (from: HostPath, glob: string) => Matcher[] {
	const aliases = aliasesOf(sources);
	return (from, glob) => {
		if (glob.startsWith('!')) return [];
		const targets = /^\.\.?\//.test(glob)
			? [posix.join(posix.dirname(from), glob)]
			: [...aliased(aliases, glob), ...(glob.startsWith('/') ? [glob.slice(1)] : [])];
		return targets.flatMap((target) => globMatchers(clean(target)));
	};
}

/** Only where it says a class is `[id]` one to Vite, but a computed path has the names of routes in it. */
function globMatchers(glob: string): Matcher[] {
	const readings = glob.includes('[') ? [false, true] : [false];
	return readings.map((literalBrackets) => globMatcher(glob, { inDoubt: true, literalBrackets }));
}

/** `./user` may be `user.ts`, `user.svelte.ts` or `user/index.ts`, and `./user.js` is often `user.ts`. */
function candidates(path: HostPath): HostPath[] {
	const typescript = /\.[cm]?jsx?$/.test(path) ? [path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')] : [];
	return [
		path,
		...typescript,
		...endings.map((ending) => path + ending),
		`${path}.svelte.ts`,
		`${path}.svelte.js`,
		...endings.map((ending) => below(path, `index${ending}`)),
	].filter((candidate) => /\.\w+$/.test(candidate));
}

/** A file of the host beside its sources. Folders are none, and packages are not the host's. */
function isOutside({ host }: Sources, path: HostPath): boolean {
	const { source, lib, routes } = host.paths;
	if (path.includes('node_modules') || path.startsWith('..')) return false;
	if ([source, lib, routes].some((folder) => folder === '' || path.startsWith(`${folder}/`))) return false;
	const slash = path.lastIndexOf('/');
	try {
		return host.list(path.slice(0, Math.max(slash, 0))).includes(path.slice(slash + 1));
	} catch {
		return false;
	}
}

const clean = (path: string): HostPath => posix.normalize(path).replace(/^\.\/|^\/|\/$/g, '');

function* aliased(aliases: Alias[], module: string): Generator<string> {
	for (const [pattern, target] of aliases) {
		const star = pattern.indexOf('*');
		if (star < 0) {
			if (module === pattern) yield target;
			continue;
		}
		const [before, after] = [pattern.slice(0, star), pattern.slice(star + 1)];
		if (module.length < before.length + after.length) continue;
		if (module.startsWith(before) && module.endsWith(after))
			yield target.replace('*', module.slice(before.length, module.length - after.length));
	}
}

/** Names that the host gives its folders: by its framework, package.json, tsconfig.json and config. */
function aliasesOf(sources: Sources): Alias[] {
	const { generation, paths } = sources.host;
	const { alias } = generation;
	const own = alias ? folderAlias(alias.name, paths[alias.folder]) : [];
	const fromConfig = mapOption(sources, 'alias').flatMap(([name, path]): Alias[] =>
		name.includes('*') ? [[name, path]] : folderAlias(name, path),
	);
	return [...own, ...importsOfPackage(sources), ...tsconfigPaths(sources), ...fromConfig];
}

const folderAlias = (name: string, folder: string): Alias[] => [
	[name, folder],
	[`${name.replace(/\/$/, '')}/*`, `${folder}/*`],
];

/** `"imports": { "#lib/*": "./src/lib/*" }`, also by conditions. */
function importsOfPackage({ host }: Sources): Alias[] {
	const manifest = json(host.manifest.text);
	const imports = isObject(manifest) && isObject(manifest.imports) ? manifest.imports : {};
	return Object.entries(imports).flatMap(([name, value]) =>
		leaves(value).map((target): Alias => [name, target]),
	);
}

const leaves = (value: unknown): string[] =>
	typeof value === 'string'
		? [value]
		: isObject(value) || Array.isArray(value)
			? Object.values(value).flatMap(leaves)
			: [];

/** `compilerOptions.paths`, also of configs that these extend. */
function tsconfigPaths(sources: Sources): Alias[] {
	const found: Alias[] = [];
	const open = ['tsconfig.json', 'jsconfig.json', 'tsconfig.app.json'];
	const seen = new Set<string>();
	for (let file = open.shift(); file !== undefined; file = open.shift()) {
		if (seen.has(file) || file.startsWith('..') || file.includes('node_modules')) continue;
		seen.add(file);
		const text = sources.host.exists(file) ? sources.text(file) : undefined;
		const config = text === undefined ? undefined : json(text);
		if (!isObject(config)) continue;
		const folder = posix.dirname(file);
		for (const parent of [config.extends].flat())
			if (typeof parent === 'string' && parent.startsWith('.'))
				open.push(posix.join(folder, /\.json$/.test(parent) ? parent : `${parent}.json`));
		const options = isObject(config.compilerOptions) ? config.compilerOptions : {};
		const base = posix.join(folder, typeof options.baseUrl === 'string' ? options.baseUrl : '.');
		if (typeof options.baseUrl === 'string') found.push(['*', `${base}/*`]);
		for (const [name, targets] of Object.entries(isObject(options.paths) ? options.paths : {}))
			for (const target of leaves(targets)) found.push([name, posix.join(base, target)]);
	}
	return found;
}

/**
 * With comments and trailing commas, as TypeScript reads it. Half a value is better than none; there is none of what
 * is nested so deeply that the parser overflows.
 */
function json(text: string): unknown {
	try {
		return ts.parseConfigFileTextToJson('/config.json', text).config as unknown;
	} catch {
		return undefined;
	}
}
