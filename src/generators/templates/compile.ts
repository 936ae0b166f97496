import { readdirSync, readFileSync } from 'node:fs';
// The same code as the package's entry, in one file instead of forty.
import Handlebars from 'handlebars/dist/handlebars.min.js';
import { templateOptions } from './options.ts';

/*
 * Compiles templates when they are asked for. The build replaces this file by one in which all of them are compiled
 * already (scripts/lib/build/precompile.ts), since the compiler costs a tenth of a run.
 */

const folder = new URL('../../../templates/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(`${name}.hbs`, folder), 'utf8');

for (const file of readdirSync(new URL('partials', folder))) {
	const name = file.replace(/\.hbs$/, '');
	Handlebars.registerPartial(name, read(`partials/${name}`));
}

/** The template below `templates/` of that name, without `.hbs`. */
export const templateOf = (name: string): ((values: Record<string, unknown>) => string) =>
	Handlebars.compile(read(name), templateOptions);
