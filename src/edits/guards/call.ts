import {
	type CallExpression,
	type Expression,
	Node,
	type Statement,
	type VariableDeclaration,
} from 'ts-morph';
import type { HostFunction } from '../../syntax/functions.ts';
import { importedAs } from '../../syntax/imports.ts';
import { isDeclaredAgain } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { eventModules, type GuardPlace } from './request.ts';

/** A call of the runtime's guard, with the statement of the function that it stands in. */
export interface GuardCall {
	call: CallExpression;
	statement: Statement;
	awaited: boolean;
	/** `requireUser` of the runtime, or `requireSession` of the host's session module. */
	guard: 'requireUser' | 'requireSession';
}

/** What the names mean by which a file may call guards. */
export class GuardNames {
	readonly #names = new Map<string, GuardCall['guard']>();
	readonly #event: string | undefined;

	constructor(source: Source, { framework, runtimeModule, sessionModules = [] }: GuardPlace) {
		const add = (local: string | undefined, guard: GuardCall['guard']) => {
			if (local && !isDeclaredAgain(source, local)) this.#names.set(local, guard);
		};
		add(importedAs(source, runtimeModule, 'requireUser'), 'requireUser');
		const all = source.ast
			.getImportDeclarations()
			.find((item) => item.getModuleSpecifierValue() === runtimeModule && item.getNamespaceImport());
		const namespace = all?.getNamespaceImport()?.getText();
		if (namespace && !isDeclaredAgain(source, namespace))
			this.#names.set(`${namespace}.requireUser`, 'requireUser');
		for (const module of sessionModules) add(importedAs(source, module, 'requireSession'), 'requireSession');
		this.#event = importedAs(source, eventModules[framework], 'getRequestEvent');
	}

	/** The guard that an expression calls: `await requireUser(event)`, `(await requireUser(event)).user`. */
	in(expression: Expression | undefined): Omit<GuardCall, 'statement'> | undefined {
		let awaited = false;
		let node = expression && unwrap(expression);
		while (Node.isAwaitExpression(node) || Node.isPropertyAccessExpression(node)) {
			awaited ||= Node.isAwaitExpression(node);
			node = unwrap(node.getExpression());
		}
		if (!Node.isCallExpression(node)) return undefined;
		const guard = this.#names.get(node.getExpression().getText());
		return guard && { call: node, awaited, guard };
	}

	/** Whether an expression only asks for the event of the request. */
	readsEvent(call: CallExpression): boolean {
		return this.#event !== undefined && call.getExpression().getText() === this.#event;
	}

	get known(): boolean {
		return this.#names.size > 0;
	}
}

/** The guard that a function returns. Whoever called waits for it; not so for a property of the promise. */
export function returnedGuard(
	names: GuardNames,
	value: Node | undefined,
): Omit<GuardCall, 'statement'> | undefined {
	const found = names.in(Node.isExpression(value) ? value : undefined);
	return found && value && { ...found, awaited: found.awaited || unwrap(value) === found.call };
}

/** The guard that a statement is, or that gives its variables their values. */
export function guardIn(names: GuardNames, statement: Statement): GuardCall | undefined {
	if (Node.isExpressionStatement(statement)) {
		const found = names.in(statement.getExpression());
		return found && { ...found, statement };
	}
	if (Node.isReturnStatement(statement)) {
		const found = returnedGuard(names, statement.getExpression());
		return found && { ...found, statement };
	}
	if (!Node.isVariableStatement(statement)) return undefined;
	const found = guardOf(names, statement.getDeclarations());
	return found && { ...found, statement };
}

function guardOf(
	names: GuardNames,
	declarations: VariableDeclaration[],
): Omit<GuardCall, 'statement'> | undefined {
	for (const declaration of declarations) {
		const found = names.in(declaration.getInitializer());
		if (found) return found;
		if (!isPassive(names, declaration)) return undefined;
	}
	return undefined;
}

/**
 * The guards of a function that stand where they hold. In a page's `load`: before anything is returned. In functions
 * that do things (actions, endpoints, remote and server functions): before anything is done.
 */
export function guardsOf(names: GuardNames, fn: HostFunction, isLoad: boolean): GuardCall[] {
	const found: GuardCall[] = [];
	const body = fn.getBody();
	if (!Node.isBlock(body)) return found;
	for (const statement of body.getStatements()) {
		const guard = guardIn(names, statement);
		if (guard) found.push(guard);
		else if (isLoad ? mayReturn(statement) : !isPassive(names, statement)) break;
		if (Node.isReturnStatement(statement)) break;
	}
	return found;
}

/** Whether a statement may end the function, by a return that is no other function's. */
const mayReturn = (statement: Node): boolean =>
	Node.isReturnStatement(statement) ||
	statement.forEachDescendant((node, traversal) => {
		if (isOtherFunction(node)) traversal.skip();
		return Node.isReturnStatement(node) || undefined;
	}) === true;

/** Directives, and declarations that call nothing but for the event. */
function isPassive(names: GuardNames, statement: Node): boolean {
	if (Node.isExpressionStatement(statement)) return Node.isStringLiteral(statement.getExpression());
	if (Node.isEmptyStatement(statement) || Node.isFunctionDeclaration(statement)) return true;
	if (Node.isInterfaceDeclaration(statement) || Node.isTypeAliasDeclaration(statement)) return true;
	if (!Node.isVariableStatement(statement) && !Node.isVariableDeclaration(statement)) return false;
	return !statement.forEachDescendant((node, traversal) => {
		if (isOtherFunction(node)) traversal.skip();
		return doesSomething(names, node) || undefined;
	});
}

const doesSomething = (names: GuardNames, node: Node): boolean =>
	(Node.isCallExpression(node) && !names.readsEvent(node)) ||
	Node.isNewExpression(node) ||
	Node.isTaggedTemplateExpression(node) ||
	Node.isAwaitExpression(node) ||
	Node.isYieldExpression(node) ||
	Node.isDeleteExpression(node) ||
	Node.isClassExpression(node) ||
	Node.isPostfixUnaryExpression(node) ||
	(Node.isPrefixUnaryExpression(node) && /^(?:\+\+|--)/.test(node.getText())) ||
	(Node.isBinaryExpression(node) &&
		/^(?:\?\?|\|\||&&|[-+*/%&|^<>]+)?=$/.test(node.getOperatorToken().getText()));

export const isOtherFunction = (node: Node): boolean =>
	Node.isFunctionLikeDeclaration(node) ||
	Node.isFunctionExpression(node) ||
	Node.isArrowFunction(node) ||
	Node.isClassDeclaration(node) ||
	Node.isClassExpression(node);
