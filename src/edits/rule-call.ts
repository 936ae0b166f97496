import { type ArrayLiteralExpression, type CallExpression, type Identifier, Node } from 'ts-morph';
import { expressionOf, findProperty, keyOf } from './find-config.ts';
import { unwrap } from './source.ts';
import { isAssigned } from './wiring.ts';

/** A call of `protect`, taken apart. */
export interface RuleCall {
	call: CallExpression;
	/** Its patterns, with the nodes that say them. */
	paths: Pattern[];
	/** There may be patterns besides. */
	computed: boolean;
	/** The list that the patterns stand in, where it may be edited: nothing else uses it. */
	list: ArrayLiteralExpression | undefined;
	/** Undefined where they cannot be seen. */
	options: RuleOptions | undefined;
}

export interface Pattern {
	text: string;
	node: Node;
}

export interface RuleOptions {
	/** Undefined where it cannot be seen. */
	except: string[] | undefined;
	/** The value of `allow`: an expression, or a method. */
	allow: Node | undefined;
	/** Undefined where it cannot be seen. */
	remoteFunctions: boolean | undefined;
	/** A sign-in page of the rule's own, where it can be seen. */
	signInPage?: string;
	/** Options besides, or some of these with a value that cannot be seen: no other rule is its equal. */
	special: boolean;
}

/** Reads a call of `protect`: what it guards, and with which options. */
export function readCall(call: CallExpression): RuleCall {
	const [patterns, options] = call.getArguments();
	const list = patterns && !Node.isSpreadElement(patterns) ? soleBehind(patterns) : undefined;
	return {
		call,
		...(patterns ? readPatterns(patterns) : { paths: [], computed: true }),
		list: Node.isArrayLiteralExpression(list) ? list : undefined,
		options: call.getArguments().some(Node.isSpreadElement) ? undefined : readOptions(options),
	};
}

function readPatterns(argument: Node): { paths: Pattern[]; computed: boolean } {
	const value = constantBehind(argument);
	if (Node.isStringLiteral(value) || Node.isNoSubstitutionTemplateLiteral(value))
		return { paths: [{ text: value.getLiteralText(), node: argument }], computed: false };
	if (!Node.isArrayLiteralExpression(value)) return { paths: [], computed: true };
	const items = value.getElements().map((item) => {
		const inner = Node.isSpreadElement(item) ? item.getExpression() : item;
		// A list in a list, or a text that is spread into its letters, is no pattern.
		const isList = Node.isArrayLiteralExpression(constantBehind(inner));
		if (isList !== Node.isSpreadElement(item)) return { paths: [], computed: true };
		const { paths, computed } = readPatterns(inner);
		return { paths: isList ? paths : paths.map(({ text }) => ({ text, node: item })), computed };
	});
	return {
		paths: items.flatMap(({ paths }) => paths),
		computed: items.some(({ computed }) => computed),
	};
}

function readOptions(argument: Node | undefined): RuleOptions | undefined {
	const none = { except: [], allow: undefined, remoteFunctions: false, special: false };
	if (!argument) return none;
	const object = constantBehind(argument);
	if (!Node.isObjectLiteralExpression(object)) return undefined;
	const found = ['except', 'allow', 'remoteFunctions'].map((key) => findProperty(object, key));
	if (found.some(({ kind }) => kind === 'hidden')) return undefined;
	const [except, allow, remote] = found.map((item) => (item.kind === 'found' ? item.property : undefined));
	const exceptValue = except && expressionOf(except);
	const open = exceptValue && readPatterns(exceptValue);
	const seen = !except || (open !== undefined && !open.computed);
	const remoteValue = remote && expressionOf(remote);
	const deny = remoteValue ? textOf(constantBehind(remoteValue)) : undefined;
	const page = findProperty(object, 'signInPage');
	const pageValue = page.kind === 'found' ? expressionOf(page.property) : undefined;
	const signInPage = pageValue && textOf(constantBehind(pageValue));
	const known = object.getProperties().every((item) => isKnown(keyOf(item)));
	return {
		except: seen ? (open?.paths.map(({ text }) => text) ?? []) : undefined,
		allow: allow && (expressionOf(allow) ?? allow),
		remoteFunctions: remote && deny === undefined ? undefined : deny === 'deny',
		...(signInPage === undefined ? {} : { signInPage }),
		special: !seen || !known || (remote !== undefined && deny !== 'deny'),
	};
}

