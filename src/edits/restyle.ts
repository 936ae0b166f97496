import { Node, SyntaxKind } from 'ts-morph';
import { parse, type Style } from './source.ts';
import { applyEdits, type Edit } from './text.ts';

/**
 * Rewrites a text of ours (tabs, single quotes, semicolons, no trailing commas, `\n`) into a host's habits.
 * Only for new files: what a person wrote is never restyled.
 * @param path its extension decides whether quotes and semicolons apply; in a `.svelte` file they do not.
 */
export function restyle(path: string, text: string, style: Style): string {
	const code = /\.[cm]?[jt]sx?$/.test(path) ? restyleCode(path, text, style) : text;
	const indented = code.replace(/^\t+/gm, (tabs) => style.indent.repeat(tabs.length));
	return indented.replaceAll('\n', style.eol);
}

function restyleCode(path: string, text: string, style: Style): string {
	if (style.quote === "'" && style.semicolons && !style.trailingCommas) return text;
	const { ast } = parse(path, text);
	const edits: Edit[] = [];
	if (style.quote === '"') {
		for (const literal of ast.getDescendantsOfKind(SyntaxKind.StringLiteral)) {
			const inner = literal.getText().slice(1, -1);
			// A text that holds quotes or escapes keeps its form, as formatters do.
			if (/["\\]/.test(inner)) continue;
			edits.push({ start: literal.getStart(), end: literal.getEnd(), text: `"${inner}"` });
		}
	}
	if (!style.semicolons) {
		// `if (x) return;` ends two statements with one semicolon.
		const ends = ast
			.getDescendantStatements()
			.filter((node) => node.getText().endsWith(';'))
			.map((node) => node.getEnd());
		for (const end of new Set(ends)) edits.push({ start: end - 1, end, text: '' });
	}
	if (style.trailingCommas) {
		const lists = [SyntaxKind.ObjectLiteralExpression, SyntaxKind.ArrayLiteralExpression] as const;
		for (const list of lists.flatMap((kind) => ast.getDescendantsOfKind<typeof kind>(kind))) {
			const last = Node.isObjectLiteralExpression(list)
				? list.getProperties().at(-1)
				: list.getElements().at(-1);
			const rest = last ? list.getText().slice(last.getEnd() - list.getStart()) : '';
			if (last && rest.includes('\n') && !rest.includes(','))
				edits.push({ start: last.getEnd(), end: last.getEnd(), text: ',' });
		}
	}
	return applyEdits(text, edits);
}
