import {
	type BindingElement,
	Node,
	type ObjectBindingPattern,
	type ParameterDeclaration,
	SyntaxKind,
	ts,
} from 'ts-morph';
import { assignmentsTo, type HostFunction } from './find-functions.ts';
import { importedAs } from './imports.ts';
import { insertItems } from './list.ts';
import { bindingsOf, type Hidden } from './load-results.ts';
import { referenceName } from './load-types.ts';
import { freeName, type Source } from './source.ts';
import { type Edit, insertion } from './text.ts';

/** The expression that reads the session in a load, and the edits that bring its parts into scope. */
export interface Access {
	call: string;
	edits: Edit[];
}

/** How a load reaches `locals.auth()`. `auth` needs no `this`, so it may be taken out of locals. */
export function sessionAccess(source: Source, load: HostFunction): Access | Hidden {
	const [parameter] = load.getParameters();
	if (!parameter) return withoutParameter(source, load);
	if (parameter.isRestParameter() || parameter.getName() === 'this' || parameter.hasQuestionToken())
		return { reason: 'takes its parameter in an unknown form', node: parameter };
	if (!mayHoldLocals(source, parameter))
		return { reason: 'gives its parameter a type that may hold no `locals`', node: parameter };
	const name = parameter.getNameNode();
	// A bare arrow parameter, `event => ...`, needs no edit: the property is read from it.
	if (Node.isIdentifier(name)) return reading(load, name.getText(), '.locals.auth()');
	if (!Node.isObjectBindingPattern(name))
		return { reason: 'takes its parameter apart in an unknown form', node: parameter };
	const locals = elementNamed(name, 'locals');
	if (locals) return fromLocals(source, load, locals);
	if (hasRest(name)) return { reason: 'collects the rest of the event in its parameter', node: parameter };
	if (mentions(load, 'locals')) return { reason: 'uses `locals` for something else', node: parameter };
	return { call: 'locals.auth()', edits: append(source, name, 'locals') };
}

function withoutParameter(source: Source, load: HostFunction): Access | Hidden {
	if (mentions(load, 'locals')) return { reason: 'uses `locals` for something else', node: load };
	const open = load.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken).getEnd();
	const close = load.getFirstChildByKindOrThrow(SyntaxKind.CloseParenToken).getStart();
	const blank = source.text.slice(open, close).trim() === '';
	return {
		call: 'locals.auth()',
		edits: [blank ? { start: open, end: close, text: '{ locals }' } : insertion(open, '{ locals }')],
	};
}

function fromLocals(source: Source, load: HostFunction, locals: BindingElement): Access | Hidden {
	if (locals.getInitializer())
		return { reason: 'gives `locals` a default value in its parameter', node: locals };
	const bound = locals.getNameNode();
	if (Node.isIdentifier(bound)) return reading(load, bound.getText(), '.auth()');
	if (!Node.isObjectBindingPattern(bound))
		return { reason: 'takes `locals` apart in an unknown form', node: locals };
	const auth = elementNamed(bound, 'auth');
	if (auth) {
		const name = auth.getNameNode();
		if (auth.getInitializer() || !Node.isIdentifier(name))
			return { reason: 'takes `locals.auth` apart in its parameter', node: auth };
		return reading(load, name.getText(), '()');
	}
	if (hasRest(bound)) return { reason: 'collects the rest of `locals` in its parameter', node: locals };
	const name = freeName(source, 'auth', 'readSession', 'readAuthSession');
	return {
		call: `${name}()`,
		edits: append(source, bound, name === 'auth' ? name : `auth: ${name}`),
	};
}

/** Reads through a name of the parameter, unless the name means something else further down. */
function reading(load: HostFunction, name: string, rest: string): Access | Hidden {
	const [, again] = bindingsOf(load, name);
	if (again) return { reason: `declares \`${name}\` a second time`, node: again };
	const assignment = assignmentsTo(load, name)[0];
	if (assignment) return { reason: `assigns another value to \`${name}\``, node: assignment };
	return { call: name + rest, edits: [] };
}

const elementNamed = (pattern: ObjectBindingPattern, name: string): BindingElement | undefined =>
	pattern.getElements().find((element) => {
		const key = element.getPropertyNameNode() ?? element.getNameNode();
		return (Node.isStringLiteral(key) ? key.getLiteralValue() : key.getText()) === name;
	});

const hasRest = (pattern: ObjectBindingPattern): boolean =>
	pattern.getElements().some((element) => element.getDotDotDotToken() !== undefined);

function append(source: Source, pattern: ObjectBindingPattern, text: string): Edit[] {
	const items = pattern.getElements();
	const list = { items, open: pattern.getStart() + 1, close: pattern.getEnd() - 1, padding: ' ' as const };
	return insertItems(source, list, items.length, [text]);
}

/** Whether a name is used as a variable inside a load; `event.locals` and `{ locals: 1 }` only spell it. */
const mentions = (load: HostFunction, name: string): boolean =>
	load.getDescendantsOfKind(SyntaxKind.Identifier).some((id) => {
		if (id.getText() !== name) return false;
		const parent = id.getParent();
		const namesProperty =
			Node.isPropertyAccessExpression(parent) ||
			Node.isPropertyAssignment(parent) ||
			Node.isPropertySignature(parent) ||
			Node.isMethodDeclaration(parent);
		return !(namesProperty && parent.getNameNode() === id);
	});

/**
 * Whether the written type of a parameter surely has `locals`: none (SvelteKit or the load's type gives it one), `any`,
 * or one of SvelteKit's events. Covers `@param` of JavaScript.
 */
function mayHoldLocals(source: Source, parameter: ParameterDeclaration): boolean {
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
