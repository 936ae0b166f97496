import { ts } from 'ts-morph';
import { bare, isText, nameOf } from './nodes.ts';
import { type Binding, bindingOf } from './scopes.ts';
import { referenceName } from './types.ts';

/*
 * Whether an expression is the `locals` of an event of SvelteKit, by what its names are bound to.
 */

/** `unclear`: spelled so, and what it is cannot be seen. */
export type Certainty = 'yes' | 'no' | 'unclear';

/** How many constants may stand between a use and the event. */
const maxHops = 6;

/** The object and the name of `a.b`, `a?.b` and `a['b']`. */
export function memberOf(node: ts.Node): { object: ts.Expression; name: string; word: ts.Node } | undefined {
	if (ts.isPropertyAccessExpression(node))
		return { object: node.expression, name: node.name.text, word: node.name };
	if (!ts.isElementAccessExpression(node) || !isText(node.argumentExpression)) return undefined;
	const word = node.argumentExpression;
	return { object: node.expression, name: word.text, word };
}

/** Whether an expression is `event.locals`, under whatever name. */
export function isEventLocals(node: ts.Node, hops = maxHops): Certainty {
	const value = bare(node);
	if (ts.isIdentifier(value)) return isLocalsName(value, hops);
	// `event.locals ?? {}`
	if (ts.isBinaryExpression(value) && isFallback(value)) return isEventLocals(value.left, hops);
	const member = memberOf(value);
	return member?.name === 'locals' ? isEvent(member.object, hops) : 'no';
}

/** Whether a pattern takes properties out of `event.locals`. */
export function takesFromLocals(pattern: ts.ObjectBindingPattern): Certainty {
	const owner = pattern.parent;
	if (ts.isParameter(owner)) return isLocalsType(owner) ? 'yes' : 'no';
	if (ts.isVariableDeclaration(owner)) return owner.initializer ? isEventLocals(owner.initializer) : 'no';
	if (nameOf(owner.propertyName) !== 'locals' || owner.dotDotDotToken) return 'no';
	const outer = owner.parent.parent;
	if (ts.isParameter(outer)) return holdsLocals(outer);
	if (ts.isVariableDeclaration(outer))
		return outer.initializer ? isEvent(outer.initializer, maxHops) : 'unclear';
	return ts.isBindingElement(outer) && nameOf(outer.propertyName) === 'event' ? 'yes' : 'unclear';
}

function isLocalsName(name: ts.Identifier, hops: number): Certainty {
	const binding = bindingOf(name.text, name);
	const doubt = name.text === 'locals' ? 'unclear' : 'no';
	if (!binding || hops <= 0) return doubt;
	if (binding.kind === 'parameter') {
		const parameter = binding.of.parameters[binding.index];
		if (!parameter) return doubt;
		if (binding.taken.length > 0) return takenOut(binding.taken, () => holdsLocals(parameter));
		const type = writtenType(parameter);
		if (!type || type.kind === ts.SyntaxKind.AnyKeyword) return name.text === 'locals' ? 'yes' : 'no';
		return isLocalsType(parameter) ? 'yes' : doubt;
	}
	if (binding.kind !== 'value') return 'no';
	const { value, taken } = binding;
	if (!value) return doubt;
	if (taken.length > 0) return takenOut(taken, () => isEvent(value, hops - 1));
	const answer = isEventLocals(value, hops - 1);
	// What is written there is somebody's own.
	return answer === 'no' && !ts.isObjectLiteralExpression(bare(value)) ? doubt : answer;
}

/** `{ locals }` of an event, `{ event: { locals } }` of what a hook gets. */
function takenOut(taken: string[], ofEvent: () => Certainty): Certainty {
	if (taken.at(-1) !== 'locals') return 'no';
	if (taken.length === 1) return ofEvent();
	return taken.at(-2) === 'event' ? 'yes' : 'unclear';
}

/** Responses and applications of other frameworks have `locals`, too. */
const others = /^(?:res|response|app|reply)$/;

