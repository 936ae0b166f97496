import { ts } from 'ts-morph';
import { bare, isFunction, isWrapping, unwrapped } from '../../../syntax/tree/nodes.ts';
import { type Binding, bindingOf } from '../../../syntax/tree/scopes.ts';
import { referenceName } from '../../../syntax/tree/types.ts';

/** What a server function or a route is handed: SolidStart's event, or the request that is a part of it. */
export type Handed = 'event' | 'request';

const made: Readonly<Record<string, Readonly<Record<string, Handed>>>> = {
	'solid-js/web': { getRequestEvent: 'event' },
	'@solidjs/start/http': { getWebRequest: 'request', toWebRequest: 'request' },
	'vinxi/http': { getWebRequest: 'request', toWebRequest: 'request' },
};

/** Whether an expression is the event or the request, as far as the file says; undefined where it may be anything. */
export function handedBy(expression: ts.Node, hops = 4): Handed | undefined {
	const value = bare(expression);
	if (hops <= 0) return undefined;
	if (ts.isPropertyAccessExpression(value)) return value.name.text === 'request' ? 'request' : undefined;
	if (ts.isNewExpression(value)) return value.expression.getText() === 'Request' ? 'request' : undefined;
	if (ts.isCallExpression(value)) {
		const found = importedBy(value.expression);
		return found && made[found.module]?.[found.name];
	}
	if (!ts.isIdentifier(value)) return undefined;
	const binding = bindingOf(value.text, value);
	if (binding?.kind === 'value') {
		if (binding.taken.length > 0) return ofMember(binding.taken);
		return binding.value && handedBy(binding.value, hops - 1);
	}
	return binding?.kind === 'parameter' ? ofParameter(binding) : undefined;
}

/** What a callee is imported as, under whatever local name. */
export function importedBy(callee: ts.Node): { module: string; name: string } | undefined {
	const value = unwrapped(callee);
	if (ts.isIdentifier(value)) {
		const binding = bindingOf(value.text, value);
		return binding?.kind === 'import' ? binding : undefined;
	}
	if (!ts.isPropertyAccessExpression(value)) return undefined;
	const space = importedBy(value.expression);
	return space?.name === '*' ? { module: space.module, name: value.name.text } : undefined;
}

const ofMember = (taken: readonly string[]): Handed | undefined =>
	taken.at(-1) === 'request' ? 'request' : undefined;

function ofParameter({ of, index, taken }: Extract<Binding, { kind: 'parameter' }>): Handed | undefined {
	if (taken.length > 0) return ofMember(taken);
	const parameter = of.parameters[index];
	const type = parameter && (parameter.type ?? ts.getJSDocType(parameter));
	if (type) return ofType(type);
	return index === 0 && isCalledWithEvent(of) ? 'event' : undefined;
}

const eventModules = /^(?:@solidjs\/start(?:\/.*)?|solid-js\/web|@authgraft\/runtime\/solid-start)$/;

function ofType(type: ts.TypeNode): Handed | undefined {
	if (ts.isUnionTypeNode(type)) {
		const kinds = new Set(
			type.types.filter((one) => !/^(?:undefined|null)$/.test(one.getText())).map(ofType),
		);
		return kinds.size === 1 ? [...kinds][0] : undefined;
	}
	if (ts.isImportTypeNode(type)) {
		const { argument } = type;
		const module =
			ts.isLiteralTypeNode(argument) && ts.isStringLiteral(argument.literal) ? argument.literal.text : '';
		return eventModules.test(module) && isEventName(referenceName(type)) ? 'event' : undefined;
	}
	if (!ts.isTypeReferenceNode(type) || !ts.isIdentifier(type.typeName)) return undefined;
	const name = type.typeName.text;
	const imported = importsOfTypes(type.getSourceFile()).find(({ local }) => local === name);
	if (imported) return eventModules.test(imported.module) && isEventName(imported.name) ? 'event' : undefined;
	return name === 'Request' && !declaresType(type.getSourceFile(), name) ? 'request' : undefined;
}

const isEventName = (name: string | undefined): boolean => name !== undefined && /Event$/.test(name);

/** Names that a file imports, types included: `bindingOf` knows values. */
function importsOfTypes(ast: ts.SourceFile): { module: string; name: string; local: string }[] {
	return ast.statements.filter(ts.isImportDeclaration).flatMap((statement) => {
		const bindings = statement.importClause?.namedBindings;
		if (!bindings || !ts.isNamedImports(bindings) || !ts.isStringLiteral(statement.moduleSpecifier))
			return [];
		const module = statement.moduleSpecifier.text;
		return bindings.elements.map(({ name, propertyName }) => ({
			...{ module, name: (propertyName ?? name).text, local: name.text },
		}));
	});
}

const declaresType = (ast: ts.SourceFile, name: string): boolean =>
	ast.statements.some(
		(one) =>
			(ts.isTypeAliasDeclaration(one) || ts.isInterfaceDeclaration(one) || ts.isClassDeclaration(one)) &&
			one.name?.text === name,
	);

const methods = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/;
const hooks = /^on(?:Request|BeforeResponse)$/;

/** Whether SolidStart itself calls a function: an export of a route file for a method, or a member of a middleware. */
export function isCalledWithEvent(fn: ts.Node): boolean {
	if (ts.isFunctionDeclaration(fn)) return isExported(fn) && methods.test(fn.name?.text ?? '');
	if (ts.isMethodDeclaration(fn)) return hooks.test(fn.name.getText()) && isMiddleware(fn.parent);
	if (!isFunction(fn)) return false;
	const place = outermost(fn);
	if (ts.isVariableDeclaration(place.parent))
		return methods.test(place.parent.name.getText()) && isExported(place.parent.parent.parent);
	const member = ts.isArrayLiteralExpression(place.parent) ? place.parent : place;
	const property = member.parent;
	return (
		ts.isPropertyAssignment(property) && hooks.test(property.name.getText()) && isMiddleware(property.parent)
	);
}

const outermost = (node: ts.Node): ts.Node => (isWrapping(node.parent) ? outermost(node.parent) : node);

const isExported = (node: ts.Node): boolean =>
	ts.canHaveModifiers(node) &&
	(ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

/** `createMiddleware({ ... })` of SolidStart. */
function isMiddleware(options: ts.Node): boolean {
	const call = options.parent;
	if (!ts.isCallExpression(call)) return false;
	const callee = importedBy(call.expression);
	return callee?.module === '@solidjs/start/middleware' && callee.name === 'createMiddleware';
}
