import { ts } from 'ts-morph';
import { parseCode } from './lines.ts';

/**
 * The lines of an item of a list further in, but for the first one, which stands where it is put. What stands inside of texts
 * and comments stays as it is.
 * @param levels how many tabs more; undefined comes of fewer
 */
export function shifted(item: string, levels: number): string | undefined {
	if (levels < 0) return undefined;
	const kept = textsIn(item);
	const isKept = (offset: number) => kept.some(([start, end]) => start < offset && offset < end);
	return item.replace(/\n(?=.)/g, (line, offset: number) =>
		isKept(offset) ? line : line + '\t'.repeat(levels),
	);
}

/** From where to where texts and comments of several lines go. Comments with a star in each line move along. */
function textsIn(item: string): [start: number, end: number][] {
	// In brackets a function is an expression, and not a statement that needs a name.
	const source = parseCode('item.tsx', `(${item}\n)`);
	const found: [number, number][] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isTemplateLiteral(node)) found.push([node.getStart(source), node.end]);
		const comments = [
			...(ts.getLeadingCommentRanges(source.text, node.pos) ?? []),
			...(ts.getTrailingCommentRanges(source.text, node.end) ?? []),
		];
		for (const { pos, end } of comments)
			if (!/^\/\*.*(?:\n\s*\*.*)*$/.test(source.text.slice(pos, end))) found.push([pos, end]);
		for (const child of node.getChildren(source)) visit(child);
	};
	visit(source);
	return found.map(([start, end]) => [start - 1, end - 1]);
}
