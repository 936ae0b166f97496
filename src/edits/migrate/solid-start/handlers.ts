import {
	type CallExpression,
	Node,
	type Statement,
	SyntaxKind,
	ts,
	type VariableDeclaration,
} from 'ts-morph';
import { isHostFunction } from '../../../syntax/functions.ts';
import { isMember } from '../../../syntax/names.ts';
import { takenName } from '../../../syntax/objects.ts';
import { bare } from '../../../syntax/tree/nodes.ts';
import { bindingOf } from '../../../syntax/tree/scopes.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import { inNodes } from '../../splice/unused-imports.ts';
import { handedBy } from './events.ts';

/** What `SolidAuth` answers with. */
export const methods = ['GET', 'POST'];

/** A place that speaks of a handler: `AuthGET`, or `handlers.GET`. */
export interface Use {
	node: Node;
	/** What the handler is called in `SolidAuth`'s answer; undefined for all of the answer. */
	handler: string | undefined;
}

/** An export that does nothing but call a handler. */
export interface Wrapper {
	statement: Statement;
	name: string;
	use: Use;
}

/** Something in a pattern that `SolidAuth` does not give: `signIn`, a rest, a default. */
export function notOurs(declaration: VariableDeclaration): Node | undefined {
	const bound = declaration.getNameNode();
	if (Node.isArrayBindingPattern(bound)) return bound;
	if (!Node.isObjectBindingPattern(bound)) return undefined;
	return bound
		.getElements()
		.find(
			(element) =>
				element.getDotDotDotToken() ||
				element.getInitializer() ||
				!methods.includes(takenName(element) ?? '') ||
				!Node.isIdentifier(element.getNameNode()),
		);
}

export function usesOf(declaration: VariableDeclaration): Use[] {
	const bound = declaration.getNameNode();
	const handlers = new Map<string, string | undefined>();
	if (Node.isObjectBindingPattern(bound))
		for (const element of bound.getElements()) handlers.set(element.getName(), takenName(element));
	else handlers.set(bound.getText(), undefined);
	const value = declaration.getInitializer()?.compilerNode;
	return declaration
		.getSourceFile()
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((word) => handlers.has(word.getText()) && !isMember(word) && !inNodes([bound])(word))
		.filter((word) => {
			const binding = bindingOf(word.getText(), word.compilerNode);
			return binding?.kind === 'value' && binding.value === value;
		})
		.map((word) => {
			const parent = word.getParent();
			const handler = handlers.get(word.getText());
			const isAccess = Node.isPropertyAccessExpression(parent) && parent.getExpression() === word;
			return handler === undefined && isAccess
				? { node: parent, handler: parent.getName() }
				: { node: word, handler };
		});
}

/** Whether a handler gets all of the event, or is handed on itself. */
export function handsOnEvent({ node }: Use): boolean {
	const call = node.getParent();
	if (!Node.isCallExpression(call) || call.getExpression() !== node) return true;
	const argument = call.getArguments()[0]?.compilerNode;
	if (!argument) return false;
	if (handedBy(argument) === 'event') return true;
	const value = bare(argument);
	const binding = ts.isIdentifier(value) ? bindingOf(value.text, value) : undefined;
	return binding?.kind === 'parameter' && binding.taken.length === 0 && handedBy(argument) === undefined;
}

/** The export that a call of a handler is all of. */
export function wrapperOf(use: Use): Wrapper | undefined {
	const call = use.node.getParent();
	if (!Node.isCallExpression(call)) {
		const found = exportOf(use.node);
		return found && found.name === use.handler ? { ...found, use } : undefined;
	}
	const fn = call.getFirstAncestor((one) => isHostFunction(one));
	if (!fn || !isHostFunction(fn) || !handsOnNothingElse(call, fn.getParameters()[0]?.getNameNode()))
		return undefined;
	const body = fn.getBody();
	const [only, second] = Node.isBlock(body) ? body.getStatements() : [];
	const result = Node.isBlock(body) ? Node.isReturnStatement(only) && !second && only.getExpression() : body;
	if (!result || awaited(result) !== call || fn.getParameters().length > 1) return undefined;
	const found = exportOf(fn);
	return found && found.name === use.handler ? { ...found, use } : undefined;
}

function awaited(node: Node): Node {
	const value = unwrap(node);
	return Node.isAwaitExpression(value) ? unwrap(value.getExpression()) : value;
}

/** The statement that exports a value, and nothing else. */
function exportOf(fn: Node): { statement: Statement; name: string } | undefined {
	if (Node.isFunctionDeclaration(fn))
		return fn.hasExportKeyword() && !fn.hasDefaultKeyword()
			? { statement: fn, name: fn.getName() ?? '' }
			: undefined;
	const declaration = fn.getFirstAncestorByKind(SyntaxKind.VariableDeclaration);
	const value = declaration?.getInitializer();
	const statement = declaration?.getVariableStatement();
	if (!declaration || !value || unwrap(value) !== fn || !statement?.hasExportKeyword()) return undefined;
	return statement.getDeclarations().length === 1 ? { statement, name: declaration.getName() } : undefined;
}

/** `{ request: event.request, response: new Response() }`: nothing but what ours takes from the event as well. */
function handsOnNothingElse(call: CallExpression, parameter: Node | undefined): boolean {
	const [argument, second] = call.getArguments();
	if (!argument || second || !parameter) return false;
	const value = unwrap(argument);
	if (!Node.isObjectLiteralExpression(value)) return value.getText() === parameter.getText();
	const event = Node.isIdentifier(parameter) ? parameter.getText() : undefined;
	const taken = Node.isObjectBindingPattern(parameter)
		? parameter.getElements().map((element) => element.getText())
		: [];
	return value.getProperties().every((property) => {
		if (Node.isSpreadAssignment(property)) return property.getExpression().getText() === event;
		if (Node.isShorthandPropertyAssignment(property)) return taken.includes(property.getName());
		if (!Node.isPropertyAssignment(property)) return false;
		const given = unwrap(property.getInitializerOrThrow()).getText();
		const name = property.getName();
		if (name === 'response' && given === 'new Response()') return true;
		return given === `${event}.${name}` || (given === name && taken.includes(name));
	});
}
