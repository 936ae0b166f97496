import {
	type BindingElement,
	Node,
	type ObjectBindingPattern,
	type ParameterDeclaration,
	SyntaxKind,
	ts,
} from 'ts-morph';
import type { HostFunction } from '../../syntax/functions.ts';
import { importedAs } from '../../syntax/imports.ts';
import { takenName } from '../../syntax/objects.ts';
import type { Source } from '../../syntax/source.ts';
import { referenceName } from '../../syntax/tree/types.ts';

export const elementNamed = (pattern: ObjectBindingPattern, name: string): BindingElement | undefined =>
	pattern.getElements().find((element) => takenName(element) === name);

/**
 * Whether the written type of a parameter surely has `locals`: none (SvelteKit or the load's type gives it one), `any`,
 * or one of SvelteKit's events. Covers `@param` of JavaScript.
 */
export function mayHoldLocals(source: Source, parameter: ParameterDeclaration): boolean {
	const type = parameter.getTypeNode()?.compilerNode ?? ts.getJSDocType(parameter.compilerNode);
	if (!type || type.kind === SyntaxKind.AnyKeyword) return true;
	if (ts.isTypeLiteralNode(type)) return false;
	if (ts.isIndexedAccessTypeNode(type)) return isParametersOfLoad(type.objectType);
	const name = referenceName(type);
	return name !== undefined && /Event$/.test(name) && !declaresType(source, name);
}

/** `Parameters<LayoutServerLoad>[0]` */
function isParametersOfLoad(type: ts.TypeNode): boolean {
	if (!ts.isTypeReferenceNode(type) || referenceName(type) !== 'Parameters') return false;
	const load = type.typeArguments?.[0];
	return load !== undefined && /(?:^|[a-z])Load$/.test(referenceName(load) ?? '');
}

const declaresType = (source: Source, name: string): boolean =>
	source.ast.getTypeAlias(name) !== undefined || source.ast.getInterface(name) !== undefined;

/** Names that the event of a server load has, and hardly anything else that a wrapper could pass. */
const eventOnly = [
	'locals',
	'cookies',
	'setHeaders',
	'getClientAddress',
	'isDataRequest',
	'depends',
	'untrack',
];

/**
 * Whether the function that a wrapper calls gets the event first. Known of `loadFlash`; else told by the parameter's
 * type or by what is taken from it: `makeLoad((user) => ...)` must not become `user.locals.auth()`.
 */
export function receivesEvent(source: Source, load: HostFunction, callee: string): boolean {
	if (importedAs(source, 'sveltekit-flash-message/server', 'loadFlash') === callee) return true;
	const [parameter] = load.getParameters();
	if (!parameter) return false;
	const type = parameter.getTypeNode();
	if (type) return Node.isTypeReference(type) && mayHoldLocals(source, parameter);
	const name = parameter.getNameNode();
	if (Node.isObjectBindingPattern(name)) return eventOnly.some((key) => elementNamed(name, key));
	if (!Node.isIdentifier(name)) return false;
	return load
		.getDescendantsOfKind(SyntaxKind.PropertyAccessExpression)
		.some(
			(access) => access.getExpression().getText() === name.getText() && eventOnly.includes(access.getName()),
		);
}
