import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HostPath } from '../host.ts';

/** In the order in which each tool itself looks: Vite, vite-plugin-svelte, vinxi. */
const names = {
	vite: ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map((extension) => `vite.config.${extension}`),
	svelte: ['js', 'ts', 'mjs'].map((extension) => `svelte.config.${extension}`),
	app: ['js', 'mjs', 'ts', 'cjs', 'mts', 'cts'].map((extension) => `app.config.${extension}`),
} as const;

/** The config file that the tool would load from this folder. */
export function findConfig(root: string, tool: keyof typeof names): HostPath | undefined {
	return names[tool].find((name) => existsSync(join(root, name)));
}
