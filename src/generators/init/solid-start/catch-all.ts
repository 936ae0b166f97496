import { findAuthLibraries } from '../../../host/auth/libraries.ts';
import type { Host, HostPath } from '../../../host/host.ts';
import { importsFrom, parseHostFile } from '../../changes/module-file.ts';
import type { Context } from '../../context.ts';
import { render } from '../../templates/index.ts';
import { freePath } from '../addresses.ts';
import { basePathOf } from '../base-path.ts';
import { findRoute } from './find-route.ts';

/** The route that answers every auth endpoint (docs/specification.md, 4.1). */
export function stageCatchAll(context: Context): void {
	const { host, staging } = context;
	const basePath = basePathOf(context);
	const summary = `answers ${basePath}/*`;
	const folder = `${routeBase(host) ?? ''}${basePath}`;
	const taken = findRoute(host, [...folder.split('/').filter(Boolean), /^\[\.\.\.[^\]]+\]$/]);
	const path = taken ?? `${host.paths.routes}${folder}/[...solidauth].${host.language}`;
	const importPath = context.auth.importName(path);
	const text = render('integration-a/catch-all.ts', { authModule: importPath }, context);
	if (routeBase(host) === undefined) {
		const place = host.unreadable.find((option) => option.startsWith('server.baseURL')) ?? 'server.baseURL';
		const reason = `must lie in a folder named like the base path, which is computed (${place})`;
		staging.refuse(path, summary, reason, text);
		return;
	}
	staging.edit(
		path,
		summary,
		(present) => {
			if (importsFrom(path, present, importPath))
				return { kind: 'unchanged', reason: 'the route is there already' };
			const owner = ownerOf(host, path, present);
			const reason = `answers these paths already${owner === undefined ? '' : `, with ${owner}`}; put sign-in elsewhere with --base-path ${freePath(host)}, or move the file`;
			// With the text of ours to paste, theirs would be gone.
			return { kind: 'refused', reason, snippet: '' };
		},
		() => text,
	);
}

/** What stands between the folder of routes and the endpoints; undefined when it is computed. */
const routeBase = ({ generation, base }: Host): string | undefined =>
	generation.routesBelowBase ? base : '';

/** Packages whose handlers were found in such a route of real projects. */
const routePackages = [
	'@auth/solid-start',
	'@solid-mediakit/auth',
	'start-authjs',
	'@zitadel/solidstart-auth',
	'better-auth',
	'start-oauth',
];

/** The package that answers there: imported by the route, or else listed in package.json. */
function ownerOf(host: Host, path: HostPath, content: string): string | undefined {
	const { ast } = parseHostFile(path, content);
	const modules = [...ast.getImportDeclarations(), ...ast.getExportDeclarations()].map((declaration) =>
		declaration.getModuleSpecifierValue(),
	);
	const imported = routePackages.find((name) =>
		modules.some((module) => module === name || module?.startsWith(`${name}/`)),
	);
	return (
		imported ?? findAuthLibraries(host).find((library) => routePackages.includes(library.package))?.package
	);
}
