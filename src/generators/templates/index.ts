import { restyle } from '../../edits/layout/index.ts';
import type { Context } from '../context.ts';
import { templateOf } from './compile.ts';

type Habits = Pick<Context, 'host' | 'style'>;

/**
 * Renders a template of `templates/` in the host's own language and habits. Parts that the templates of both
 * integrations share lie in `templates/partials`: `{{> providers}}`. Every template knows `ts` (the host is in
 * TypeScript) and `jsdoc` (its JavaScript says its types in comments).
 * @param name path below `templates/` without `.hbs`: `integration-b/auth.ts`.
 * @throws Error when the template names a value that was not given (Handlebars' strict mode).
 */
export function render(name: string, values: Record<string, unknown>, { host, style }: Habits): string {
	const text = templateOf(name)({ ts: host.language === 'ts', jsdoc: host.jsdoc, ...values });
	return restyle(name, text, style);
}
