import { readFileSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type OutputChunk, rolldown } from 'rolldown';

/** The core names an error by its class, and logs and hosts read that name. */
const errorNames = { class: true, function: false };

/** What `exports` of a package.json holds: a file, or files by condition. */
type Target = string | { [condition: string]: Target };

/**
 * Bundles the runtime's sources into one ES module for each entry of its `exports`, and chunks for what entries share.
 * A host then loads a handful of small files. Dependencies are peers and stay imports.
 *
 * @param source folder of the sources, `dist` of package.json is where they go
 * @param output `dist` itself
 * @throws when an import leads neither to a source nor to a peer
 */
export async function bundleRuntime(source: string, output: string): Promise<OutputChunk[]> {
	const manifest = JSON.parse(readFileSync(join(dirname(output), 'package.json'), 'utf8'));
	const names = [...entries(manifest.exports), ...(await importedByComponents(source))];
	const peers = Object.keys(manifest.peerDependencies);
	const build = await rolldown({
		input: Object.fromEntries(names.map((name) => [name, join(source, `${name}.ts`)])),
		platform: 'neutral',
		external: (id) =>
			id.endsWith('.svelte') || peers.some((peer) => id === peer || id.startsWith(`${peer}/`)),
		transform: { target: 'es2022' },
		// How long it took on a busy machine is no mistake.
		checks: { bundlerTimings: false },
		// Named exports and what they do to the world are part of the package; everything else may go.
		preserveEntrySignatures: 'strict',
		onLog(level, log) {
			if (level === 'warn') throw new Error(`Bundling the runtime: ${log.message}`);
		},
	});
	const written = await build.write({
		dir: output,
		format: 'esm',
		entryFileNames: '[name].js',
		chunkFileNames: 'chunks/[name].js',
		minify: { compress: { keepNames: errorNames }, mangle: { keepNames: errorNames } },
		// With the sources inside: a stack trace, a debugger and Vite can then show them without further files.
		sourcemap: true,
	});
	await build.close();
	return written.output.filter((chunk) => chunk.type === 'chunk');
}

/** The JavaScript files that can be imported, as paths below the sources without their extension. */
function entries(exports: Record<string, Target>): string[] {
	const files = new Set(Object.values(exports).flatMap(filesOf));
	return [...files].flatMap((file) => /^\.\/dist\/(.+)\.js$/.exec(file)?.[1] ?? []);
}

const filesOf = (target: Target): string[] =>
	typeof target === 'string' ? [target] : Object.values(target).flatMap(filesOf);

/** Components are compiled by the host and not bundled here, so what they import has to stay a file. */
async function importedByComponents(source: string): Promise<string[]> {
	const names: string[] = [];
	for await (const component of glob('**/*.svelte', { cwd: source })) {
		const text = await readFile(join(source, component), 'utf8');
		for (const [, path] of text.matchAll(/^import (?!type )[^;]+ from '(\.[^']+)\.js'/gm)) {
			names.push(relative(source, resolve(source, dirname(component), String(path))));
		}
	}
	return names;
}
