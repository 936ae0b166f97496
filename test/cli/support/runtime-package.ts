import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { compileFunction } from 'node:vm';
import { checkPackage, createPackageFromTarballData, Package } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { type RolldownOptions, rolldown } from 'rolldown';
import { parseSync } from 'rolldown/utils';
import { repository } from './run.ts';

/** Text of every file of a package, by its path from the package's root. */
export type PackageFiles = Record<string, string>;

interface Manifest {
	name: string;
	version: string;
	sideEffects: boolean;
	/** Files by condition, `types` first. */
	exports: Record<string, string | Record<string, string>>;
	dependencies?: Record<string, string>;
	peerDependencies: Record<string, string>;
}

export const manifestOf = (files: PackageFiles): Manifest => JSON.parse(files['package.json'] ?? '');

/** What the build has packed. */
export const readTarball = (): PackageFiles =>
	readPackage(readFileSync(join(repository, 'dist/authgraft-runtime.tgz')));

export function readPackage(data: Uint8Array): PackageFiles {
	const packed = createPackageFromTarballData(new Uint8Array(data));
	const folder = `/node_modules/${packed.packageName}/`;
	return Object.fromEntries(
		packed.listFiles().map((path) => [path.slice(folder.length), packed.readFile(path)]),
	);
}

/** What publint says, suggestions too. */
export async function publintMessages(files: PackageFiles): Promise<string[]> {
	const encoder = new TextEncoder();
	const packed = Object.entries(files).map(([name, text]) => ({
		name: `package/${name}`,
		data: encoder.encode(text),
	}));
	const { messages } = await publint({ pkgDir: 'package', pack: { files: packed }, strict: true });
	return messages
		.filter(
			({ code, args }) =>
				!(code === 'FILE_INVALID_EXPLICIT_FORMAT' && isCommonJs(files, String(args.actualFilePath))),
		)
		.map(({ code, path }) => `${code} ${path.join(' ')}`);
}

/** publint guesses by a search for words, and takes a template of ours for code. Node compiles the file. */
function isCommonJs(files: PackageFiles, path: string): boolean {
	const text = path.endsWith('.cjs') ? files[path.slice(1)] : undefined;
	if (text === undefined) return false;
	try {
		return Boolean(compileFunction(text, ['exports', 'require', 'module', '__filename', '__dirname']));
	} catch {
		return false;
	}
}

/**
 * What "are the types wrong" says to a package of ES modules only (its profile `esm-only`: neither the resolution of
 * Node 10 nor `require` counts).
 */
export async function typeProblems(files: PackageFiles, entrypoints?: string[]): Promise<string[]> {
	const { name, version } = manifestOf(files);
	const paths = Object.entries(files).map(([path, text]) => [`/node_modules/${name}/${path}`, text]);
	const checked = await checkPackage(
		new Package(Object.fromEntries(paths), name, version),
		entrypoints && { entrypoints },
	);
	if (!checked.types) return ['no types at all'];
	return checked.problems.flatMap((problem) => {
		if ('resolutionKind' in problem && ['node10', 'node16-cjs'].includes(problem.resolutionKind)) return [];
		const place =
			'entrypoint' in problem ? problem.entrypoint : 'fileName' in problem ? problem.fileName : '';
		return [`${problem.kind} ${place}`];
	});
}

/** Where the imports of all files lead, unless to a file of the package or a peer: `file: specifier`. */
export function foreignImports(files: PackageFiles): string[] {
	const peers = Object.keys(manifestOf(files).peerDependencies);
	const known = (from: string, { to, type }: Import) => {
		if (!to.startsWith('.')) return peers.some((peer) => to === peer || to.startsWith(`${peer}/`));
		const path = posix.join(posix.dirname(from), to);
		return (type ? path.replace(/\.js$/, '.d.ts') : path) in files;
	};
	return Object.entries(files).flatMap(([path, text]) =>
		importsOf(path, text)
			.filter((imported) => !known(path, imported))
			.map(({ to }) => `${path}: ${to}`),
	);
}

/** A file and everything that it loads with it, except components. */
export function loadedBy(files: PackageFiles, path: string, seen = new Set<string>()): string[] {
	if (seen.has(path)) return [];
	seen.add(path);
	const next = importsOf(path, files[path] ?? '').map(({ to }) => posix.join(posix.dirname(path), to));
	for (const other of next) if (other.endsWith('.js') && other in files) loadedBy(files, other, seen);
	return [...seen];
}

interface Import {
	to: string;
	/** Only types, which have gone before anything runs. */
	type: boolean;
}

function importsOf(path: string, text: string): Import[] {
	if (!/\.(js|ts|svelte)$/.test(path)) return [];
	const script = path.endsWith('.svelte')
		? (/<script[^>]*>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '')
		: text;
	const { module } = parseSync(path.replace(/\.svelte$/, '.ts'), script);
	const declares = path.endsWith('.d.ts');
	const imports = module.staticImports.map(({ moduleRequest, entries }) => ({
		to: moduleRequest.value,
		type: declares || (entries.length > 0 && entries.every(({ isType }) => isType)),
	}));
	const reexports = module.staticExports.flatMap(({ entries }) =>
		entries.flatMap(({ moduleRequest, isType }) =>
			moduleRequest ? { to: moduleRequest.value, type: declares || isType } : [],
		),
	);
	// In code and in types; the parser knows those in code only.
	const dynamic = [...script.matchAll(/\bimport\(\s*["'`]([^"'`]+)/g)];
	return [...imports, ...reexports, ...dynamic.map(([, name]) => ({ to: String(name), type: declares }))];
}

/** Writes a package to where Node and bundlers find it from `folder`, beside its peers. */
export function install(files: PackageFiles, folder: string): string {
	const { name, peerDependencies } = manifestOf(files);
	const modules = join(folder, 'node_modules');
	for (const [path, text] of Object.entries(files)) write(join(modules, name, path), text);
	for (const peer of Object.keys(peerDependencies)) {
		const installed = join(repository, 'node_modules', peer);
		if (!existsSync(installed)) continue;
		mkdirSync(dirname(join(modules, peer)), { recursive: true });
		symlinkSync(installed, join(modules, peer), 'dir');
	}
	return join(modules, name);
}

function write(file: string, text: string): void {
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, text);
}

/** Bundles code of an application in `folder` as its own build would, peers left out. Returns code and imports. */
export async function bundleOf(
	code: string,
	folder: string,
	options: Pick<RolldownOptions, 'transform' | 'treeshake'> = {},
): Promise<{ code: string; imports: string[] }> {
	const input = join(folder, 'app.js');
	write(input, code);
	const build = await rolldown({
		input,
		platform: 'browser',
		resolve: { conditionNames: ['svelte', 'solid', 'browser', 'import', 'default'] },
		external: (id) => id.endsWith('.svelte') || (/^[^./]/.test(id) && !id.startsWith('@authgraft/')),
		...options,
		checks: { bundlerTimings: false },
	});
	const { output } = await build.generate({ minify: true });
	await build.close();

	return { code: output[0].code, imports: output[0].imports };
}
