import { Node, type ObjectBindingPattern, type ParameterDeclaration, SyntaxKind, ts } from 'ts-morph';
import { assignmentsTo } from '../../syntax/assignments.ts';
import { bindingsOf } from '../../syntax/bindings.ts';
import type { HostFunction } from '../../syntax/functions.ts';
import { mentions } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import { referenceName } from '../../syntax/tree/types.ts';
import { type Unclear, unclear } from '../../syntax/unclear.ts';
import type { Edit } from '../splice/edit.ts';

/** How a function reaches the event of its request. */
export interface EventAccess {
	/** The name of the parameter that holds it. */
	name: string;
	edits: Edit[];
	/** A statement to put behind the guard: `const { locals } = event`. */
	unpack?: string;
}

/** The name of the first parameter, where that is the event and nothing but the event. */
export function eventParameter(fn: HostFunction): string | undefined {
	const [parameter] = fn.getParameters();
	if (!parameter || parameter.isRestParameter() || !hasEventType(fn, parameter)) return undefined;
	const name = parameter.getNameNode();
	if (!Node.isIdentifier(name) || name.getText() === 'this') return undefined;
	// `function event() {}` in the body wins over the parameter from the first statement on.
	const hidden = bindingsOf(fn, name.getText()).some(
		(binding) => Node.isFunctionDeclaration(binding) && binding.getParent() === fn.getBody(),
	);
	return hidden ? undefined : name.getText();
}

/** Whether the written type of a parameter is that of an event: none, `any`, `RequestEvent`, `Parameters<Load>[0]`. */
function hasEventType(fn: HostFunction, parameter: ParameterDeclaration): boolean {
	const type = parameter.getTypeNode()?.compilerNode ?? ts.getJSDocType(parameter.compilerNode);
	if (!type || type.kind === SyntaxKind.AnyKeyword) return true;
	if (ts.isIndexedAccessTypeNode(type))
		return /^Parameters<(?:\w+\.)*\w*(?:Load|Action|Handler)>/.test(type.getText());
	const name = referenceName(type);
	const ast = fn.getSourceFile();
	return name !== undefined && /Event$/.test(name) && !ast.getTypeAlias(name) && !ast.getInterface(name);
}

/** The event for SvelteKit before 2.20, which has no `getRequestEvent`: a parameter is added, or its pattern moved. */
export function makeEventParameter(source: Source, fn: HostFunction): EventAccess | Unclear {
	const [parameter, second] = fn.getParameters();
	const name = ['event', 'requestEvent', 'authEvent'].find((word) => !mentions(fn, word));
	if (!name) return unclear('uses every name that the event could get', fn);
	if (!parameter) return addParameter(source, fn, name);
	const pattern = parameter.getNameNode();
	if (
		second ||
		parameter.isRestParameter() ||
		parameter.getInitializer() ||
		!Node.isObjectBindingPattern(pattern)
	)
		return unclear('takes its parameter in an unknown form', parameter);
	if (!hasEventType(fn, parameter))
		return unclear('gives its parameter a type that may be no event', parameter);
	const clash = hinders(fn, pattern);
	if (clash) return clash;
	const whole = pattern.getText();
	if (/\/\/|\/\*|\n/.test(whole)) return unclear('takes its parameter apart on several lines', parameter);
	return {
		name,
		edits: [{ start: pattern.getStart(), end: pattern.getEnd(), text: name }],
		unpack: `const ${whole} = ${name}`,
	};
}

function addParameter({ text }: Source, fn: HostFunction, name: string): EventAccess | Unclear {
	const open = fn.getFirstChildByKind(SyntaxKind.OpenParenToken)?.getEnd();
	const close = fn.getFirstChildByKind(SyntaxKind.CloseParenToken)?.getStart();
	if (open === undefined || close === undefined || text.slice(open, close).trim() !== '')
		return unclear('has a comment in the place of its parameter', fn);
	return { name, edits: [{ start: open, end: close, text: name }] };
}

/** What would be wrong with the parts of the event as constants in the body. */
function hinders(fn: HostFunction, pattern: ObjectBindingPattern): Unclear | undefined {
	for (const element of pattern.getDescendantsOfKind(SyntaxKind.BindingElement)) {
		const name = element.getNameNode();
		if (!Node.isIdentifier(name)) continue;
		const [, again] = bindingsOf(fn, name.getText());
		if (again) return unclear(`declares \`${name.getText()}\` a second time`, again);
		const written =
			assignmentsTo(fn, name.getText())[0] ??
			fn
				.getDescendantsOfKind(SyntaxKind.Identifier)
				.find((id) => id.getText() === name.getText() && isStepped(id));
		if (written) return unclear(`assigns another value to \`${name.getText()}\``, written);
	}
	return undefined;
}

/** `count++`, and `for (count of list)`. */
function isStepped(id: Node): boolean {
	const parent = id.getParent();
	if (Node.isPostfixUnaryExpression(parent)) return true;
	if (Node.isPrefixUnaryExpression(parent)) return /^(?:\+\+|--)/.test(parent.getText());
	return (Node.isForOfStatement(parent) || Node.isForInStatement(parent)) && parent.getInitializer() === id;
}
