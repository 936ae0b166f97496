import { type CallExpression, Node, SyntaxKind, type TryStatement } from 'ts-morph';
import { isOtherScope } from '../../../../syntax/bindings.ts';
import type { Source, Style } from '../../../../syntax/source.ts';
import { isWrapping } from '../../../../syntax/tree/nodes.ts';
import { bindingOf } from '../../../../syntax/tree/scopes.ts';
import { unwrap } from '../../../../syntax/unwrap.ts';
import type { Edit, EditFinding, EditResult, Refusal } from '../../../splice/edit.ts';
import { removeStatements } from '../../../splice/remove.ts';
import { refuse, transform } from '../../../splice/transform.ts';
import { inEdits, mergeDeletions, removeUnused } from '../../../splice/unused-imports.ts';
import { actionOf } from './action-of.ts';
import { hasNext, isInClause, leavingClause, named, returned } from './answer.ts';
import { errorModules, readCatch } from './caught.ts';
import { isAllOf, isInList, withoutTry } from './without-try.ts';

export interface ActionsRequest {
	/** How the file imports the auth module, each as it is written there: `$lib/auth`. */
	modules: string[];
	/** What the auth module exports the two actions as, where that is not their name. */
	signIn?: string;
	signOut?: string;
	/** The export that is all of them: `auth` of `auth.signIn`. */
	object?: string;
	fallback?: Style;
}

const snippet = ['const failed = await signIn(event);', 'if (failed) return failed;'].join('\n');

/**
 * Looks at what `signIn(event)` and `signOut(event)` answer where a file awaits them and goes on: a wrong password was
 * thrown, and is returned now. A `catch` that answers it does so by an `if` from now on.
 */
export function returnFailures(path: string, content: string, request: ActionsRequest): EditResult {
	const { fallback } = request;
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const edits: Edit[] = [];
		const findings: EditFinding[] = [];
		// Blocks that have a name for an answer already.
		const used = new Set<Node>();
		for (const { call, name } of callsIn(source, request)) {
			const found = rewrite(source, call, name, used);
			if (Array.isArray(found)) edits.push(...found);
			else if (found.kind === 'edits') {
				edits.push(...found.edits);
				findings.push(found.finding);
			} else if (name === 'signIn') return found;
			else findings.push(droppedSignOut(call));
		}
		const told = findings.length > 0 ? { findings } : {};
		if (edits.length === 0) return { kind: 'unchanged', reason: 'drops no answer of a sign-in', ...told };
		const isOwn = (module: string, name: string) =>
			(errorModules.includes(module) && /^(?:AuthError|CredentialsSignin)$/.test(name)) ||
			(module === '@sveltejs/kit' && name === 'isRedirect');
		const unused = removeUnused(source, isOwn, inEdits(edits));
		return { kind: 'edits', edits: [...mergeDeletions(unused), ...edits], ...told };
	});
}

const droppedSignOut = (call: Node): EditFinding => ({
	code: 'sign-out-failure',
	line: call.getStartLineNumber(),
	text: 'does not look at what `signOut(event)` answers: a sign-out that is refused threw before, and returns a failure now.',
});

interface Call {
	call: CallExpression;
	name: 'signIn' | 'signOut';
}

/** The calls of the two actions, by what their names are bound to. */
function callsIn({ ast }: Source, request: ActionsRequest): Call[] {
	const { modules, signIn = 'signIn', signOut = 'signOut', object } = request;
	const nameOf = (exported: string) =>
		exported === signIn ? 'signIn' : exported === signOut ? 'signOut' : undefined;
	return ast.getDescendantsOfKind(SyntaxKind.CallExpression).flatMap((call): Call[] => {
		const callee = unwrap(call.getExpression());
		const isMember = Node.isPropertyAccessExpression(callee);
		const word = isMember ? unwrap(callee.getExpression()) : callee;
		if (!Node.isIdentifier(word)) return [];
		const binding = bindingOf(word.getText(), word.compilerNode);
		if (binding?.kind !== 'import' || !modules.includes(binding.module)) return [];
		const isWhole = binding.name === object;
		const name = !isMember
			? nameOf(binding.name)
			: binding.name === '*'
				? nameOf(callee.getName())
				: isWhole && /^sign(?:In|Out)$/.test(callee.getName())
					? (callee.getName() as Call['name'])
					: undefined;
		return name ? [{ call, name }] : [];
	});
}

type Rewritten = Edit[] | { kind: 'edits'; edits: Edit[]; finding: EditFinding } | Refusal;

function rewrite(source: Source, call: CallExpression, name: Call['name'], used: Set<Node>): Rewritten {
	const { whole, awaited } = outermost(call);
	const parent = whole.getParentOrThrow();
	if (Node.isPropertyAccessExpression(parent) && /^(?:then|catch)$/.test(parent.getName()))
		return refuse(
			`waits for \`${name}\` with \`${parent.getName()}\`, and a failure is returned now`,
			snippet,
			call,
		);
	if (!awaited) return [];
	const around = tryAround(parent);
	const caught = around ? readCatch(around.getCatchClauseOrThrow()) : undefined;
	if (around && caught && caught.kind !== 'passes') {
		if (caught.kind === 'unclear' || !isAllOf(around, parent) || used.has(around.getParentOrThrow()))
			return refuse(`catches what \`${name}\` throws, and a wrong password is returned now`, snippet, around);
		used.add(around.getParentOrThrow());
		const edits = [withoutTry(source, around, whole, caught.answer)];
		return caught.only ? { kind: 'edits', edits, finding: widerAnswer(around) } : edits;
	}
	if (!Node.isExpressionStatement(parent)) return [];
	const action = actionOf(call);
	const leaving = leavingClause(parent);
	const isNamed = (isInList(parent) || isInClause(parent)) && hasNext(parent) && !leaving;
	// All clauses of a `switch` share their names.
	const scope = isInClause(parent) ? parent.getParentOrThrow().getParentOrThrow() : parent.getParentOrThrow();
	if (!action || action.getReturnTypeNode() || (isNamed && used.has(scope)))
		return refuse(`drops what \`${name}\` answers, and a failure is returned now`, snippet, call);
	if (!isNamed) return [...returned(whole, parent), ...(leaving ? removeStatements(source, [leaving]) : [])];
	used.add(scope);
	return named(source, whole);
}

const widerAnswer = (around: Node): EditFinding => ({
	code: 'action-failure',
	line: around.getStartLineNumber(),
	text: 'answered a wrong password; other failures of a sign-in, which were error pages, get the same answer now.',
});

/** A call with the `await` and the parentheses around it. */
function outermost(call: CallExpression): { whole: Node; awaited: boolean } {
	let whole: Node = call;
	let awaited = false;
	for (let parent = whole.getParent(); parent; parent = whole.getParent()) {
		if (Node.isAwaitExpression(parent)) awaited = true;
		else if (!isWrapping(parent.compilerNode)) break;
		whole = parent;
	}
	return { whole, awaited };
}

/** The nearest `try` with a `catch` around a statement, in the same function. */
function tryAround(statement: Node): TryStatement | undefined {
	let inner = statement;
	for (const node of statement.getAncestors()) {
		if (isOtherScope(node)) return undefined;
		if (Node.isTryStatement(node) && node.getTryBlock() === inner && node.getCatchClause()) return node;
		inner = node;
	}
	return undefined;
}
