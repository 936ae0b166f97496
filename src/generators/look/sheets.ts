import { posix } from 'node:path';
import { ifReadable } from '../../host/files/index.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { importsOf } from '../../syntax/tree/imports.ts';

/** Style sheets that import others that import others: nobody nests deeper. */
const maxDepth = 4;

/**
 * The style sheets that every page gets: what the root layouts or the application import, and what those import.
 * Comments are taken out.
 */
export function sheetsOf(host: Host): string[] {
	const seen = new Set<HostPath>();
	const texts: string[] = [];
	const add = (from: HostPath, name: string, depth: number): void => {
		const path = pathOf(host, from, name);
		if (path === undefined || depth === 0 || seen.has(path)) return;
		seen.add(path);
		const text = ifReadable(() => host.read(path))?.replace(/\/\*[\s\S]*?\*\//g, '');
		if (text === undefined) return;
		texts.push(text);
		for (const [, , module] of text.matchAll(/@import\s+(?:url\(\s*)?(['"])([^'"]+)\1/g))
			add(path, module as string, depth - 1);
	};
	for (const file of entries(host)) {
		const text = ifReadable(() => host.read(file));
		if (text === undefined) continue;
		for (const module of importsOf(file, text).modules) add(file, module, maxDepth);
	}
	return texts;
}

/** Files that every page is drawn through. */
function* entries({ framework, paths, list }: Host): Generator<HostPath> {
	const { routes, source } = paths;
	if (framework === 'sveltekit') {
		const folders = [
			routes,
			...list(routes)
				.filter((name) => /^\(.+\)$/.test(name))
				.map((name) => `${routes}/${name}`),
		];
		for (const folder of folders)
			for (const name of list(folder))
				if (/^\+layout(?:@.*)?\.(?:svelte|ts|js)$/.test(name)) yield `${folder}/${name}`;
		return;
	}
	for (const name of list(source))
		if (/^(?:app|root|entry-client|entry-server)\.[jt]sx?$/.test(name)) yield `${source}/${name}`;
}

/** `./app.css`, `$lib/app.css`, `#lib/app.css`, `~/app.css`, `/src/app.css`. Undefined for packages, and for what is no plain style sheet. */
function pathOf({ paths, exists }: Host, from: HostPath, module: string): HostPath | undefined {
	const name = module.replace(/\?.*$/, '');
	if (!/\.(?:css|postcss|pcss)$/.test(name)) return undefined;
	const at = posix.join(posix.dirname(from), name);
	const path = /^\.\.?\//.test(name)
		? at
		: name.startsWith('/')
			? name.slice(1)
			: name.replace(/^(?:\$|#)lib\//, `${paths.lib}/`).replace(/^[~@]\//, `${paths.source}/`);
	// A style sheet names one beside it without `./`, too.
	const found = [path, at].find(
		(candidate) => !candidate.startsWith('../') && ifReadable(() => exists(candidate)),
	);
	return found;
}
