import { existsSync } from 'node:fs';
import { cp, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { execOk, npm } from './process/exec.ts';

/** The release of the Svelte CLI whose templates are SvelteKit 3; its `latest` still makes SvelteKit 2 projects. */
const SV = 'sv@1.0.0-next.7';
/** The starter's command line, up to the name of the project. */
export const starter = [
	SV,
	'create',
	'--template',
	'minimal',
	'--types',
	'ts',
	'--no-add-ons',
	'--no-install',
];
const ADAPTER_NODE = '^6.0.1';

/**
 * Makes a SvelteKit 3 project as its own starter does (minimal, TypeScript), with adapter-node for a server that can
 * be run here. Installs nothing. `folder` must not exist.
 */
export async function makeSvelteKit3Host(folder: string): Promise<void> {
	const [file, args] = npm('exec', '--yes', '--', ...starter, basename(folder));
	await execOk(file, args, { cwd: dirname(folder) });
	const adapter = /"@sveltejs\/adapter-auto": "[^"]*"/;
	await edit(join(folder, 'package.json'), adapter, `"@sveltejs/adapter-node": "${ADAPTER_NODE}"`);
	const config = join(folder, 'vite.config.ts');
	await edit(config, "'@sveltejs/adapter-auto'", "'@sveltejs/adapter-node'");
	await edit(config, /\n\s*\/\/ adapter-auto only[\s\S]*?(?=\n\s*adapter:)/, '');
}

/**
 * Makes a SolidStart 2 project as create-solid's template `basic` is, from a copy in this repository: create-solid
 * itself downloads its templates from GitHub, which offline machines and the sandboxes of CI do not reach. Installs
 * nothing. `folder` must not exist.
 */
export const makeSolidStart2Host = (folder: string): Promise<void> => copyFixtureHost('solidstart2', folder);

/** Copies a host of `test/fixtures/hosts`. Installs nothing. `folder` must not exist. */
export async function copyFixtureHost(name: string, folder: string): Promise<void> {
	await cp(join(root, 'test/fixtures/hosts', name), folder, { recursive: true });
	// Under its own name it would be a .gitignore of this repository.
	await rename(join(folder, 'gitignore'), join(folder, '.gitignore'));
}

/**
 * Tells a SvelteKit 3 project the origin of its production build, `http://127.0.0.1:4000`. Untold, SvelteKit takes
 * `https:` and the Host header for granted and refuses every form of a page that came by http; a variable for it at
 * run time no longer exists.
 */
export async function setOrigin(folder: string, origin: string): Promise<void> {
	const [config = ''] = ['vite.config.ts', 'vite.config.js']
		.map((name) => join(folder, name))
		.filter((file) => existsSync(file));
	await edit(config, 'adapter: adapter()', `adapter: adapter(),\n\t\t\tpaths: { origin: '${origin}' }`);
}

/** Replaces text in a file. Throws when it is not there, so that a changed starter is noticed here and not later. */
export async function edit(file: string, from: string | RegExp, to: string): Promise<void> {
	const before = await readFile(file, 'utf8');
	// As a function: `$&` and the like in the new text mean nothing special.
	const after = before.replace(from, () => to);
	if (after === before) throw new Error(`${basename(file)} holds no ${from} to replace:\n${before}`);
	await writeFile(file, after);
}
