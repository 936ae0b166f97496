import { Node, ts } from 'ts-morph';
import { bare } from '../../../syntax/tree/nodes.ts';
import { bindingOf } from '../../../syntax/tree/scopes.ts';

const module = '@authgraft/runtime/solid-start/components';

/** `signIn` and `signOut` of what `useAuth()` gives: `useAuth().signIn`, `auth.signIn`, or taken out of it. */
export function takenFromUseAuth(node: Node): 'signIn' | 'signOut' | undefined {
	const { compilerNode } = node;
	if (Node.isPropertyAccessExpression(node)) {
		const of = bare(node.getExpression().compilerNode);
		return isUseAuth(of) || isUseAuth(givenTo(of)) ? wanted(node.getName()) : undefined;
	}
	const [name, ...more] = takenAs(compilerNode);
	return more.length === 0 && isUseAuth(givenTo(compilerNode, 1)) ? wanted(name) : undefined;
}

const wanted = (name: string | undefined): 'signIn' | 'signOut' | undefined =>
	name === 'signIn' || name === 'signOut' ? name : undefined;

const bound = (node: ts.Node) => (ts.isIdentifier(node) ? bindingOf(node.text, node) : undefined);

const takenAs = (node: ts.Node): string[] => {
	const binding = bound(node);
	return binding?.kind === 'value' ? binding.taken : [];
};

/** What a name was given, with so many properties taken out of it. */
function givenTo(node: ts.Node, depth = 0): ts.Node | undefined {
	const binding = bound(node);
	if (binding?.kind !== 'value' || binding.taken.length !== depth) return undefined;
	return binding.value && bare(binding.value);
}

function isUseAuth(node: ts.Node | undefined): boolean {
	const binding = node && ts.isCallExpression(node) ? bound(bare(node.expression)) : undefined;
	return binding?.kind === 'import' && binding.module === module && binding.name === 'useAuth';
}
