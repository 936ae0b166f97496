import { ts } from 'ts-morph';
import { importedNames } from '../../syntax/tree/imported.ts';
import { isText, lineOf, within } from '../../syntax/tree/nodes.ts';
import { parse } from '../config/expressions.ts';
import { ifReadable } from '../files/index.ts';
import { sourceFolders } from '../files/source-folders.ts';
import { readPaths } from '../files/walk.ts';
import type { Host, HostPath } from '../host.ts';
import { resolveServerHooks } from '../server-hooks.ts';
import { type AuthLibrary, knownLibrary } from './libraries.ts';

/*
 * Loads the compiler: import this file by `await import()`, and only where it is needed.
 */

export interface WiredAuth {
	library: AuthLibrary;
	file: HostPath;
	/** 1-based, of the call that sets sign-in up. */
	line: number;
}

/**
 * Where a host sets sign-in up with a wrapper of Auth.js already: the first call of something that a file of its own
 * imports from the library. A dependency that nothing calls is none. Throws AG_SYNTAX.
 */
export function findWiredAuthJs(
	host: Pick<Host, 'root' | 'read' | 'paths'>,
	libraries: readonly AuthLibrary[],
): WiredAuth | undefined {
	const ours = libraries.filter(({ authJs }) => authJs);
	if (ours.length === 0) return undefined;
	for (const path of sourceFolders(host.paths).flatMap((folder) => [...readPaths(host.root, folder)])) {
		if (!/\.[cm]?[jt]sx?$/.test(path) || /\.(?:test|spec|d)\.\w+$/.test(path)) continue;
		// A file that cannot be read (a bundle, a link) sets no sign-in up.
		const text = ifReadable(() => host.read(path));
		// Only what spells the name is worth parsing; the parse decides.
		const named = ours.filter((library) => text?.includes(library.package));
		if (text === undefined || named.length === 0) continue;
		const source = parse(path, text);
		for (const library of named) {
			const line = lineOfCall(source, library.package);
			if (line !== undefined) return { library, file: path, line };
		}
	}
	return undefined;
}

/** Auth libraries that the server hooks import, whatever package.json says: in a workspace the root may list them. */
export function librariesInHooks(host: Pick<Host, 'read' | 'list' | 'paths' | 'framework'>): AuthLibrary[] {
	const file = host.framework === 'sveltekit' ? resolveServerHooks(host).file : undefined;
	const text = file && host.read(file);
	if (!file || !text) return [];
	const modules = parse(file, text).statements.flatMap((one) =>
		ts.isImportDeclaration(one) && !one.importClause?.isTypeOnly && isText(one.moduleSpecifier)
			? [one.moduleSpecifier.text]
			: [],
	);
	return modules.flatMap((module) => knownLibrary(packageOf(module)) ?? []);
}

/** `@auth/sveltekit/client` belongs to `@auth/sveltekit`. */
const packageOf = (module: string): string =>
	module
		.split('/')
		.slice(0, module.startsWith('@') ? 2 : 1)
		.join('/');

function lineOfCall(source: ts.SourceFile, module: string): number | undefined {
	const names = importedNames(source)
		.filter((one) => one.module === module && one.name !== '*' && !one.isType)
		.map(({ local }) => local);
	const call = within(source).find(
		(one) =>
			ts.isCallExpression(one) && ts.isIdentifier(one.expression) && names.includes(one.expression.text),
	);
	return call && lineOf(call);
}
