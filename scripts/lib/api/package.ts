import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { componentShims, componentSource } from './component.ts';

/** One of the `exports` of a package.json. */
export interface Entry {
	/** As it is imported: `@authgraft/runtime/sveltekit`. */
	name: string;
	/** What a host resolves it by, such as `types` and `svelte`, in their order. */
	conditions: string[];
	source: ts.SourceFile;
}

/** A package of TypeScript sources, read by the compiler. */
export interface Package {
	program: ts.Program;
	checker: ts.TypeChecker;
	/** The folder of the sources, with slashes, one at the end. */
	folder: string;
	/** By name. */
	entries: Entry[];
}

interface Manifest {
	name: string;
	exports: Record<string, string | Record<string, string>>;
	peerDependencies?: Record<string, string>;
}

/**
 * Reads a package from its sources: nothing has to be built, and no types are checked.
 *
 * @param root the folder with package.json, tsconfig.json and `src`, of which `dist` is made
 * @throws Error when an entry of `exports` has no source
 */
export function readPackage(root: string): Package {
	const manifest: Manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	const entries = Object.entries(manifest.exports).flatMap(([path, target]) => {
		if (typeof target === 'string' || !target.types) return [];
		const file = join(root, target.types.replace('./dist/', 'src/').replace(/\.d\.ts$/, '.ts'));
		return [{ name: manifest.name + path.slice(1), conditions: Object.keys(target), file }];
	});
	const program = createProgram(root, [componentShims, ...entries.map(({ file }) => file)], manifest);
	return {
		program,
		checker: program.getTypeChecker(),
		folder: `${root.replaceAll('\\', '/')}/src/`,
		entries: entries.sort(byName).map(({ name, conditions, file }) => {
			const source = program.getSourceFile(file);
			if (!source) throw new Error(`${name} has no source: ${file} is missing`);
			return { name, conditions, source };
		}),
	};
}

/** The order of everything in the document: that of the characters, the same on every machine. */
export function byName(a: { name: string }, b: { name: string }): number {
	return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}

function createProgram(root: string, files: string[], { peerDependencies = {} }: Manifest): ts.Program {
	const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
	const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
	Object.assign(options, { noEmit: false, declaration: true, emitDeclarationOnly: true, noCheck: true });
	const host = ts.createCompilerHost(options);
	const { getSourceFile } = host;
	host.getSourceFile = (name, ...rest) =>
		name.endsWith('.svelte.ts')
			? ts.createSourceFile(name, componentSource(name.slice(0, -3)), ts.ScriptTarget.Latest, true)
			: getSourceFile.call(host, name, ...rest);

	const cache = ts.createModuleResolutionCache(root, (name) => name, options);
	const peers = Object.keys(peerDependencies);
	host.resolveModuleNameLiterals = (literals, from, redirected, settings, source) =>
		literals.map((literal) => {
			const { text } = literal;
			if (text.endsWith('.svelte')) return resolveComponent(posix.join(posix.dirname(from), text));
			if (isFarAway(text, from, peers)) return { resolvedModule: undefined };
			const mode = ts.getModeForUsageLocation(source, literal, settings);
			return ts.resolveModuleName(text, from, settings, host, cache, redirected, mode);
		});
	// What `/// <reference types>` of a peer asks for is as far away.
	host.resolveTypeReferenceDirectiveReferences = (references) =>
		references.map(() => ({ resolvedTypeReferenceDirective: undefined }));
	return ts.createProgram(files, options, host);
}

/**
 * Whether a package is only what a peer imports: Vite's types behind SvelteKit, Node's behind Vite. Nothing of ours names
 * them, and they are most of what there would be to read.
 */
function isFarAway(name: string, from: string, peers: readonly string[]): boolean {
	if (name.startsWith('.') || !from.includes('/node_modules/')) return false;
	return !peers.some((peer) => name === peer || name.startsWith(`${peer}/`));
}

/** A component has declarations written by hand beside it, or it is read as what svelte-package makes them of. */
function resolveComponent(path: string): ts.ResolvedModuleWithFailedLookupLocations {
	const extension = ts.sys.fileExists(`${path}.d.ts`) ? ts.Extension.Dts : ts.Extension.Ts;
	return { resolvedModule: { resolvedFileName: path + extension, extension } };
}
