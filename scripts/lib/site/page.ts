/** A page of the site: its place below the root, `guide/faq.md`, and its text. */
export interface Page {
	path: string;
	text: string;
}

/** The heading of a page, as text. */
export function titleOf(text: string): string {
	const [, title = ''] = /^# (.+)$/m.exec(text) ?? [];
	return title.replaceAll('`', '');
}

/** A row of a table: what would end a cell is escaped. */
export const row = (...cells: string[]): string =>
	`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

export function table(head: string[], rows: string[][]): string {
	return [row(...head), row(...head.map(() => '-')), ...rows.map((cells) => row(...cells))].join('\n');
}

/** In text, what a browser, Vue or Markdown would take for markup; addresses in it are no links. */
export const plain = (text: string): string =>
	text
		.replaceAll(/(?<!`)\bhttps?:\/\/[^\s,;"`]+/g, '`$&`')
		.split(/(`[^`]*`)/)
		.map((part, index) =>
			// What stands in backticks is text already.
			index % 2 === 1
				? part
				: part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('{{', '&#123;&#123;'),
		)
		.join('');

/** A fence with a text that may have fences in it. */
export const fence = (language: string, text: string): string => {
	const [longest = ''] = (text.match(/`{3,}/g) ?? []).sort((a, b) => b.length - a.length);
	const ticks = '`'.repeat(Math.max(3, longest.length + 1));
	return `${ticks}${language}\n${text.trimEnd()}\n${ticks}`;
};
