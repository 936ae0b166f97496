import { type CallExpression, Node, type SourceFile, SyntaxKind } from 'ts-morph';
import type { Framework } from '../../framework.ts';
import { reachable } from '../../syntax/bindings.ts';
import { editableBehind, readableBehind } from '../../syntax/constants.ts';
import { defaultExport } from '../../syntax/exports.ts';
import { callsTo } from '../../syntax/imports.ts';
import { expressionOf, findProperty } from '../../syntax/objects.ts';
import type { Source } from '../../syntax/source.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import {
	type AuthImport,
	authHandles,
	importedHandles,
	isAuthHandle,
	isTakenAuth,
} from '../handle/auth-handle.ts';
import { exportedNodes } from '../handle/exported.ts';
import { type FoundHandle, findHandle, isSequenceCall } from '../handle/find.ts';
import { middlewareModule } from '../middleware/find.ts';
import type { List } from '../splice/list.ts';
import { listOf } from '../splice/list.ts';

/**
 * Where another member can go behind one: in a list; round the member, which stands `alone`; or nowhere, since its list
 * is `shared` with other code.
 */
export type Slot = { list: List; index: number } | 'alone' | 'shared';

/** One of the functions that a request comes past, in their order. */
export interface Member {
	/** `own code` is somebody else's function that calls the auth handle. */
	kind: 'auth' | 'guard' | 'own code' | 'other';
	/** The value itself, behind casts and constants. */
	node: Node;
	/** The place that it has in its list: itself, or the name of the constant that it stands behind. */
	place: Node;
	slot: Slot;
}

/** What runs on a request: the members of `sequence(...)` or `onRequest`, those within them and behind constants. */
export interface Chain {
	members: Member[];
	/** Whether what is exported has to do with a node at all, be it through functions and conditions. */
	reaches(node: Node): boolean;
	/** Sveltekit's `handle`, for edits that wrap it. */
	found: FoundHandle | undefined;
	/** The `onRequest` property of SolidStart's middleware. */
	property: Node | undefined;
}

/** Finds out what runs on a request, and in which order. */
export function chainOf(
	source: Source,
	framework: Framework,
	auth: AuthImport,
	runtimeModule: string,
): Chain {
	const guards = guardCalls(source, runtimeModule);
	if (framework === 'sveltekit') {
		const found = findHandle(source.ast);
		// What cannot be read has no place in which another member could stand behind it.
		const names = (found.kind === 'unclear' ? importedHandles : authHandles)(source, auth);
		const reader = new Reader(guards, (node) => names.includes(node.getText()), argumentsOf);
		const own = found.kind === 'reexported' && isAuthHandle(found, auth);
		const running = exportedNodes(found);
		const taken = found.kind === 'taken' && isTakenAuth(source, auth, found.element);
		if (own) reader.add('auth', found.specifier, found.specifier, 'alone');
		else if (taken) reader.add('auth', found.name, found.name, 'alone');
		else for (const node of running) reader.read(node, 'alone', false);
		return { members: reader.members, reaches: isIn(running), found, property: undefined };
	}
	const own = callsTo(source.ast, runtimeModule, 'authMiddleware');
	const reader = new Reader(
		guards,
		(node) => own.some((call) => call === node),
		() => undefined,
	);
	const exported = defaultExport(source.ast);
	const property = exported && readCreate(source.ast, exported.node, reader, false);
	return {
		members: reader.members,
		reaches: isIn(exported ? [exported.node] : []),
		found: undefined,
		property,
	};
}

/** The calls of the runtime's `protect`; none where a local name could hide the import. */
export const guardCalls = ({ ast }: Source, runtimeModule: string): CallExpression[] =>
	callsTo(ast, runtimeModule, 'protect');

function isIn(exported: Node[]): (node: Node) => boolean {
	const running = new Set(reachable(exported));
	return (node) => running.has(node) || node.getAncestors().some((ancestor) => running.has(ancestor));
}

/** Collects members, in the order in which they run. */
class Reader {
	readonly members: Member[] = [];
	readonly #guards: Node[];
	readonly #isAuth: (node: Node) => boolean;
	/** The members that a value consists of, where it is `sequence(...)`. */
	readonly #inside: (node: Node) => List | undefined;
	readonly #open = new Set<Node>();

