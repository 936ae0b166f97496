import { Node, SyntaxKind, ts } from 'ts-morph';
import type { HostFunction } from '../../syntax/functions.ts';
import { referenceName } from '../../syntax/tree/types.ts';

/** Whether a written type of the load may not take a new property: TypeScript reports surplus ones. */
export function hasNarrowType(load: HostFunction): boolean {
	// Covers `@returns` and `@type` of JavaScript, too.
	const own = load.getReturnTypeNode()?.compilerNode ?? ts.getJSDocReturnType(load.compilerNode);
	if (own) return !isWide(own);
	for (const node of load.getAncestors()) {
		if (Node.isVariableDeclaration(node)) {
			const type = node.getTypeNode()?.compilerNode ?? ts.getJSDocType(node.compilerNode);
			return type !== undefined && !takesAnyObject(node, type);
		}
		if (!Node.isSatisfiesExpression(node) && !Node.isAsExpression(node)) continue;
		const type = node.getTypeNode()?.compilerNode;
		if (type && !takesAnyObject(node, type)) return true;
	}
	return false;
}

/** `LayoutServerLoad`, `ServerLoad` and the like: with type arguments, or declared here, they may say anything. */
function takesAnyObject(place: Node, type: ts.TypeNode): boolean {
	if (isKeyword(type)) return true;
	const name = referenceName(type);
	if (name === undefined || !/(?:^|[a-z])Load$/.test(name)) return false;
	const own = place.getSourceFile();
	const given = ts.isTypeReferenceNode(type) || ts.isImportTypeNode(type) ? type.typeArguments : undefined;
	return given === undefined && !own.getTypeAlias(name) && !own.getInterface(name);
}

/** `Promise<any>`, `Promise<Record<string, unknown>>`: say nothing about the properties. */
function isWide(type: ts.TypeNode): boolean {
	const result = argumentOf(type, 'Promise', 0);
	const value = result && (argumentOf(result, 'Record', 1) ?? result);
	return value !== undefined && isKeyword(value);
}

function argumentOf(type: ts.TypeNode, name: string, index: number): ts.TypeNode | undefined {
	if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
	return type.typeName.text === name ? type.typeArguments?.[index] : undefined;
}

const isKeyword = ({ kind }: ts.TypeNode): boolean =>
	kind === SyntaxKind.AnyKeyword || kind === SyntaxKind.UnknownKeyword || kind === SyntaxKind.ObjectKeyword;
