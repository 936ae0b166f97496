import { type Identifier, Node, SyntaxKind } from 'ts-morph';
import { isFunctionValue } from '../../../syntax/functions.ts';
import { isMember } from '../../../syntax/names.ts';
import { takenName } from '../../../syntax/objects.ts';
import { isWrapping } from '../../../syntax/tree/nodes.ts';
import { type Binding, bindingOf } from '../../../syntax/tree/scopes.ts';
import { lineIn } from '../pieces.ts';
import { type ClientCall, type Fitted, isOld, refused } from './request.ts';

/** A read of a member of what a sign-in answered with. */
interface Read {
	name: string;
	node: Node;
}

/** What a `Response` lacks or had, and the result has in its sense. */
const kept: ReadonlySet<string> = new Set(['ok', 'url', 'error', 'code']);

/** What the results of later versions said of a sign-in that failed. */
const was = new Map([
	['ok', '`ok` was true and is false'],
	['status', '`status` was 200 and is that of the error'],
	['url', '`url` was null and is the page that tells people'],
]);

/**
 * A call that stays on the page: what its answer is read for. Up to 1.7.4 that was a `Response`, whose body nobody can
 * read any more; since then a result that told failures by `error` alone.
 */
export function fitResult(at: ClientCall): Fitted {
	const reads = readsOf(at.call);
	const line = (read: Read) => lineIn(at.file, at.piece, read.node);
	const tell = (read: Read, change: string) =>
		at.findings.add(
			'client-result',
			line(read),
			`reads \`${read.name}\` of what a sign-in answers: ${change}.`,
		);
	if (!isOld(at.request) || at.request.other?.results) {
		const changed = reads.find(({ name }) => was.has(name));
		if (changed) tell(changed, `when it failed, ${was.get(changed.name)} now`);
		return [];
	}
	const gone = reads.find(({ name }) => !kept.has(name));
	if (gone)
		return refused(
			line(gone),
			`reads \`${gone.name}\` of the \`Response\` that \`signIn\` answered with: it answers with \`{ ok, status, url, error, code }\` now`,
		);
	const [first] = reads;
	if (first)
		tell(first, 'that was a `Response`, and is a result that tells failures, whose `ok` is false then');
	return [];
}

/** Everything that is read of a call's answer, as far as this file shows it. */
function readsOf(call: Node): Read[] {
	const { node, parent } = outOf(call);
	const member = memberRead(node, parent);
	if (member) return /^(?:then|catch|finally)$/.test(member.name) ? readsOfChain(member) : [member];
	if (Node.isVariableDeclaration(parent)) return readsOfBinding(parent.getNameNode());
	const target = Node.isBinaryExpression(parent) && parent.getRight() === node ? parent.getLeft() : undefined;
	return Node.isIdentifier(target) ? readsOfName(target) : [];
}

/** Up through `await`, parentheses and casts. */
function outOf(call: Node): { node: Node; parent: Node | undefined } {
	let node = call;
	let parent = node.getParent();
	while (parent && (Node.isAwaitExpression(parent) || isWrapping(parent.compilerNode))) {
		node = parent;
		parent = node.getParent();
	}
	return { node, parent };
}

function memberRead(node: Node, parent: Node | undefined): Read | undefined {
	if (Node.isPropertyAccessExpression(parent) && parent.getExpression() === node)
		return { name: parent.getName(), node: parent };
	if (!Node.isElementAccessExpression(parent) || parent.getExpression() !== node) return undefined;
	return { name: parent.getArgumentExpression()?.getText() ?? '', node: parent };
}

/** `.then(...)` hands the answer to its function; `.catch(...)` and `.finally(...)` hand it on. */
function readsOfChain({ name, node }: Read): Read[] {
	const call = node.getParent();
	if (!Node.isCallExpression(call)) return [];
	if (name !== 'then') return readsOf(call);
	const [callback] = call.getArguments();
	const [parameter] = isFunctionValue(callback) ? callback.getParameters() : [];
	return parameter ? readsOfBinding(parameter.getNameNode()) : [];
}

function readsOfBinding(bound: Node): Read[] {
	if (Node.isIdentifier(bound)) return readsOfName(bound);
	if (!Node.isObjectBindingPattern(bound)) return [];
	return bound
		.getElements()
		.filter((element) => !element.getDotDotDotToken())
		.map((element) => ({ name: takenName(element) ?? '', node: element }));
}

/** Reads of a variable's members, and what destructuring takes of it. */
function readsOfName(variable: Identifier): Read[] {
	const name = variable.getText();
	const own = bindingOf(name, variable.compilerNode);
	return variable
		.getSourceFile()
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((word) => word.getText() === name && !isMember(word))
		.filter((word) => isSame(own, bindingOf(name, word.compilerNode)))
		.flatMap((word) => {
			const { node, parent } = outOf(word);
			const member = memberRead(node, parent);
			if (member) return [member];
			const isTaken = Node.isVariableDeclaration(parent) && parent.getInitializer() === node;
			return isTaken && Node.isObjectBindingPattern(parent.getNameNode())
				? readsOfBinding(parent.getNameNode())
				: [];
		});
}

/** Whether two names of one spelling mean one variable. */
function isSame(one: Binding | undefined, other: Binding | undefined): boolean {
	if (one?.kind === 'value' && other?.kind === 'value') return one.value === other.value;
	return one?.kind === 'parameter' && other?.kind === 'parameter' && one.of === other.of;
}
