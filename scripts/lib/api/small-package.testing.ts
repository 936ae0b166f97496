import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Package, readPackage } from './package.ts';

/**
 * A package of a few lines, without TypeScript's own library, so that reading it takes no time.
 *
 * @param files sources by their path in `src`; `index.ts` and `other.ts` are the entries
 */
export function smallPackage(files: Record<string, string>): Package {
	const root = mkdtempSync(join(tmpdir(), 'authgraft-api-'));
	const write = (path: string, text: string) => {
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	};
	try {
		const exports = {
			'.': { types: './dist/index.d.ts', default: './dist/index.js' },
			...(files['other.ts'] && { './other': { types: './dist/other.d.ts' } }),
		};
		write('package.json', JSON.stringify({ name: 'small', type: 'module', exports }));
		const compilerOptions = { module: 'nodenext', target: 'es2022', noLib: true, types: [], strict: true };
		write('tsconfig.json', JSON.stringify({ compilerOptions }));
		for (const [path, text] of Object.entries(files)) write(`src/${path}`, text);
		return readPackage(root);
	} finally {
		rmSync(root, { recursive: true });
	}
}
