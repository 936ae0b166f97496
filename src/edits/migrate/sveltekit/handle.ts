import { type CallExpression, Node, type VariableDeclaration } from 'ts-morph';
import { runtimeModules } from '../../../framework.ts';
import { callsTo } from '../../../syntax/imports.ts';
import { takenName } from '../../../syntax/objects.ts';
import { parse } from '../../../syntax/source.ts';
import { wrapped } from '../../../syntax/unwrap.ts';
import type { Edit, EditResult } from '../../splice/edit.ts';
import { insertion } from '../../splice/edit.ts';
import { transform } from '../../splice/transform.ts';
import { inEdits, removeUnused } from '../../splice/unused-imports.ts';

const snippet = 'export const { handle } = SvelteKitAuth({ ... });';

/**
 * Before 0.12, `SvelteKitAuth()` of `@auth/sveltekit` was the handle itself; ours gives an object with one, and more. A
 * declared one is taken out of it by its name, anywhere else `.handle` says which.
 */
export function takeHandle(path: string, content: string): EditResult {
	return transform(path, content, { snippet }, (source) => {
		const edits = callsTo(source.ast, runtimeModules.sveltekit, 'SvelteKitAuth').flatMap(editsFor);
		if (edits.length === 0) return { kind: 'unchanged', reason: 'takes the handle out already' };
		const isType = (module: string, name: string) => module === '@sveltejs/kit' && name === 'Handle';
		return [...edits, ...removeUnused(source, isType, inEdits(edits))];
	});
}

function editsFor(call: CallExpression): Edit[] {
	const outer = wrapped(call);
	const parent = outer.getParentOrThrow();
	if (Node.isVariableDeclaration(parent) && parent.getInitializer() === outer) return declared(parent, call);
	if (Node.isPropertyAccessExpression(parent) && parent.getName() === 'handle') return [];
	return [insertion(call.getEnd(), '.handle')];
}

/** A pattern can carry no type of the whole: what says that it is a handle goes. */
function declared(declaration: VariableDeclaration, call: CallExpression): Edit[] {
	const name = declaration.getNameNode();
	if (!Node.isIdentifier(name)) return [];
	const statement = declaration.getVariableStatement();
	const isDocumented = statement?.getJsDocs().some((doc) => /@(?:type|satisfies)\b/.test(doc.getText()));
	if (isDocumented) return [insertion(call.getEnd(), '.handle')];
	const local = name.getText();
	const edits = [
		{
			...{ start: name.getStart(), end: declaration.getTypeNode()?.getEnd() ?? name.getEnd() },
			text: local === 'handle' ? '{ handle }' : `{ handle: ${local} }`,
		},
		...bared(declaration.getInitializerOrThrow(), call),
	];
	// A comment in what would go stays, and all of it with it.
	const text = call.getSourceFile().getFullText();
	return edits.some(({ start, end }) => /\/[/*]/.test(text.slice(start, end)))
		? [insertion(call.getEnd(), '.handle')]
		: edits;
}

/** `SvelteKitAuth(x) satisfies Handle` without what stands round the call. */
const bared = (outer: Node, call: CallExpression): Edit[] =>
	[
		{ start: outer.getStart(), end: call.getStart(), text: '' },
		{ start: call.getEnd(), end: outer.getEnd(), text: '' },
	].filter(({ start, end }) => start < end);

/** Under which names a file has what `SvelteKitAuth()` gave: all of it, or its parts. */
export interface BoundNames {
	object?: string;
	signIn?: string;
	signOut?: string;
}

export function boundNames(path: string, content: string): BoundNames {
	const [call] = callsTo(parse(path, content).ast, runtimeModules.sveltekit, 'SvelteKitAuth');
	const parent = call && wrapped(call).getParent();
	if (!Node.isVariableDeclaration(parent)) return {};
	const name = parent.getNameNode();
	if (Node.isIdentifier(name)) return { object: name.getText() };
	if (!Node.isObjectBindingPattern(name)) return {};
	const names = name.getElements().map((element) => [takenName(element), element.getName()]);
	return Object.fromEntries(names.filter(([taken]) => taken === 'signIn' || taken === 'signOut'));
}
