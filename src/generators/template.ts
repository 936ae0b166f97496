import { readdirSync, readFileSync } from 'node:fs';
// The same code as the package's entry, in one file instead of forty.
import Handlebars from 'handlebars/dist/handlebars.min.js';
import { restyle } from '../edits/restyle.ts';
import type { Style } from '../edits/source.ts';

const folder = new URL('../../templates/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(`${name}.hbs`, folder), 'utf8');

/** Parts that the templates of both integrations share: `{{> providers}}`. */
for (const file of readdirSync(new URL('partials', folder))) {
	const name = file.replace(/\.hbs$/, '');
	Handlebars.registerPartial(name, read(`partials/${name}`));
}

/**
 * Renders a template of `templates/` in the host's own habits.
 * @param name path below `templates/` without `.hbs`: `integration-b/auth.ts`.
 * @throws Error when the template names a value that was not given (Handlebars' strict mode).
 */
export function render(name: string, values: Record<string, unknown>, style: Style): string {
	// Code, not HTML: `{{x}}` must not turn quotes into entities.
	const template = Handlebars.compile(read(name), { noEscape: true, strict: true, knownHelpersOnly: true });
	return restyle(name, template(values), style);
}
