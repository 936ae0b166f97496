import { indentationAt, lineEnding } from '../../syntax/text.ts';
import { type ButtonProvider, leftOf } from './copy.ts';
import {
	type CodeNode,
	type ElementNode,
	type MarkupNode,
	type Range,
	visibleChildren,
} from './markup/index.ts';
import type { Unit } from './units.ts';

/** What may stand between two buttons, and between the next two. */
const separators = /^(?:\s|<br\s*\/?>|<hr\s*\/?>|[|·•,/-])*$/;

/** Why nothing can be put behind an element, if so. */
export function noRoomBehind(
	text: string,
	{ around }: Unit,
	old: ButtonProvider,
	rootsAreRoomy: boolean,
): string | undefined {
	const parent = around.at(-1);
	if (parent ? parent.kind === 'code' && !parent.roomy : !rootsAreRoomy)
		return 'nothing can be put beside it';
	for (const node of around) {
		if (node.kind === 'code' && node.loop) return 'it stands in a loop';
		const own = ownRanges(node)
			.map(({ start, end }) => text.slice(start, end))
			.join(' ');
		if (leftOf(own, old)) return `it stands in something of ${old.name} alone`;
	}
	const beside = parent ? visibleChildren(text, parent) : [];
	const isProse = ({ kind, start, end }: MarkupNode) =>
		kind === 'text' && /[\p{L}\p{N}]/u.test(text.slice(start, end));
	return beside.some(isProse) ? 'it stands in the middle of a text' : undefined;
}

/** The code of a block; the opening tag of an element, without the markup that its attributes hold. */
function ownRanges(node: ElementNode | CodeNode): Range[] {
	if (node.kind === 'code') return node.heads;
	const nested = node.children.find(({ start }) => start < node.openEnd);
	return nested?.kind === 'code' ? nested.heads : [{ start: node.start, end: node.openEnd }];
}

/** What goes between an element and its copy: what stands in front of the element already, or a line break. */
export function separatorBehind(text: string, item: Unit, before: Unit | undefined): string {
	const { start, end } = item.element;
	const gap = before && before.element.end <= start ? text.slice(before.element.end, start) : undefined;
	const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
	const between =
		gap !== undefined && separators.test(gap)
			? gap
			: line.trim() === ''
				? lineEnding(text) + indentationAt(text, start)
				: ' ';
	// Where line breaks are of two kinds the line above keeps its own.
	const there = /^\r?\n/.exec(text.slice(end, end + 2))?.[0];
	return there ? between.replace(/^\r?\n/, there) : between;
}
