import { restyle } from '../edits/restyle.ts';
import type { Style } from '../edits/source.ts';
import { templateOf } from './templates.ts';

/**
 * Renders a template of `templates/` in the host's own habits. Parts that the templates of both integrations share lie
 * in `templates/partials`: `{{> providers}}`.
 * @param name path below `templates/` without `.hbs`: `integration-b/auth.ts`.
 * @throws Error when the template names a value that was not given (Handlebars' strict mode).
 */
export const render = (name: string, values: Record<string, unknown>, style: Style): string =>
	restyle(name, templateOf(name)(values), style);
