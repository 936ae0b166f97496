import { ts } from 'ts-morph';
import { relativeImport } from '../../host/files/paths.ts';
import type { HostPath } from '../../host/host.ts';
import type { Sources } from '../../host/routes/index.ts';
import { sourceFiles } from '../../host/routes/remote-functions.ts';
import { type Resolve, resolver } from '../../host/routes/resolve.ts';
import { importsOf } from '../../syntax/tree/imports.ts';

/** How a file of the host imports one certain module, or would: `./auth`, `$lib/server/auth`. */
export type ImportName = (from: HostPath) => string;

/** A module of the host as its files name it: by folders of their own (`$lib`, `~`), and through one file that hands on. */
export function importNameOf(target: HostPath, sources: Sources): ImportName {
	let known: Resolve | undefined;
	return (from) => {
		known ??= resolver(sources, new Set(sourceFiles(sources)));
		const resolve = known;
		const relative = relativeImport(from, target);
		const text = sources.text(from);
		const modules = text === undefined ? [] : importsOf(from, text).modules;
		const leads = modules.filter((module) => resolve(from, module).includes(target));
		if (leads.some((module) => module.replace(/\.[jt]s$/, '') === relative)) return relative;
		const through = (module: string) =>
			resolve(from, module).some((file) => handsOn(sources, resolve, file, target));
		return leads[0] ?? modules.find(through) ?? relative;
	};
}

/** `export * from './auth'` */
function handsOn(sources: Sources, resolve: Resolve, file: HostPath, target: HostPath): boolean {
	if (!/\bexport\b[^;]*\bfrom\b/.test(sources.text(file) ?? '') || !/\.[cm]?[jt]s$/.test(file)) return false;
	const statements = sources.outline(file)?.statements.filter(ts.isExportDeclaration) ?? [];
	return statements.some(
		({ moduleSpecifier, isTypeOnly }) =>
			!isTypeOnly &&
			moduleSpecifier !== undefined &&
			ts.isStringLiteral(moduleSpecifier) &&
			resolve(file, moduleSpecifier.text).includes(target),
	);
}
