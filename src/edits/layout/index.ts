import type { Style } from '../../syntax/style.ts';
import { restyleCode } from './code.ts';
import { restyleComponent } from './component.ts';

/**
 * Rewrites a text of ours (tabs, single quotes, semicolons, no trailing commas, `\n`) into a host's habits, so that its
 * formatter has nothing to change. Only for new files: what a person wrote is never restyled.
 * @param path its extension decides what applies: code, a Svelte component or a style sheet.
 */
export function restyle(path: string, text: string, style: Style): string {
	if (path.endsWith('.css')) return indented(restyleSheet(text, style), style);
	const own = path.endsWith('.svelte') ? (style.svelte ?? style) : style;
	return indented(path.endsWith('.svelte') ? restyleComponent(text, own) : restyleCode(path, text, own), own);
}

const indented = (text: string, { indent, eol }: Style): string =>
	text.replace(/^\t+/gm, (tabs) => indent.repeat(tabs.length)).replaceAll('\n', eol);

/** Formatters give style sheets double quotes, unless they are told otherwise. */
const restyleSheet = (text: string, { quote }: Style): string =>
	quote === "'" ? text : text.replaceAll("'", '"');
