import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from './files/walk.ts';
import type { Language } from './host.ts';

/** Whether JavaScript is type-checked: the starters write a jsconfig.json for it, older ones a tsconfig.json. */
export const checksJavaScript = (root: string): boolean =>
	['jsconfig.json', 'tsconfig.json'].some((name) => existsSync(join(root, name)));

/**
 * The language of new files. A tsconfig.json decides, unless the sources are JavaScript all the same: 3% of
 * hosts keep a tsconfig for the editor's sake. Without one it is what the sources are, if they are TypeScript alone. Files
 * that exist keep their own language, which is for the generators to see to.
 */
export function findLanguage(root: string, source: string): Language {
	const has = (name: string): boolean => existsSync(join(root, name));
	const { typeScript, javaScript } = languagesIn(join(root, source), has('tsconfig.json'));
	if (has('tsconfig.json')) return javaScript && !typeScript ? 'js' : 'ts';
	return typeScript && !javaScript && !has('jsconfig.json') ? 'ts' : 'js';
}

/** @param enough whether one file of TypeScript decides */
function languagesIn(folder: string, enough: boolean): { typeScript: boolean; javaScript: boolean } {
	const found = { typeScript: false, javaScript: false };
	for (const name of readFiles(folder)) {
		// Declarations stand in JavaScript projects, too (src/app.d.ts).
		found.typeScript ||= /\.[cm]?tsx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name);
		found.javaScript ||= /\.[cm]?jsx?$/.test(name);
		if (found.typeScript && (enough || found.javaScript)) break;
	}
	return found;
}
