import { ts } from 'ts-morph';
import { bare } from '../../../syntax/tree/nodes.ts';
import { listTexts, textsOf } from '../reading/literals.ts';
import { callCheck } from './call.ts';
import { made, type PathCheck } from './check.ts';
import { pathSource } from './source.ts';

export type { PathCheck } from './check.ts';

/** The comparison that an expression is; undefined for one that has nothing to do with the path. */
export function pathCheck(expression: ts.Node, depth = 4): PathCheck | undefined {
	const node = bare(expression);
	if (depth <= 0) return undefined;
	if (ts.isCallExpression(node)) return callCheck(node, (part) => pathCheck(part, depth - 1));
	if (ts.isBinaryExpression(node)) return ofComparison(node, depth - 1);
	if (ts.isCaseClause(node)) return ofClause(node);
	if (ts.isElementAccessExpression(node)) return ofKey(node, node.argumentExpression, node.expression);
	if (ts.isPropertyAccessExpression(node) && node.name.text === 'length')
		return pathCheck(node.expression, depth);
	return undefined;
}

/** `case '/a': case '/b':` of `switch (event.url.pathname)` */
function ofClause(clause: ts.CaseClause): PathCheck | undefined {
	const source = pathSource(clause.parent.parent.expression);
	if (!source) return undefined;
	const { clauses } = clause.parent;
	const labels = [clause.expression];
	for (let index = clauses.indexOf(clause) - 1; index >= 0; index--) {
		const above = clauses[index] as ts.CaseOrDefaultClause;
		if (above.statements.length > 0 || !ts.isCaseClause(above)) break;
		labels.push(above.expression);
	}
	const found = labels.map((label) => textsOf(label));
	const isKnown = found.every((texts) => texts !== undefined);
	return made(
		clause,
		source,
		'exact',
		isKnown ? { texts: found.flatMap(({ texts }) => texts), based: false } : undefined,
	);
}

const equal = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.EqualsEqualsToken]);
const unequal = new Set([ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsToken]);
const greater = new Set([ts.SyntaxKind.GreaterThanToken, ts.SyntaxKind.GreaterThanEqualsToken]);

function ofComparison(node: ts.BinaryExpression, depth: number): PathCheck | undefined {
	const operator = node.operatorToken.kind;
	const [left, right] = [bare(node.left), bare(node.right)];
	if (operator === ts.SyntaxKind.InKeyword) return ofKey(node, left, right);
	const isEqual = equal.has(operator);
	const isMore = greater.has(operator) || operator === ts.SyntaxKind.LessThanToken;
	if (!isEqual && !unequal.has(operator) && !isMore) return undefined;
	// `list.indexOf(path) !== -1`, `match(path) === null`, `isOpen(path) === true`
	const inner = pathCheck(left, depth);
	if (inner) return { ...inner, matches: inner.matches === truthOf(node, right) };
	if (isMore) return undefined;
	const [source, other] = pathSource(left) ? [pathSource(left), right] : [pathSource(right), left];
	if (!source || isNothing(other)) return undefined;
	return made(node, source, 'exact', textsOf(other), isEqual);
}

/** Whether the comparison of a check with a plain value says that the check holds. */
function truthOf(node: ts.BinaryExpression, value: ts.Node): boolean {
	const isEqual = equal.has(node.operatorToken.kind);
	const isFalse = isNothing(value) || /^(?:false|-1)$/.test(value.getText());
	if (greater.has(node.operatorToken.kind)) return true;
	if (node.operatorToken.kind === ts.SyntaxKind.LessThanToken) return false;
	// `path.indexOf('/admin') === 0`
	return value.getText() === '0' ? isEqual : isEqual !== isFalse;
}

const isNothing = (node: ts.Node): boolean => /^(?:null|undefined|''|"")$/.test(node.getText());

/** `routes[path]`, `path in routes` */
function ofKey(node: ts.Node, key: ts.Node, object: ts.Node): PathCheck | undefined {
	const source = pathSource(key);
	return source && made(node, source, 'exact', listTexts(object));
}
