import { Node, type SourceFile, SyntaxKind } from 'ts-morph';
import { isAssigned } from '../../syntax/assignments.ts';
import { importedAs } from '../../syntax/imports.ts';
import type { Source, Style } from '../../syntax/source.ts';
import { quoted } from '../../syntax/text.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import type { AuthImport } from '../handle/auth-handle.ts';

/** What is put into a server hooks or a middleware file. */
export interface WiringRequest extends AuthImport {
	/** The runtime's entry for the framework: `@authgraft/runtime/sveltekit`. */
	runtimeModule: string;
	/** Paths to guard; none when empty. */
	protect: string[];
	fallback?: Style;
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

/**
 * An event that is handed on with other locals: `resolve({ ...event, locals: { db } })`. What the auth handle puts on
 * locals is lost there; an assignment to `event.locals` keeps it.
 */
export const handsOnOtherLocals = (ast: SourceFile): Node | undefined =>
	ast.getDescendantsOfKind(SyntaxKind.CallExpression).find((call) =>
		call.getArguments().some((argument) => {
			const event = unwrap(argument);
			if (!Node.isObjectLiteralExpression(event) || !event.getProperties().some(Node.isSpreadAssignment))
				return false;
			const locals = event.getProperty('locals');
			if (!Node.isPropertyAssignment(locals)) return false;
			const value = unwrap(locals.getInitializerOrThrow());
			return Node.isObjectLiteralExpression(value) && !value.getProperties().some(Node.isSpreadAssignment);
		}),
	);

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

/** One sentence for each of another library's values on locals that ours runs beside (docs/host-shapes.md, H25 and S10). */
export const notesOnLocals = (ast: SourceFile): string[] =>
	['user', 'session'].flatMap((name) => {
		const own = assignsLocal(ast, name);
		if (!own) return [];
		const line = own.getStartLineNumber();
		return `Line ${line} sets \`locals.${name}\`: that stays, and is not the session of \`locals.auth()\`.`;
	});
