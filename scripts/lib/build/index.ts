import { existsSync } from 'node:fs';
import { glob, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../bootstrap.mjs';
import { execOk, npm } from '../process/exec.ts';
import { bundle } from './command.ts';
import { bundleRuntime } from './runtime.ts';
import { sbom } from './sbom.ts';

const dist = join(root, 'dist');
const runtime = join(root, 'runtime');
/** Stable name, whatever the version: a checkout's CLI installs this file into hosts. */
const tarball = join(dist, 'authgraft-runtime.tgz');
const bin = (...path: string[]) => join(root, 'node_modules', ...path);

/** Builds the CLI into dist/ and packs the runtime of this checkout beside it. */
export async function build(): Promise<void> {
	await rm(dist, { recursive: true, force: true });
	await bundle(dist);
	await buildRuntime();
	await packRuntime();
}

/**
 * Declarations and components come from svelte-package; the JavaScript is bundled, which svelte-package cannot do: its
 * one file for each source, comments included, is three times as large.
 */
async function buildRuntime(): Promise<void> {
	const output = join(runtime, 'dist');
	await rm(output, { recursive: true, force: true });
	const svelte = [bin('@sveltejs', 'package', 'svelte-package.js'), '-i', 'src', '-o', 'dist'];
	// Types of all sources: on a busy machine that takes minutes.
	await execOk(process.execPath, svelte, { cwd: runtime, stream: true, timeout: 600_000 });
	// svelte-package takes everything in src along, tests too.
	for await (const file of glob(['**/*.js', '**/*.test.*'], { cwd: output })) await rm(join(output, file));
	await pointAtDeclarations(output);
	await bundleRuntime(join(runtime, 'src'), output);
	// What it needs are peers: the bundler refuses anything else, so nothing of others is inside.
	await writeFile(join(output, 'sbom.cdx.json'), sbom('library', runtime, []));
}

/** TypeScript reads `X.svelte.d.ts` for './X.svelte.js' in every mode, for './X.svelte' only where bundlers resolve. */
async function pointAtDeclarations(folder: string): Promise<void> {
	for await (const name of glob('**/*.d.ts', { cwd: folder })) {
		const file = join(folder, name);
		const text = await readFile(file, 'utf8');
		const pointed = text.replace(/(from '\.[^']+\.svelte)(?=')/g, '$1.js');
		if (pointed !== text) await writeFile(file, pointed);
	}
}

async function packRuntime(): Promise<void> {
	const [file, args] = npm('pack', '--ignore-scripts', '--pack-destination', dist);
	const packed = await execOk(file, args, { cwd: runtime });
	const name = packed.stdout.trim().split('\n').at(-1) ?? '';
	await rename(join(dist, name), tarball);
}

/** Builds when something that goes into the build is newer than the last one. Says whether it did. */
export async function buildIfStale(): Promise<boolean> {
	const inputs = [
		'src',
		'runtime/src',
		'runtime/package.json',
		'scripts/lib',
		'templates',
		'package-lock.json',
	];
	const newest = Math.max(...(await Promise.all(inputs.map((input) => newestTime(join(root, input))))));
	if (existsSync(tarball) && (await stat(tarball)).mtimeMs > newest) return false;
	await build();
	return true;
}

/** Folders count too: removing a file changes no other file's time. */
async function newestTime(path: string): Promise<number> {
	const entry = await stat(path);
	if (!entry.isDirectory()) return entry.mtimeMs;
	const inside = await Promise.all((await readdir(path)).map((name) => newestTime(join(path, name))));
	return Math.max(entry.mtimeMs, ...inside);
}
