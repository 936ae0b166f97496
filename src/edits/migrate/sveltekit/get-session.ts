import { ts } from 'ts-morph';
import type { Source, Style } from '../../../syntax/source.ts';
import {
	type Certainty,
	isAppLocals,
	isEventLocals,
	memberOf,
	takesFromLocals,
} from '../../../syntax/tree/event-locals.ts';
import { isMember } from '../../../syntax/tree/names.ts';
import { isText, lineOf, nameOf, within } from '../../../syntax/tree/nodes.ts';
import { type Edit, type EditResult, insertion, type Refusal } from '../../splice/edit.ts';
import { type Located, refuse, transform } from '../../splice/transform.ts';
import { assignsLocal } from '../../wiring/locals.ts';
import { rename, wordsOf } from './taken-name.ts';
import { isTest } from './tests.ts';

const snippet = 'const session = await event.locals.auth();';

/**
 * Reads the session by `locals.auth()` where a file does so by `locals.getSession()`: called, handed on, or taken out of
 * locals. What is called `getSession` and is not of an event's locals stays. Refuses a file that puts a `getSession` of
 * its own there, and a `locals` of which nobody can tell whose it is.
 */
export function renameGetSession(
	path: string,
	content: string,
	options: { fallback?: Style } = {},
): EditResult {
	return transform(path, content, { snippet, ...options }, (source) => {
		// What a test puts there stands in for ours, and follows the code that it tests.
		const own = isTest(path) ? undefined : assignsLocal(source.ast, 'getSession');
		if (own) return refuse('sets a `locals.getSession` of its own, which calls of it may mean', snippet, own);
		const edits: Edit[] = [];
		for (const node of within(source.ast.compilerNode)) {
			const found = place(node, isTest(path));
			if (!found || found.certainty === 'no') continue;
			// A test makes its event itself, and its `locals` stand in for SvelteKit's.
			if (found.certainty === 'unclear' && !isTest(path)) return unclearAt(node);
			edits.push(...found.edits(source));
		}
		return located(edits);
	});
}

const located = (edits: Edit[]): Located =>
	edits.length > 0 ? edits : { kind: 'unchanged', reason: 'reads no session by `locals.getSession`' };

const unclearAt = (node: ts.Node): Refusal => ({
	kind: 'refused',
	reason: 'reads `getSession` of a `locals` of which cannot be seen whether it is the one of the event',
	line: lineOf(node),
	snippet,
});

interface Place {
	certainty: Certainty;
	edits: (source: Source) => Edit[];
}

/** Where a node speaks of `getSession`, and what becomes of that. */
function place(node: ts.Node, inTest: boolean): Place | undefined {
	const member = memberOf(node);
	if (member?.name === 'getSession')
		return { certainty: isEventLocals(member.object), edits: () => [rename(member.word, 'auth')] };
	if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent) && !node.dotDotDotToken)
		return nameOf(node.propertyName ?? node.name) === 'getSession'
			? { certainty: takesFromLocals(node.parent), edits: (source) => taken(source, node) }
			: undefined;
	const word = spelled(node);
	if (word) return { certainty: 'yes', edits: () => [rename(word, 'auth')] };
	const mock = inTest && ts.isObjectLiteralElementLike(node) && isMock(node);
	return mock ? { certainty: 'yes', edits: () => [mocked(node)] } : undefined;
}

/** `'getSession' in locals`, `App.Locals['getSession']` */
function spelled(node: ts.Node): ts.Node | undefined {
	if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword)
		return isName(node.left) && isEventLocals(node.right) === 'yes' ? node.left : undefined;
	if (!ts.isIndexedAccessTypeNode(node) || !ts.isLiteralTypeNode(node.indexType)) return undefined;
	const { literal } = node.indexType;
	return isName(literal) && isAppLocals(node.objectType) ? literal : undefined;
}

const isName = (node: ts.Node): boolean => isText(node) && node.text === 'getSession';

/** `{ locals: { getSession: ... } }` */
const isMock = (property: ts.ObjectLiteralElementLike): boolean =>
	nameOf(property.name) === 'getSession' &&
	ts.isPropertyAssignment(property.parent.parent) &&
	nameOf(property.parent.parent.name) === 'locals';

const mocked = (property: ts.ObjectLiteralElementLike): Edit =>
	ts.isShorthandPropertyAssignment(property)
		? insertion(property.getStart(), 'auth: ')
		: rename(property.name as ts.Node, 'auth');

/**
 * `{ getSession }` as `{ auth }` with the calls renamed; as `{ auth: getSession }` where that would be two of one name.
 */
function taken(source: Source, element: ts.BindingElement): Edit[] {
	const { propertyName, name } = element;
	if (propertyName) return [rename(propertyName, 'auth')];
	const isTaken = within(source.ast.compilerNode).some(
		(word) => ts.isIdentifier(word) && word.text === 'auth' && !isMember(word),
	);
	const words = isTaken ? undefined : wordsOf(element);
	if (!words) return [insertion(name.getStart(), 'auth: ')];
	return words.map((word) =>
		ts.isShorthandPropertyAssignment(word.parent) ? insertion(word.getEnd(), ': auth') : rename(word, 'auth'),
	);
}
