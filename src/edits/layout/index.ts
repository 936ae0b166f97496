import type { Style } from '../../syntax/style.ts';
import { restyleCode } from './code.ts';
import { restyleComponent } from './component.ts';

/**
 * Rewrites a text of ours (tabs, single quotes, semicolons, no trailing commas, `\n`) into a host's habits, so that its
 * formatter has nothing to change. Only for new files: what a person wrote is never restyled.
 * @param path its extension decides what applies: code, or a Svelte component.
 */
export function restyle(path: string, text: string, style: Style): string {
	const own = path.endsWith('.svelte') ? (style.svelte ?? style) : style;
	return indented(path.endsWith('.svelte') ? restyleComponent(text, own) : restyleCode(path, text, own), own);
}

const indented = (text: string, { indent, eol }: Style): string =>
	text.replace(/^\t+/gm, (tabs) => indent.repeat(tabs.length)).replaceAll('\n', eol);
