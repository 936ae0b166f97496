import { type MethodDeclaration, Node, SyntaxKind } from 'ts-morph';
import { isFunctionValue } from '../../syntax/functions.ts';
import { expressionOf } from '../../syntax/objects.ts';
import type { Source } from '../../syntax/source.ts';
import { indentationAt } from '../../syntax/text.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { type Edit, insertion, type Refusal, surround } from '../splice/edit.ts';
import { insertItems, listOf } from '../splice/list.ts';
import { type Located, refuse } from '../splice/transform.ts';

/** How a value goes into a list: a function as it is, a list by spread, either of them through `flat()`. */
type Form = 'function' | 'list' | 'either' | 'other';

/**
 * Puts members in front of what the `onRequest` of a middleware runs: a function or a list of them, written there or
 * behind a name, or a method.
 */
export function intoOnRequest(source: Source, property: Node, members: string[], snippet: string): Located {
	const ours = members.join(', ');
	if (Node.isMethodDeclaration(property)) return methodToList(property, ours, snippet);
	const value = expressionOf(property);
	if (!value)
		return refuse('writes `onRequest` as an accessor, which cannot stand in a list', snippet, property);
	const inner = unwrap(value);
	if (Node.isArrayLiteralExpression(inner))
		return insertItems(source, listOf(inner, inner.getElements(), ''), 0, members);
	const form = formOf(inner);
	if (form === 'other') return refuse('computes `onRequest`, so it may be anything', snippet, property);
	const before = `[${ours}, ${form === 'list' ? '...' : ''}`;
	const after = form === 'either' ? '].flat()' : ']';
	const edits = Node.isShorthandPropertyAssignment(property)
		? [insertion(property.getEnd(), `: ${before}onRequest${after}`)]
		: wrap(source, value, before, after);
	if (form !== 'either') return edits;
	const note = `\`${inner.getText()}\` may be a function or a list of them, which cannot be seen here: flat() takes both.`;
	return { kind: 'edits', edits, notes: [note] };
}

/** A comment on a line of its own above a value is about that value: it goes into the list with it. */
function wrap({ text, style }: Source, value: Node, before: string, after: string): Edit[] {
	const comment = value.getLeadingCommentRanges()[0]?.getPos();
	if (comment === undefined) return surround(value.getStart(), value.getEnd(), before, after);
	const line = style.eol + indentationAt(text, comment);
	return surround(comment, value.getEnd(), before.replace(/ (?=(?:\.\.\.)?$)/, line), after);
}

function formOf(value: Node): Form {
	if (isFunctionValue(value)) return 'function';
	if (Node.isIdentifier(value)) return formOfName(value);
	if (Node.isPropertyAccessExpression(value) || Node.isCallExpression(value))
		return value.hasQuestionDotToken() ? 'other' : 'either';
	return 'other';
}

function formOfName(name: Node): Form {
	const ast = name.getSourceFile();
	if (name.getText() === 'undefined') return 'other';
	if (ast.getFunction(name.getText())) return 'function';
	const declaration = ast.getVariableDeclaration(name.getText());
	if (!declaration) return 'either';
	const initializer = declaration.getInitializer();
	if (!initializer || declaration.getVariableStatement()?.getDeclarationKind() !== 'const') return 'other';
	const value = unwrap(initializer);
	if (Node.isArrayLiteralExpression(value)) return 'list';
	// One step only: two constants can name each other.
	return Node.isIdentifier(value) ? 'either' : formOf(value);
}

/** `onRequest(event) { ... }` becomes `onRequest: [ours, function onRequest(event) { ... }]`. */
function methodToList(method: MethodDeclaration, ours: string, snippet: string): Edit[] | Refusal {
	const name = method.getNameNode();
	const bound = [SyntaxKind.ThisKeyword, SyntaxKind.SuperKeyword].some(
		(kind) => method.getDescendantsOfKind(kind).length > 0,
	);
	if (bound || method.isGenerator()) {
		const reason =
			'writes `onRequest` as a method that uses `this` or is a generator, which cannot stand in a list';
		return refuse(reason, snippet, method);
	}
	// The name of a function is in scope within it, that of a method is not.
	const named = method
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.some((id) => id !== name && id.getText() === 'onRequest');
	if (named || !Node.isIdentifier(name)) {
		return refuse(
			'writes `onRequest` as a method whose name cannot become a function of that name',
			snippet,
			method,
		);
	}
	return [
		insertion(method.getStart(), `onRequest: [${ours}, `),
		insertion(name.getStart(), 'function '),
		insertion(method.getEnd(), ']'),
	];
}
