import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { AuthgraftError } from '../errors.ts';
import type { Framework } from '../framework.ts';
import { type Generation, generationOf } from './generations.ts';

/*
 * Real projects in temporary folders, for the tests of this folder. Not part of the build.
 */

/** A row of the table; a test that asks for another one fails. */
export function generation(framework: Framework, major: number): Generation {
	const row = generationOf(framework, major);
	if (!row) throw new Error(`There is no ${framework} ${major} in the table.`);
	return row;
}

/** Writes the files into a new folder, which goes away with the test. Returns its absolute path. */
export function project(files: Record<string, string | Buffer>): string {
	// Some systems reach their temporary folder through a link.
	const root = realpathSync(mkdtempSync(join(tmpdir(), 'authgraft host ')));
	onTestFinished(() => rmSync(root, { recursive: true, force: true }));
	write(root, files);
	return root;
}

export function write(root: string, files: Record<string, string | Buffer>): void {
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), content);
	}
}

export const manifest = (devDependencies: Record<string, string>, more: object = {}): string =>
	JSON.stringify({ name: 'app', devDependencies, ...more }, null, '\t');

/** Vite config around the argument of `sveltekit(…)`. */
export const viteConfig = (argument: string, before = ''): string =>
	`import adapter from '@sveltejs/adapter-node';
import { sveltekit } from '@sveltejs/kit/vite';
import { defineConfig } from 'vite';
${before}
export default defineConfig({ plugins: [sveltekit(${argument})] });
`;

/** Vite config around `solidStart(…)` and whatever else. */
export const solidConfig = (call = 'solidStart()', more = ''): string =>
	`import { solidStart } from '@solidjs/start/config';
import { nitro } from 'nitro/vite';
import { defineConfig } from 'vite';

export default defineConfig({ ${more}plugins: [${call}, nitro()] });
`;

/** What `sv create` leaves, without the parts that nothing here reads. */
export const kit3 = (more: Record<string, string | Buffer> = {}): Record<string, string | Buffer> => ({
	'package.json': manifest(
		{ '@sveltejs/kit': '^3.2.0', svelte: '^5.57.3' },
		{ imports: { '#lib': './src/lib/index.js', '#lib/*': './src/lib/*' } },
	),
	'tsconfig.json': '{ "extends": "$app/tsconfig" }',
	'vite.config.ts': viteConfig('{ adapter: adapter() }'),
	'src/app.d.ts': 'export {};\n',
	'src/lib/index.ts': '// anything imported through #lib\n',
	'src/routes/+page.svelte': '<h1>Hello</h1>\n',
	...more,
});

/** Runs git in a folder as a person that exists nowhere else. */
export function git(root: string, ...args: string[]): string {
	return execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
		cwd: root,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
}

/** The AuthgraftError that a call ends in. Any other outcome fails the test. */
export async function failure(call: () => unknown): Promise<AuthgraftError> {
	try {
		await call();
	} catch (error) {
		if (error instanceof AuthgraftError) return error;
		throw error;
	}
	throw new Error('Expected an AuthgraftError, got none.');
}