function isEvent(node: ts.Node, hops: number): Certainty {
	const value = bare(node);
	if (ts.isCallExpression(value)) return isRequestEvent(value) ? 'yes' : 'unclear';
	if (!ts.isIdentifier(value)) return memberOf(value)?.name === 'event' ? 'yes' : 'unclear';
	const binding = bindingOf(value.text, value);
	if (others.test(value.text)) return 'no';
	return binding && hops > 0 ? isEventBehind(binding, hops) : 'unclear';
}

function isEventBehind(binding: Binding, hops: number): Certainty {
	if (binding.kind === 'parameter') {
		const parameter = binding.of.parameters[binding.index];
		if (binding.taken.length > 0) return binding.taken.at(-1) === 'event' ? 'yes' : 'unclear';
		return parameter ? holdsLocals(parameter) : 'unclear';
	}
	if (binding.kind !== 'value') return 'no';
	if (binding.taken.length > 0) return binding.taken.at(-1) === 'event' ? 'yes' : 'unclear';
	if (!binding.value) return 'unclear';
	return ts.isObjectLiteralExpression(bare(binding.value)) ? 'no' : isEvent(binding.value, hops - 1);
}

/** `getRequestEvent()` of SvelteKit. */
function isRequestEvent(call: ts.CallExpression): boolean {
	const callee = bare(call.expression);
	const binding = ts.isIdentifier(callee) ? bindingOf(callee.text, callee) : undefined;
	return binding?.kind === 'import' && binding.module === '$app/server' && binding.name === 'getRequestEvent';
}

const isFallback = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
	kind === ts.SyntaxKind.QuestionQuestionToken || kind === ts.SyntaxKind.BarBarToken;

const writtenType = (parameter: ts.ParameterDeclaration): ts.TypeNode | undefined =>
	parameter.type ?? ts.getJSDocType(parameter);

/** Whether a parameter is an event: by its type, and without one by what SvelteKit hands to functions of a route. */
function holdsLocals(parameter: ts.ParameterDeclaration): Certainty {
	const type = writtenType(parameter);
	if (!type || type.kind === ts.SyntaxKind.AnyKeyword) return 'yes';
	return typeHoldsLocals(type) ? 'yes' : 'unclear';
}

function typeHoldsLocals(type: ts.TypeNode): boolean {
	if (ts.isTypeLiteralNode(type)) return type.members.some(isLocalsMember);
	// `Parameters<PageServerLoad>[0]`
	if (ts.isIndexedAccessTypeNode(type))
		return /^Parameters<\w*(?:Load|Action|Handler)\b/.test(type.getText());
	if (ts.isIntersectionTypeNode(type)) return type.types.some(typeHoldsLocals);
	if (
		ts.isTypeReferenceNode(type) &&
		['Pick', 'Omit', 'Partial', 'Readonly'].includes(type.typeName.getText())
	)
		return type.typeArguments?.[0] !== undefined && typeHoldsLocals(type.typeArguments[0]);
	const name = referenceName(type);
	const own = type
		.getSourceFile()
		.statements.find(
			(one): one is ts.InterfaceDeclaration | ts.TypeAliasDeclaration =>
				(ts.isInterfaceDeclaration(one) || ts.isTypeAliasDeclaration(one)) && one.name.text === name,
		);
	if (!own) return name !== undefined && /Event$/.test(name);
	if (ts.isTypeAliasDeclaration(own)) return !ts.isTypeReferenceNode(own.type) && typeHoldsLocals(own.type);
	return own.members.some(isLocalsMember);
}

/** `locals: App.Locals`, `locals: any` */
const isLocalsMember = (member: ts.TypeElement): boolean =>
	ts.isPropertySignature(member) &&
	nameOf(member.name) === 'locals' &&
	(!member.type || member.type.kind === ts.SyntaxKind.AnyKeyword || isAppLocals(member.type));

const isLocalsType = (parameter: ts.ParameterDeclaration): boolean => isAppLocals(writtenType(parameter));

/** `App.Locals`, `RequestEvent['locals']` */
export const isAppLocals = (type: ts.TypeNode | undefined): boolean =>
	type !== undefined && /^App\s*\.\s*Locals$|Event\[(['"])locals\1\]$/.test(type.getText());