	constructor(guards: Node[], isAuth: (node: Node) => boolean, inside: (node: Node) => List | undefined) {
		this.#guards = guards;
		this.#isAuth = isAuth;
		this.#inside = inside;
	}

	add(kind: Member['kind'], node: Node, place: Node, slot: Slot): void {
		this.members.push({ kind, node, place, slot });
	}

	/** @param shared whether other code uses what `node` stands in, too. */
	read(place: Node, slot: Slot, shared: boolean): void {
		const node = readableBehind(place);
		// Two constants can name each other's sequences.
		if (this.#open.has(node)) return;
		this.#open.add(node);
		const list = this.#inside(node);
		if (this.#isAuth(node)) this.add('auth', node, place, slot);
		else if (this.#guards.includes(node)) this.add('guard', node, place, slot);
		else if (list) this.readList(list, shared || editableBehind(place) !== node);
		else this.add(this.#callsAuth(node) ? 'own code' : 'other', node, place, slot);
		this.#open.delete(node);
	}

	readList(list: List, shared: boolean): void {
		for (const [index, item] of list.items.entries()) {
			const slot = shared ? 'shared' : { list, index };
			if (!Node.isSpreadElement(item)) this.read(item, slot, shared);
			else this.#readSpread(item.getExpression(), slot, shared);
		}
	}

	#readSpread(expression: Node, slot: Slot, shared: boolean): void {
		const spread = readableBehind(expression);
		if (Node.isArrayLiteralExpression(spread))
			this.readList(
				listOf(spread, spread.getElements(), ''),
				shared || editableBehind(expression) !== spread,
			);
		else if (!readCreate(expression.getSourceFile(), expression, this, shared))
			this.add(this.#callsAuth(spread) ? 'own code' : 'other', spread, expression, slot);
	}

	#callsAuth(node: Node): boolean {
		return reachable([node])
			.flatMap((part) => [part, ...part.getDescendants()])
			.some(this.#isAuth);
	}
}

/** The arguments of SvelteKit's `sequence`. */
function argumentsOf(node: Node): List | undefined {
	if (!isSequenceCall(node)) return undefined;
	const open = node.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken).getEnd();
	return { items: node.getArguments(), open, close: node.getEnd() - 1, padding: '' };
}

/**
 * Reads what a `createMiddleware(...)` runs: its `onRequest`; of SolidStart 2's list, what is spread in from others.
 * @returns the property, or undefined where there is none that can be read.
 */
function readCreate(ast: SourceFile, expression: Node, reader: Reader, shared: boolean): Node | undefined {
	const value = readableBehind(expression);
	const call = callsTo(ast, middlewareModule, 'createMiddleware').find((item) => item === value);
	const [argument] = call?.getArguments() ?? [];
	if (!call || !argument) return undefined;
	const options = readableBehind(argument);
	const isShared = shared || editableBehind(argument) !== options;
	if (Node.isArrayLiteralExpression(options)) {
		const spreads = options.getElements().filter(Node.isSpreadElement);
		const found = spreads.map((item) => readCreate(ast, item.getExpression(), reader, isShared));
		return found.find((property) => property !== undefined);
	}
	if (!Node.isObjectLiteralExpression(options)) return undefined;
	const found = findProperty(options, 'onRequest');
	if (found.kind !== 'found') return undefined;
	const run = expressionOf(found.property);
	if (run) readOnRequest(run, reader, isShared);
	else reader.read(found.property, 'shared', true);
	return found.property;
}

function readOnRequest(run: Node, reader: Reader, shared: boolean): void {
	const list = readableBehind(run);
	const flat = flattened(list);
	const inner = flat ?? list;
	if (Node.isArrayLiteralExpression(inner))
		reader.readList(listOf(inner, inner.getElements(), ''), shared || editableBehind(run) !== list);
	else reader.read(run, shared ? 'shared' : 'alone', shared);
}

/** The list in `[ours, theirs].flat()`, as we write it where `theirs` may be a list. */
function flattened(node: Node): Node | undefined {
	if (!Node.isCallExpression(node) || node.getArguments().length > 0) return undefined;
	const callee = node.getExpression();
	if (!Node.isPropertyAccessExpression(callee) || callee.getName() !== 'flat') return undefined;
	const list = unwrap(callee.getExpression());
	return Node.isArrayLiteralExpression(list) ? list : undefined;
}
