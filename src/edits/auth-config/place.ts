import { Node, type ObjectLiteralElementLike } from 'ts-morph';

/** Where a new option goes: in front of the first of these, and behind the last spread, which would win otherwise. */
export function placeBefore(items: readonly ObjectLiteralElementLike[], names: readonly string[]): number {
	const next = items.findIndex((item) => 'getName' in item && names.includes(item.getName()));
	const spread = items.findLastIndex((item) => Node.isSpreadAssignment(item));
	return Math.max(next === -1 ? items.length : next, spread + 1);
}
