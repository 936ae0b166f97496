import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { lineAt } from '../../syntax/text.ts';
import { applyEdits, type Edit, type EditResult } from '../splice/edit.ts';
import { isMovable } from './predecessors.ts';

/**
 * Takes a predecessor's package out of `compilerOptions.types` of a tsconfig or jsconfig. A list that is empty then stays:
 * without it, TypeScript would take in every `@types` package.
 */
export function removeTsconfigTypes(content: string): EditResult {
	const bom = content.startsWith('\uFEFF') ? '\uFEFF' : '';
	const text = content.slice(bom.length);
	const errors: ParseError[] = [];
	const root = parseTree(text, errors, { allowTrailingComma: true });
	const [error] = errors;
	if (error)
		return {
			kind: 'refused',
			reason: 'is not valid JSON',
			line: lineAt(text, error.offset),
			snippet: '"types": []',
		};
	const list = root && findNodeAtLocation(root, ['compilerOptions', 'types']);
	const items = list?.type === 'array' ? (list.children ?? []) : [];
	const index = items.findIndex((item) => item.type === 'string' && isMovable(item.value));
	if (index === -1) return { kind: 'unchanged', reason: 'names no types of the predecessor' };
	const left = bom + applyEdits(text, [withoutItem(text, items, index)]);
	// One at a time: two may share a comma.
	const more = removeTsconfigTypes(left);
	return more.kind === 'unchanged' ? { kind: 'edited', text: left } : more;
}

/** An item with the comma behind it, or the one in front of the last; comments stay. */
function withoutItem(text: string, items: Node[], index: number): Edit {
	const { offset, length } = items[index] as Node;
	const end = offset + length;
	const behind = /^\s*,[ \t]*/.exec(text.slice(end));
	if (behind) {
		const start = lineStart(text, offset);
		const rest = /^\r?\n/.exec(text.slice(end + behind[0].length));
		// A line of its own goes as a whole.
		if (start !== undefined && rest) return { start, end: end + behind[0].length + rest[0].length, text: '' };
		return { start: offset, end: end + behind[0].length, text: '' };
	}
	const before = items[index - 1];
	const from = before ? before.offset + before.length : undefined;
	if (from !== undefined && /^\s*,\s*$/.test(text.slice(from, offset))) return { start: from, end, text: '' };
	const start = lineStart(text, offset);
	const rest = /^[ \t]*\r?\n/.exec(text.slice(end));
	if (start !== undefined && rest) return { start, end: end + rest[0].length, text: '' };
	return { start: offset, end, text: '' };
}

/** Where the line of an offset begins, if nothing stands in front of it. */
function lineStart(text: string, offset: number): number | undefined {
	const start = text.lastIndexOf('\n', offset - 1) + 1;
	return text.slice(start, offset).trim() === '' && start > 0 ? start : undefined;
}
