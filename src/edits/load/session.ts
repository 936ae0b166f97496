import { Node, SyntaxKind } from 'ts-morph';
import { bindingsOf } from '../../syntax/bindings.ts';
import type { HostFunction } from '../../syntax/functions.ts';
import { propertyNamed, takenName } from '../../syntax/objects.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import type { Result } from './results.ts';

/**
 * The `session` that a load returns already, and whether it is `await locals.auth()`; undefined when it returns none.
 */
export function ownSession(
	load: HostFunction,
	results: Result[],
): { line: number; ours: boolean } | undefined {
	const found = results.flatMap(({ node, literal }) => {
		const property =
			propertyNamed(literal, 'session') ?? (node === literal ? undefined : assigned(load, node));
		if (!property) return [];
		return [{ line: property.getStartLineNumber(), ours: isOurs(load, writtenValue(property)) }];
	});
	return found.find(({ ours }) => ours) ?? found[0];
}

/** `data.session = ...`, for `return data`. */
const assigned = (load: HostFunction, data: Node): Node | undefined =>
	load.getDescendantsOfKind(SyntaxKind.BinaryExpression).find((expression) => {
		const target = expression.getLeft();
		return (
			expression.getOperatorToken().getKind() === SyntaxKind.EqualsToken &&
			Node.isPropertyAccessExpression(target) &&
			target.getName() === 'session' &&
			target.getExpression().getText() === data.getText()
		);
	});

function writtenValue(property: Node): Node | undefined {
	if (Node.isShorthandPropertyAssignment(property)) return property.getNameNode();
	if (Node.isBinaryExpression(property)) return property.getRight();
	return Node.isPropertyAssignment(property) ? property.getInitializer() : undefined;
}

function isOurs(load: HostFunction, value: Node | undefined): boolean {
	const bare = value && unwrap(value);
	if (Node.isIdentifier(bare)) {
		const [binding] = bindingsOf(load, bare.getText());
		return Node.isVariableDeclaration(binding) && isOurs(load, binding.getInitializer());
	}
	return Node.isAwaitExpression(bare) && isAuthCall(load, unwrap(bare.getExpression()));
}

/** `locals.auth()`, through whatever names the parameter gives the two. */
function isAuthCall(load: HostFunction, call: Node): boolean {
	if (!Node.isCallExpression(call)) return false;
	const callee = unwrap(call.getExpression());
	if (Node.isIdentifier(callee)) return takenFrom(load, callee.getText(), 'auth');
	if (!Node.isPropertyAccessExpression(callee) || callee.getName() !== 'auth') return false;
	const object = unwrap(callee.getExpression());
	if (Node.isIdentifier(object)) return takenFrom(load, object.getText(), 'locals');
	return Node.isPropertyAccessExpression(object) && object.getName() === 'locals';
}

/** Whether a name was taken out of an object under this key: `{ locals: own }` for `own`. */
const takenFrom = (load: HostFunction, name: string, key: string): boolean =>
	bindingsOf(load, name).some(
		(binding) =>
			(Node.isBindingElement(binding) && takenName(binding) === key) ||
			(Node.isVariableDeclaration(binding) && isAccess(binding.getInitializer(), key)),
	);

const isAccess = (value: Node | undefined, key: string): boolean =>
	Node.isPropertyAccessExpression(value) && value.getName() === key;
