import { type Node, SyntaxKind } from 'ts-morph';
import type { Source } from '../../syntax/source.ts';
import type { Edit } from './edit.ts';
import { removeNode } from './list.ts';

/** A stretch of text that goes. */
type Gap = Pick<Edit, 'start' | 'end'>;

/**
 * Takes items out of a list, with the commas that they need no longer and the lines that hold nothing else. Comments
 * stay. What `insertItems` put in goes without a trace.
 */
export function removeItems({ text }: Source, items: Node[], gone: ReadonlySet<Node>): Edit[] {
	const gaps = items.filter((item) => gone.has(item)).flatMap(gapsOf);
	const last = items.at(-1);
	const keptLast = items.findLast((item) => !gone.has(item));
	const comma = keptLast && commaBehind(keptLast);
	if (!comma || !last || !gone.has(last) || commaBehind(last)) return tidied(text, gaps);
	// The comma that the last one needs no longer. Alone, it leaves no blanks over.
	const bare = gapOf(comma);
	const next = gaps.toSorted((a, b) => a.start - b.start).find(({ start }) => start > bare.start);
	const isApart = next !== undefined && text.slice(bare.end, next.start).trim() !== '';
	return isApart ? [...tidied(text, gaps), { ...bare, text: '' }] : tidied(text, [...gaps, bare]);
}

/** Takes whole statements out, with their lines. */
export function removeStatements({ text }: Source, statements: Node[]): Edit[] {
	return tidied(
		text,
		statements.flatMap((statement) => removeNode(statement).map((gap) => ownLines(text, gap))),
	).map((edit) => {
		// Of two blank lines around what was there, one is enough.
		const wasApart = edit.start === 0 || /\n[ \t]*\r?\n$/.test(text.slice(0, edit.start));
		const next = /^[ \t]*\r?\n/.exec(text.slice(edit.end))?.[0] ?? '';
		const ownLine = edit.start === 0 || text[edit.start - 1] === '\n';
		return wasApart && ownLine && edit.end > edit.start && text[edit.end - 1] === '\n'
			? { ...edit, end: edit.end + next.length }
			: edit;
	});
}

/** Without semicolons a line may begin with one: to the parser it ends the statement above, to people it begins theirs. */
function ownLines<G extends Gap>(text: string, gap: G): G {
	const semicolon = /\r?\n[ \t]*;$/.exec(text.slice(gap.start, gap.end));
	return semicolon ? { ...gap, end: gap.end - semicolon[0].length } : gap;
}

const commaBehind = (item: Node): Node | undefined => item.getNextSiblingIfKind(SyntaxKind.CommaToken);

const gapOf = (node: Node): Gap => ({ start: node.getStart(), end: node.getEnd() });

const gapsOf = (item: Node): Gap[] => {
	const comma = commaBehind(item);
	return [...removeNode(item), ...(comma ? [gapOf(comma)] : [])];
};

/** Joins gaps with nothing but blanks between them, and takes the blanks and lines along that they leave over. */
function tidied(text: string, gaps: Gap[]): Edit[] {
	const joined: Gap[] = [];
	for (const gap of gaps.toSorted((a, b) => a.start - b.start)) {
		const before = joined.at(-1);
		if (before && text.slice(before.end, gap.start).trim() === '') before.end = gap.end;
		else joined.push({ ...gap });
	}
	return joined.map((gap) => ({ ...widened(text, gap), text: '' }));
}

function widened(text: string, { start, end }: Gap): Gap {
	const lead = /[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0;
	const trail = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
	const atStart = start === lead || text[start - lead - 1] === '\n';
	const lineBreak = /^\r?\n/.exec(text.slice(end + trail))?.[0] ?? '';
	const atEnd = lineBreak !== '' || end + trail === text.length;
	if (atStart && atEnd) return { start: start - lead, end: end + trail + lineBreak.length };
	if (!atEnd && !/[)\]}]/.test(text.charAt(end + trail))) {
		// Behind an item that lost its comma as well, the blanks belong to what follows.
		const isFirst = /^$|[\s,([{]/.test(text.charAt(start - 1));
		return { start, end: isFirst ? end + trail : end };
	}
	// Last in its line. Blanks behind a line comment belong to nobody, and its line break must stay.
	if (atStart) return { start, end };
	return { start: start - lead, end };
}
