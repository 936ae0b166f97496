import { type CallExpression, type Identifier, Node, SyntaxKind } from 'ts-morph';
import { localOf } from '../../../syntax/imports.ts';
import { isMember, isTaken } from '../../../syntax/names.ts';
import { bindingOf } from '../../../syntax/tree/scopes.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import type { Edit, EditResult, Refusal } from '../../splice/edit.ts';
import { refuse, transform } from '../../splice/transform.ts';
import { hasComment, runtime } from './calls.ts';
import { importedBy } from './events.ts';

const snippet = `const auth = useAuth();
auth.status() === 'authenticated' && auth.session()`;

/** What `useAuth()` of ours has in the place of a property of the state. */
const members: Record<string, string> = { status: 'status', data: 'session' };

/**
 * `createSession()` of @solid-mediakit/auth 2.1.6 gives `{ status, data }`, and ours gives the session. `session()?.data`
 * becomes `session.session()` of `useAuth()`, which has both. To be asked for files that imported from that version.
 */
export function readSessionState(path: string, content: string): EditResult {
	return transform(path, content, { snippet }, (source) => {
		const { ast } = source;
		const calls = ast
			.getDescendantsOfKind(SyntaxKind.CallExpression)
			.filter((call) => isCreateSession(call.getExpression()));
		if (calls.length === 0) return { kind: 'unchanged', reason: 'does not ask for the state of the session' };
		const edits: Edit[] = [];
		for (const call of calls) {
			const found = editsFor(call);
			if (!Array.isArray(found)) return found;
			edits.push(...found);
		}
		const specifier = ast
			.getImportDeclarations()
			.filter((one) => one.getModuleSpecifierValue() === `${runtime}/components`)
			.flatMap((one) => one.getNamedImports())
			.find((item) => item.getName() === 'createSession');
		const [first] = calls;
		const words = ast
			.getDescendantsOfKind(SyntaxKind.Identifier)
			.filter((word) => isCreateSession(word) && !Node.isImportSpecifier(word.getParent()));
		if (!specifier || words.length !== calls.length || isTaken(source, 'useAuth'))
			return refuse('asks for the state of the session in a form that is not known', snippet, first);
		const name = specifier.getNameNode();
		edits.push({ start: name.getStart(), end: name.getEnd(), text: 'useAuth' });
		if (localOf(specifier) === 'createSession')
			edits.push(...words.map((word) => ({ start: word.getStart(), end: word.getEnd(), text: 'useAuth' })));
		return edits;
	});
}

function isCreateSession(node: Node): boolean {
	const imported = Node.isIdentifier(node) && !isMember(node) ? importedBy(node.compilerNode) : undefined;
	return imported?.module === `${runtime}/components` && imported.name === 'createSession';
}

/** The reads of `const session = createSession()`: each of one property of what a call of it gives. */
function editsFor(call: CallExpression): Edit[] | Refusal {
	const declaration = call.getParent();
	const bound = Node.isVariableDeclaration(declaration) ? declaration.getNameNode() : undefined;
	if (!Node.isIdentifier(bound) || (Node.isVariableDeclaration(declaration) && declaration.getTypeNode()))
		return refuse('takes the state of the session apart', snippet, call);
	const edits: Edit[] = [];
	for (const word of readsOf(bound, call)) {
		const edit = readEdit(word);
		if (!edit)
			return refuse(
				'reads the state of the session otherwise than `.status` and `.data` of it',
				snippet,
				word,
			);
		edits.push(edit);
	}
	return edits;
}

const readsOf = (bound: Identifier, call: CallExpression): Identifier[] =>
	bound
		.getSourceFile()
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((word) => word !== bound && word.getText() === bound.getText() && !isMember(word))
		.filter((word) => {
			const binding = bindingOf(word.getText(), word.compilerNode);
			return binding?.kind === 'value' && binding.value === call.compilerNode;
		});

/** `session()?.data` becomes `session.session()`; what is read of that in turn stays. */
function readEdit(word: Identifier): Edit | undefined {
	const call = word.getParent();
	if (!Node.isCallExpression(call) || call.getExpression() !== word || call.getArguments().length > 0)
		return undefined;
	const around = call.getFirstAncestor((one) => unwrap(one) !== call);
	if (!Node.isPropertyAccessExpression(around) || unwrap(around.getExpression()) !== call) return undefined;
	const member = members[around.getName()];
	const replaced = around.getText().slice(word.getText().length);
	if (member === undefined || !around.getText().startsWith(word.getText()) || hasComment(replaced))
		return undefined;
	return { start: word.getEnd(), end: around.getEnd(), text: `.${member}()` };
}