const isKnown = (key: string | undefined): boolean =>
	key !== undefined && ['except', 'allow', 'remoteFunctions'].includes(key);

const textOf = (node: Node): string | undefined =>
	Node.isStringLiteral(node) || Node.isNoSubstitutionTemplateLiteral(node)
		? node.getLiteralText()
		: undefined;

/**
 * The value of an expression, through casts and through constants of this file, whoever else reads them. Good for
 * reading; what is edited must be behind constants that nothing else uses (`soleBehind`).
 */
export const constantBehind = (node: Node): Node => behind(node, constantOf, []);

/** The same through constants that nothing else uses: whoever edits it there edits nothing else. */
export const soleBehind = (node: Node): Node =>
	behind(node, (use) => (isSole(use) ? constantOf(use) : undefined), []);

function behind(node: Node, step: (use: Identifier) => Node | undefined, seen: Node[]): Node {
	const value = unwrap(node);
	const initializer = Node.isIdentifier(value) ? step(value) : undefined;
	// Two constants can name each other.
	if (!initializer || seen.includes(initializer)) return value;
	return behind(initializer, step, [...seen, initializer]);
}

/** Methods after which a list is not what its declaration says. */
const changing = ['pop', 'push', 'shift', 'unshift', 'splice', 'fill', 'copyWithin', 'length'];

function constantOf(use: Identifier): Node | undefined {
	const words = sameName(use);
	const [name, other] = words.filter(isDeclared);
	const declaration = name?.getParent();
	if (other || !Node.isVariableDeclaration(declaration)) return undefined;
	return words.some((word) => isChanged(word) || isAssigned(word)) ? undefined : declaration.getInitializer();
}

/** Whether a constant is declared, used here, and nowhere else. */
export function isSole(use: Identifier): boolean {
	const words = sameName(use);
	const declaration = words.find(isDeclared)?.getParent();
	const statement = Node.isVariableDeclaration(declaration) ? declaration.getVariableStatement() : undefined;
	return words.length === 2 && statement?.isExported() === false;
}

/** Identifiers that mean the same variable as far as their spelling goes. */
export const sameName = (use: Identifier): Identifier[] =>
	use
		.getSourceFile()
		.getDescendants()
		.filter((word) => Node.isIdentifier(word))
		.filter((word) => word.getText() === use.getText() && !isMember(word));

/** `x.name`, `{ name: ... }`, `import { name as ... }` and `export { ... as name }` spell the word without the variable. */
export function isMember(word: Identifier): boolean {
	const parent = word.getParent();
	if (Node.isPropertyAccessExpression(parent) || Node.isPropertyAssignment(parent))
		return parent.getNameNode() === word;
	if (Node.isImportSpecifier(parent))
		return parent.getAliasNode() !== undefined && parent.getNameNode() === word;
	return Node.isExportSpecifier(parent) && parent.getAliasNode() === word;
}

/** Whether a word is where its name comes into being. Imports do not count. */
export function isDeclared(word: Identifier): boolean {
	const parent = word.getParent();
	const declares =
		Node.isVariableDeclaration(parent) ||
		Node.isParameterDeclaration(parent) ||
		Node.isBindingElement(parent) ||
		Node.isFunctionDeclaration(parent) ||
		Node.isFunctionExpression(parent) ||
		Node.isClassDeclaration(parent) ||
		Node.isClassExpression(parent) ||
		Node.isEnumDeclaration(parent);
	return declares && parent.getNameNode() === word;
}

function isChanged(word: Identifier): boolean {
	const parent = word.getParent();
	if (Node.isElementAccessExpression(parent)) return parent.getExpression() === word;
	if (!Node.isPropertyAccessExpression(parent)) return false;
	return changing.includes(parent.getName()) || isAssigned(parent);
}
