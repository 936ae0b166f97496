import { copyFileSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/*
 * A checkout was written by anybody. Nothing in it is followed or run: links and what is no file stay behind, and so do
 * packages, what a build leaves, and the folders of git and of this command.
 */

export interface Limits {
	files: number;
	/** Bytes of a single file; larger ones, which are no source, are left out. */
	file: number;
	/** Bytes of all. */
	bytes: number;
}

const usual: Limits = { files: 20_000, file: 4_000_000, bytes: 100_000_000 };

/** Wherever they lie. */
const never = new Set(['node_modules', '.git', '.authgraft']);
/** Beside a package.json; deeper, `build` may be a route. */
const built = new Set([
	...['.svelte-kit', '.output', '.vinxi', '.nitro', '.solid', '.vercel', '.netlify', '.wrangler', '.turbo'],
	...['dist', 'build', 'coverage'],
]);

/**
 * Copies a checkout, without what is said above. `to` must not exist.
 * @returns how many links, special files and large files stayed behind.
 * @throws where the project is larger than the limits, or cannot be read.
 */
export function copyProject(from: string, to: string, limits: Limits = usual): number {
	let [files, bytes, left] = [0, 0, 0];
	const copy = (source: string, target: string) => {
		mkdirSync(target, { recursive: true });
		const entries = readdirSync(source, { withFileTypes: true });
		const isPackage = entries.some(({ name }) => name === 'package.json');
		for (const entry of entries) {
			const { name } = entry;
			if (never.has(name) || (isPackage && built.has(name))) continue;
			const [path, copied] = [join(source, name), join(target, name)];
			if (entry.isDirectory()) {
				copy(path, copied);
				continue;
			}
			const size = entry.isFile() ? lstatSync(path).size : Number.POSITIVE_INFINITY;
			if (size > limits.file) {
				left++;
				continue;
			}
			files++;
			bytes += size;
			if (files > limits.files) throw new Error(`more than ${limits.files} files`);
			if (bytes > limits.bytes) throw new Error(`more than ${limits.bytes / 1_000_000} MB`);
			copyFileSync(path, copied);
		}
	};
	copy(from, to);
	return left;
}
