import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from './files/walk.ts';
import type { Language } from './host.ts';

/** Whether JavaScript is type-checked: the starters write a jsconfig.json for it, older ones a tsconfig.json. */
export const checksJavaScript = (root: string): boolean =>
	['jsconfig.json', 'tsconfig.json'].some((name) => existsSync(join(root, name)));

/**
 * The language of new files. A tsconfig.json decides, unless the sources are JavaScript all the same: 3% of
 * hosts keep a tsconfig for the editor's sake. Files that exist keep their own language,
 * which is for the generators to see to.
 */
export function findLanguage(root: string, source: string): Language {
	if (!existsSync(join(root, 'tsconfig.json'))) return 'js';
	let hasJavaScript = false;
	for (const name of readFiles(join(root, source))) {
		// Declarations stand in JavaScript projects, too (src/app.d.ts).
		if (/\.[cm]?tsx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name)) return 'ts';
		hasJavaScript ||= /\.[cm]?jsx?$/.test(name);
	}
	return hasJavaScript ? 'js' : 'ts';
}
