import { type CallExpression, Node, SyntaxKind, type VariableDeclaration } from 'ts-morph';
import { localOf } from '../../../syntax/imports.ts';
import { isTaken } from '../../../syntax/names.ts';
import type { Source } from '../../../syntax/source.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import { type Edit, type EditResult, insertion } from '../../splice/edit.ts';
import { type Located, refuse, transform } from '../../splice/transform.ts';
import { inNodes, removeUnused } from '../../splice/unused-imports.ts';
import { hasComment, runtime, runtimeCalls } from './calls.ts';
import { handsOnEvent, methods, notOurs, usesOf, wrapperOf } from './handlers.ts';

const snippet = `export const { GET, POST } = SolidAuth(authConfig);`;

/**
 * The handlers of the catch-all route as `SolidAuth` gives them, in place of functions that call them with a part of the
 * event: `export const { GET, POST } = SolidAuth(authConfig);`. What hands the whole event on stays as it is.
 */
export function exportHandlers(path: string, content: string): EditResult {
	return transform(path, content, { snippet }, (source) => {
		const [call, second] = runtimeCalls(source.ast, 'SolidAuth');
		if (!call) return { kind: 'unchanged', reason: 'makes no handlers' };
		if (second) return refuse('calls SolidAuth() more than once', snippet, second);
		const declaration = declarationOf(call);
		if (!declaration) return { kind: 'unchanged', reason: 'hands its handlers on as they are' };
		return located(source, call, declaration);
	});
}

/** `const { GET: AuthGET, POST: AuthPOST } = SolidAuth(...)`, or `const handlers = SolidAuth(...)`. */
function declarationOf(call: CallExpression): VariableDeclaration | undefined {
	const declaration = call.getFirstAncestor(
		(one) => Node.isVariableDeclaration(one) || Node.isStatement(one),
	);
	if (!Node.isVariableDeclaration(declaration)) return undefined;
	const value = declaration.getInitializer();
	return value && unwrap(value) === call ? declaration : undefined;
}

function located(source: Source, call: CallExpression, declaration: VariableDeclaration): Located {
	const strange = notOurs(declaration);
	if (strange) return refuse('takes more than `GET` and `POST` from SolidAuth()', snippet, strange);
	const uses = usesOf(declaration);
	const other = uses.find(({ handler }) => handler !== undefined && !methods.includes(handler));
	if (other) return refuse(`uses \`${other.handler}\`, which SolidAuth() does not give`, snippet, other.node);
	const parts = uses.filter((use) => !handsOnEvent(use));
	const [first] = parts;
	if (!first) return { kind: 'unchanged', reason: 'hands its handlers on as they are' };
	const wrappers = uses.map(wrapperOf);
	const odd = uses[wrappers.indexOf(undefined)] ?? first;
	const statement = declaration.getVariableStatement();
	const isPlain =
		statement?.getDeclarations().length === 1 &&
		statement.getParent() === source.ast &&
		!statement.hasExportKeyword() &&
		!declaration.getTypeNode();
	if (!statement || !isPlain || !wrappers.every((one) => one !== undefined))
		return refuse('calls a handler of sign-in with a part of the event only', snippet, odd.node);
	if (hasComment(declaration.getNameNode().getText()))
		return refuse('has a comment among the handlers of sign-in', snippet, declaration);
	const gone = wrappers.map((wrapper) => wrapper.statement);
	const bound = declaration.getNameNode();
	const names = wrappers.map(({ name }) => name).join(', ');
	return [
		insertion(statement.getStart(), 'export '),
		{ start: bound.getStart(), end: bound.getEnd(), text: `{ ${names} }` },
		...ownName(source, call),
		...withoutBlankEnd(source, removeUnused(source, isTypeOfEvent, inNodes(gone), gone)),
	];
}

/** What goes at the end of a file takes the blank lines in front of it along. */
function withoutBlankEnd({ text }: Source, edits: Edit[]): Edit[] {
	const sorted = [...edits].sort((a, b) => b.start - a.start);
	let end = text.length;
	let first: Edit | undefined;
	for (const edit of sorted) {
		if (text.slice(edit.end, end).trim() !== '') break;
		first = edit;
		end = edit.start;
	}
	if (!first) return edits;
	// A file that ends without a line break goes on doing so.
	const pattern = text.endsWith('\n') ? /(?<=\n)(?:[ \t]*\r?\n)+$/ : /(?:\r?\n[ \t]*)+$/;
	const blank = pattern.exec(text.slice(0, first.start))?.[0].length ?? 0;
	const start = first.start - blank;
	const last = first;
	return edits.map((edit) => (edit === last ? { ...edit, start } : edit));
}

const isTypeOfEvent = (module: string, name: string): boolean =>
	(module === runtime && name === 'SolidEvent') ||
	(module === '@solidjs/start/server' && name === 'APIEvent');

/** `SolidAuth as StartAuthJS` loses the name that it has no use for any more. */
function ownName(source: Source, call: CallExpression): Edit[] {
	const callee = call.getExpression();
	const specifier = source.ast
		.getImportDeclarations()
		.filter((one) => one.getModuleSpecifierValue() === runtime)
		.flatMap((one) => one.getNamedImports())
		.find((item) => item.getName() === 'SolidAuth' && localOf(item) === callee.getText());
	const alias = specifier?.getAliasNode();
	const words = source.ast
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((word) => word.getText() === callee.getText());
	const isFree = words.length === 2 && !hasOtherSolidAuth(source, specifier);
	if (!specifier || !alias || !isFree || hasComment(specifier.getText())) return [];
	return [
		{ start: specifier.getNameNode().getEnd(), end: alias.getEnd(), text: '' },
		{ start: callee.getStart(), end: callee.getEnd(), text: 'SolidAuth' },
	];
}

const hasOtherSolidAuth = (source: Source, specifier: Node | undefined): boolean =>
	isTaken(source, 'SolidAuth') &&
	source.ast
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.some((word) => word.getText() === 'SolidAuth' && word.getParent() !== specifier);
