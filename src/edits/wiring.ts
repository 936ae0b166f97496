import { Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { addImports, importedAs, type NamedImport } from './imports.ts';
import { freeName, type Source, type Style, unwrap } from './source.ts';
import { type Edit, quoted } from './text.ts';

/** What is put into a server hooks or a middleware file. */
export interface WiringRequest {
	/** How the file imports the auth module: `./auth`. */
	authModule: string;
	/** The runtime's entry for the framework: `@authgraft/runtime/sveltekit`. */
	runtimeModule: string;
	/** Paths to guard; none when empty. */
	protect: string[];
	fallback?: Style;
}

/** Local names for what an edit needs from other modules: the present import's, or a free one that is imported. */
export class LocalNames {
	readonly #imports: NamedImport[] = [];
	readonly #source: Source;

	constructor(source: Source) {
		this.#source = source;
	}

	/** @param wanted names to try, in this order, when the file does not import it yet. */
	of(module: string, name: string, ...wanted: [string, ...string[]]): string {
		const present = importedAs(this.#source, module, name);
		if (present) return present;
		const as = freeName(this.#source, ...wanted);
		this.#imports.push({ module, name, as });
		return as;
	}

	/** The given edits together with the imports that they need. */
	withImports(edits: Edit[]): Edit[] {
		return [...addImports(this.#source, this.#imports), ...edits];
	}
}

/** `protect(['/dashboard'])` */
export const guardCall = (name: string, paths: string[], quote: string): string =>
	`${name}([${paths.map((path) => quoted(path, quote)).join(', ')}])`;

/** Whether a file imports a name and does something with it. */
export function isUsed(source: Source, module: string, name: string): boolean {
	const local = importedAs(source, module, name);
	const identifiers = source.ast.getDescendantsOfKind(SyntaxKind.Identifier);
	return local !== undefined && identifiers.filter((id) => id.getText() === local).length > 1;
}

/**
 * Whether an assignment to `locals.<name>` stands in a file, and where: `locals.auth = x`, `event.locals['auth'] ??= x`,
 * `Object.assign(event.locals, { auth })`, `event.locals = { auth }`. For `auth` that is another library under our name.
 */
export function assignsLocal(ast: SourceFile, name: string): Node | undefined {
	return ast.getDescendants().find((node) => {
		if (Node.isPropertyAccessExpression(node) || Node.isElementAccessExpression(node))
			return memberName(node) === name && isLocals(node.getExpression()) && isAssigned(node);
		if (Node.isBinaryExpression(node))
			return (
				isLocals(node.getLeft()) &&
				node.getOperatorToken().getText() === '=' &&
				hasProperty(node.getRight(), name)
			);
		if (!Node.isCallExpression(node) || node.getExpression().getText() !== 'Object.assign') return false;
		const [target, ...sources] = node.getArguments();
		return target !== undefined && isLocals(target) && sources.some((source) => hasProperty(source, name));
	});
}

function memberName(node: Node): string | undefined {
	if (Node.isPropertyAccessExpression(node)) return node.getName();
	const argument = Node.isElementAccessExpression(node) ? node.getArgumentExpression() : undefined;
	return Node.isStringLiteral(argument) ? argument.getLiteralValue() : undefined;
}

function isLocals(expression: Node): boolean {
	const node = unwrap(expression);
	return (Node.isIdentifier(node) ? node.getText() : memberName(node)) === 'locals';
}

const hasProperty = (value: Node, name: string): boolean => {
	const object = unwrap(value);
	return Node.isObjectLiteralExpression(object) && object.getProperty(name) !== undefined;
};

/** Left of an assignment, also as a target inside `[a, locals.auth] = ...` and `({ x: locals.auth } = ...)`. */
export function isAssigned(target: Node): boolean {
	let node = target;
	for (let parent = node.getParent(); parent; node = parent, parent = node.getParent()) {
		if (Node.isBinaryExpression(parent))
			return parent.getLeft() === node && /^(?:\?\?|\|\||&&)?=$/.test(parent.getOperatorToken().getText());
		const inPattern =
			Node.isObjectLiteralExpression(parent) ||
			Node.isArrayLiteralExpression(parent) ||
			Node.isPropertyAssignment(parent) ||
			Node.isParenthesizedExpression(parent);
		if (!inPattern) return false;
	}
	return false;
}

/** One sentence for each of another library's values on locals that ours runs beside (H25, S10). */
export const notesOnLocals = (ast: SourceFile): string[] =>
	['user', 'session'].flatMap((name) => {
		const own = assignsLocal(ast, name);
		if (!own) return [];
		const line = own.getStartLineNumber();
		return `Line ${line} sets \`locals.${name}\`: that stays, and is not the session of \`locals.auth()\`.`;
	});
