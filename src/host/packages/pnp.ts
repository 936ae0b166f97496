import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { upwards } from '../files/folders.ts';
import { isObject } from './manifest.ts';

/** The `.pnp.cjs` that Yarn's Plug'n'Play writes instead of node_modules, at or above a folder. */
export function findPnp(root: string, ceiling: string): string | undefined {
	for (const folder of upwards(root, ceiling)) {
		const file = join(folder, '.pnp.cjs');
		if (existsSync(file)) return file;
	}
	return undefined;
}

/**
 * Names of the packages that a `.pnp.cjs` knows. The map stands in it as JSON in a string literal, or in
 * `.pnp.data.json` beside it (`pnpEnableInlining: false`); it is read, never run. Empty when it cannot be read.
 */
export function pnpPackages(file: string): Set<string> {
	try {
		const data = file.replace(/\.cjs$/, '.data.json');
		const json = existsSync(data) ? readFileSync(data, 'utf8') : inlined(readFileSync(file, 'utf8'));
		const map: unknown = JSON.parse(json);
		const entries = isObject(map) && Array.isArray(map.packageRegistryData) ? map.packageRegistryData : [];
		return new Set(entries.map((entry: unknown) => (Array.isArray(entry) ? entry[0] : null)));
	} catch {
		return new Set();
	}
}

/** `const RAW_RUNTIME_STATE =\n'{\<newline>…}';` with backslashes at the ends of its lines. */
function inlined(text: string): string {
	const literal = /RAW_RUNTIME_STATE\s*=\s*'((?:[^'\\]|\\[\s\S])*)'/.exec(text)?.[1] ?? '';
	return literal.replace(/\\(\r?\n|[\s\S])/g, (_, escaped: string) =>
		/^\r?\n$/.test(escaped) ? '' : escaped,
	);
}
