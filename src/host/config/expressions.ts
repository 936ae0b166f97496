import { type Expression, Node, Project, type SourceFile, SyntaxKind, ts } from 'ts-morph';
import { AuthgraftError } from '../../errors.ts';
import type { HostPath } from '../host.ts';
import { absent, type Option } from './option.ts';

/*
 * Loads ts-morph: import this file by `await import()`, and only where a config needs it.
 */

/** Parses one file, and nothing beside it. Throws AG_SYNTAX with the line of the first error. */
export function parse(path: HostPath, text: string): SourceFile {
	const project = new Project({
		useInMemoryFileSystem: true,
		skipLoadingLibFiles: true,
		compilerOptions: { allowJs: true },
	});
	const source = project.createSourceFile(`/${path}`, text);
	const { parseDiagnostics } = source.compilerNode as unknown as {
		parseDiagnostics?: { start: number; messageText: string | { messageText: string } }[];
	};
	const first = parseDiagnostics?.[0] ?? namelessModule(source);
	if (!first) return source;
	const { line } = source.getLineAndColumnAtPos(first.start);
	const reason = typeof first.messageText === 'string' ? first.messageText : first.messageText.messageText;
	throw new AuthgraftError('AG_SYNTAX', `${path}:${line} does not parse: ${reason}`, `Mend ${path} first.`);
}

/** `import { a } from ./a` parses, as an expression, and TypeScript complains only when it checks. */
function namelessModule(source: SourceFile): { start: number; messageText: string } | undefined {
	const found = [...source.getImportDeclarations(), ...source.getExportDeclarations()].find(
		({ compilerNode }) => {
			const { moduleSpecifier } = compilerNode;
			return moduleSpecifier !== undefined && !ts.isStringLiteral(moduleSpecifier);
		},
	);
	return found && { start: found.getStart(), messageText: 'a module is named without quotes.' };
}

/** Where a search for an option ended: at its expression, or at something computed on the way. */
export interface Found {
	node: Node;
	computed: boolean;
}

/** The text under a path of keys, seen from an expression: `lookUp(argument, ['paths', 'base'])`. */
export function lookUp(expression: Node, keys: string[]): Option {
	const found = find(expression, keys);
	if (!found) return absent;
	const value = follow(found.node);
	const line = found.node.getStartLineNumber();
	if (found.computed) return { kind: 'computed', line };
	if (isUndefined(value)) return absent;
	if (Node.isTrueLiteral(value) || Node.isFalseLiteral(value))
		return { kind: 'text', text: value.getText(), line };
	if (!Node.isStringLiteral(value) && !Node.isNoSubstitutionTemplateLiteral(value))
		return { kind: 'computed', line };
	return { kind: 'text', text: value.getLiteralText(), line };
}

/** The expression under a path of keys; undefined where there is none. */
export function find(expression: Node, keys: string[]): Found | undefined {
	const [key, ...rest] = keys;
	if (key === undefined) return { node: expression, computed: false };
	const value = follow(expression);
	if (isUndefined(value)) return undefined;
	if (!Node.isObjectLiteralExpression(value)) return { node: expression, computed: true };
	// The last one wins, so the first from the end decides.
	for (const property of value.getProperties().toReversed()) {
		const found = Node.isSpreadAssignment(property)
			? findInSpread(property.getExpression(), key)
			: findInProperty(property, key);
		if (found) return found.computed ? found : find(found.node, rest);
	}
	return undefined;
}

function findInProperty(property: Node, key: string): Found | undefined {
	const name = nameOf(property);
	// A computed name may be any, ours too.
	if (name === undefined) return { node: property, computed: true };
	if (name !== key) return undefined;
	if (Node.isPropertyAssignment(property)) return { node: property.getInitializerOrThrow(), computed: false };
	if (Node.isShorthandPropertyAssignment(property)) return { node: property.getNameNode(), computed: false };
	return { node: property, computed: true };
}

/** `...(dev && { … })` leaves the keys alone that it does not name; those that it names are computed. */
function findInSpread(expression: Node, key: string): Found | undefined {
	const value = follow(expression);
	if (Node.isObjectLiteralExpression(value)) return find(value, [key]);
	const branches = Node.isConditionalExpression(value)
		? [value.getWhenTrue(), value.getWhenFalse()]
		: Node.isBinaryExpression(value) && value.getOperatorToken().getText() === '&&'
			? [value.getRight()]
			: undefined;
	if (branches?.every((branch) => findInSpread(branch, key) === undefined)) return undefined;
	return { node: expression, computed: true };
}

const isUndefined = (node: Node): boolean => Node.isIdentifier(node) && node.getText() === 'undefined';

function nameOf(property: Node): string | undefined {
	if (!Node.hasName(property)) return undefined;
	const name = (property as unknown as { getNameNode(): Node }).getNameNode();
	const inner = Node.isComputedPropertyName(name) ? name.getExpression() : name;
	if (Node.isStringLiteral(inner) || Node.isNoSubstitutionTemplateLiteral(inner))
		return inner.getLiteralText();
	return Node.isComputedPropertyName(name) ? undefined : name.getText();
}

/** Goes through parentheses, `as`, `satisfies`, `defineConfig(…)` and plain constants to the value itself. */
export function follow(node: Node): Node {
	if (
		Node.isParenthesizedExpression(node) ||
		Node.isAsExpression(node) ||
		Node.isSatisfiesExpression(node) ||
		Node.isTypeAssertion(node) ||
		Node.isNonNullExpression(node)
	) {
		return follow(node.getExpression());
	}
	if (Node.isCallExpression(node) && node.getExpression().getText() === 'defineConfig') {
		const [argument] = node.getArguments();
		return argument ? follow(argument) : node;
	}
	if (Node.isIdentifier(node)) {
		const initializer = constantOf(node.getText(), node);
		return initializer ? follow(initializer) : node;
	}
	return node;
}

/** The initializer of a `const` in scope that nothing changes afterwards. */
function constantOf(name: string, from: Node): Expression | undefined {
	for (const scope of from.getAncestors()) {
		if (Node.isParametered(scope) && scope.getParameters().some((p) => p.getText().includes(name)))
			return undefined;
		if (!Node.isStatemented(scope)) continue;
		const declaration = scope.getVariableDeclaration(name);
		if (!declaration) continue;
		// Only backwards: a ring (`const a = { ...b }; const b = { ...a }`) parses, and would be followed for ever.
		const isConst =
			declaration.getVariableStatement()?.getDeclarationKind() === 'const' &&
			declaration.getEnd() <= from.getStart();
		return isConst && !isChanged(name, from.getSourceFile()) ? declaration.getInitializer() : undefined;
	}
	return undefined;
}

/** `config.kit.files = …`, `delete config.x`, `Object.assign(config, …)`, or a call that could do the same. */
function isChanged(name: string, source: SourceFile): boolean {
	return source.getDescendantsOfKind(SyntaxKind.Identifier).some((identifier) => {
		if (identifier.getText() !== name) return false;
		let node: Node = identifier;
		let parent = node.getParent();
		while (parent && (Node.isPropertyAccessExpression(parent) || Node.isElementAccessExpression(parent))) {
			if (parent.getExpression() !== node) return false;
			node = parent;
			parent = node.getParent();
		}
		if (Node.isBinaryExpression(parent))
			return parent.getLeft() === node && /^[^=!<>]*=$/.test(parent.getOperatorToken().getText());
		if (Node.isDeleteExpression(parent)) return true;
		return (
			Node.isCallExpression(parent) &&
			parent.getExpression().getText() === 'Object.assign' &&
			parent.getArguments()[0] === node
		);
	});
}
