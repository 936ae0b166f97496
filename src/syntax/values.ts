import { type Identifier, Node, SyntaxKind } from 'ts-morph';
import { isAssigned } from './assignments.ts';
import { isHostFunction } from './functions.ts';
import { isDeclared, sameName } from './names.ts';
import { isWrapping } from './tree/nodes.ts';
import { type Unclear, unclear } from './unclear.ts';
import { unwrap } from './unwrap.ts';

/** What an expression comes to, seen through casts and constants of its file. */
export type Value =
	/** `through`: the constants on the way, from the use inwards. */
	| { kind: 'written'; node: Node; through: Identifier[] }
	/** `name`: the exported one, `default`, or `*`. */
	| { kind: 'imported'; module: string; name: string; local: string; node: Node; through: Identifier[] }
	| Unclear;

/** Follows an expression to where its value is written, or to the import that it is taken from. */
export function meaningBehind(expression: Node): Value {
	const through: Identifier[] = [];
	let node = unwrap(expression);
	while (Node.isIdentifier(node)) {
		const found = meaningOf(node);
		if ('module' in found) return { kind: 'imported', ...found, local: node.getText(), node, through };
		if ('reason' in found) return unclear(found.reason, node);
		// Two constants can name each other.
		if (through.includes(node)) return unclear('names itself', node);
		through.push(node);
		node = unwrap(found.value);
	}
	return { kind: 'written', node, through };
}

/** What one name stands for. */
export type Meaning = { module: string; name: string } | { value: Node } | { reason: string };

/** What a name stands for. There are no scopes here: one that is declared twice in the file is not understood. */
export function meaningOf(use: Identifier): Meaning {
	const name = use.getText();
	const words = sameName(use);
	const imports = words.flatMap((word) => importOf(word) ?? []);
	const declared = words.filter(isDeclared);
	const [word] = declared;
	if (imports.length + declared.length > 1) return { reason: `declares \`${name}\` more than once` };
	if (imports[0]) return imports[0];
	const parent = word?.getParent();
	if (Node.isFunctionDeclaration(parent)) return { value: parent };
	const initializer = Node.isVariableDeclaration(parent) ? parent.getInitializer() : undefined;
	if (!Node.isVariableDeclaration(parent) || !initializer)
		return { reason: `has a \`${name}\` whose value cannot be seen` };
	// A `let` that nothing assigns to is a constant, whatever it is called.
	return words.some(isGivenAnother)
		? { reason: `gives \`${name}\` another value later` }
		: { value: initializer };
}

function importOf(word: Identifier): { module: string; name: string } | undefined {
	const declaration = word.getFirstAncestorByKind(SyntaxKind.ImportDeclaration);
	if (!declaration || declaration.isTypeOnly()) return undefined;
	const module = declaration.getModuleSpecifierValue();
	const parent = word.getParent();
	if (Node.isImportClause(parent)) return { module, name: 'default' };
	if (Node.isNamespaceImport(parent)) return { module, name: '*' };
	if (!Node.isImportSpecifier(parent) || parent.isTypeOnly()) return undefined;
	return { module, name: parent.getName() };
}

const changing = ['pop', 'push', 'shift', 'unshift', 'splice', 'fill', 'copyWithin', 'reverse', 'sort'];

/**
 * Where code changes a constant's list or object behind its declaration: what is written there is not what counts.
 * @param member only changes of this member, and of the whole by computed names.
 */
export function changeOf(use: Identifier, member?: string): Node | undefined {
	return sameName(use).find((word) => {
		let node: Node = word;
		let depth = 0;
		for (let parent = node.getParent(); parent; node = parent, parent = node.getParent()) {
			if (isWrapping(parent.compilerNode)) continue;
			if (!Node.isPropertyAccessExpression(parent) && !Node.isElementAccessExpression(parent)) break;
			if (parent.getExpression() !== node) break;
			const name = Node.isPropertyAccessExpression(parent) ? parent.getName() : undefined;
			if (depth === 0 && member !== undefined && name !== undefined && name !== member) return false;
			depth++;
			if (isAssigned(parent) || Node.isDeleteExpression(parent.getParent())) return true;
			if (name !== undefined && changing.includes(name) && isCalled(parent)) return true;
		}
		return isGivenAnother(word) || isAssignTarget(word);
	});
}

/** `providers = ...`, `for (providers of ...)` */
const isGivenAnother = (word: Node): boolean => {
	const parent = word.getParent();
	const isLoop = Node.isForOfStatement(parent) || Node.isForInStatement(parent);
	return isAssigned(word) || (isLoop && parent.getInitializer() === word);
};

const isCalled = (node: Node): boolean => {
	const parent = node.getParent();
	return Node.isCallExpression(parent) && parent.getExpression() === node;
};

/** `Object.assign(config, ...)` */
function isAssignTarget(word: Node): boolean {
	const call = word.getParent();
	return (
		Node.isCallExpression(call) &&
		call.getExpression().getText() === 'Object.assign' &&
		call.getArguments()[0] === word
	);
}

/** A function may answer with itself. */
export const maxDepth = 8;

/** The expression that a function answers with; undefined where there is more than one, or none. */
export function answerOf(node: Node): Node | undefined {
	if (Node.isArrowFunction(node) && !Node.isBlock(node.getBody())) return node.getBody();
	if (!isHostFunction(node)) return undefined;
	const returns = node
		.getDescendantsOfKind(SyntaxKind.ReturnStatement)
		.filter(
			(found) =>
				found.getFirstAncestor(
					(one) => Node.isFunctionLikeDeclaration(one) || Node.isFunctionExpression(one),
				) === node,
		);
	const [only, second] = returns;
	return second ? undefined : only?.getExpression();
}
