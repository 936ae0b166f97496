import { Node, SyntaxKind } from 'ts-morph';
import { freeName, isMember } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import { isShadowed } from '../../syntax/tree/scopes.ts';
import { type Edit, insertion, type Refusal } from '../splice/edit.ts';
import { refuse } from '../splice/transform.ts';
import { appendHandle } from './append.ts';
import type { FoundHandle } from './find.ts';
import { authHandleNames, type HandleNames } from './names.ts';
import { makesLocals } from './order.ts';

/** `export const handle = f` becomes `const appHandle = f`, with the sequence behind it. Nothing else may name it. */
export function renameFunction(
	source: Source,
	names: HandleNames,
	{ exportKeyword, name, statement }: FoundHandle & { kind: 'function' },
	snippet: string,
): Edit[] | Refusal {
	const other = otherUse(name);
	if (other) return refuse('uses `handle` in a second place, so it cannot be renamed safely', snippet, other);
	const app = freeName(source, 'appHandle', 'userHandle', 'existingHandle');
	return names.withImports([
		withoutExport(source, exportKeyword),
		{ start: name.getStart(), end: name.getEnd(), text: app },
		...typeOfInput(name, names),
		appendHandle(source, names, { text: app, first: makesLocals(name) }, statement),
	]);
}

/** Of what other functions give nobody knows whether it is always a handle. */
export const takenElsewhere = 'takes `handle` out of a destructured value';

/**
 * `export const { handle } = SvelteKitAuth()` becomes `const { handle: authHandle } = SvelteKitAuth()`, with the sequence
 * behind it. What else the pattern takes stays exported.
 */
export function renameTaken(
	source: Source,
	names: HandleNames,
	{ element, name, statement }: FoundHandle & { kind: 'taken' },
	snippet: string,
): Edit[] | Refusal {
	if (!names.behindAuth) return refuse(takenElsewhere, snippet, element.getParent());
	const other = otherUse(name);
	if (other) return refuse('uses `handle` in a second place, so it cannot be renamed safely', snippet, other);
	const auth = freeName(source, ...authHandleNames);
	const isShorthand = element.getPropertyNameNode() === undefined;
	const isAlone = element.getParent().getElements().length === 1 && statement.getDeclarations().length === 1;
	return names.withImports([
		...(isAlone ? [withoutExport(source, statement.getExportKeywordOrThrow())] : []),
		isShorthand
			? insertion(name.getEnd(), `: ${auth}`)
			: { start: name.getStart(), end: name.getEnd(), text: auth },
		appendHandle(source, names, { text: auth, first: true }, statement),
	]);
}

function withoutExport(source: Source, keyword: Node): Edit {
	const blanks = /^\s*/.exec(source.text.slice(keyword.getEnd()))?.[0].length ?? 0;
	return { start: keyword.getStart(), end: keyword.getEnd() + blanks, text: '' };
}

/**
 * SvelteKit's tools know the type of what a function called `handle` is given, and under another name nobody does: the
 * one of ours, which both majors export from different modules, says the same.
 */
function typeOfInput(name: Node, { handles, behindAuth }: HandleNames): Edit[] {
	const [auth] = handles;
	const declared = name.getParent();
	const fn =
		Node.isVariableDeclaration(declared) && !declared.getTypeNode() ? declared.getInitializer() : declared;
	const isFunction =
		Node.isFunctionDeclaration(fn) || Node.isArrowFunction(fn) || Node.isFunctionExpression(fn);
	if (!isFunction || behindAuth || !auth || !name.getSourceFile().getFilePath().endsWith('.ts')) return [];
	const [input, more] = fn.getParameters();
	if (
		!input ||
		more ||
		input.isRestParameter() ||
		input.getTypeNode() ||
		!fn.getFirstChildByKind(SyntaxKind.OpenParenToken)
	)
		return [];
	return [insertion(input.getNameNode().getEnd(), `: Parameters<typeof ${auth}>[0]`)];
}

/** Another place that names the same `handle`; in doubt it does. */
function otherUse(name: Node): Node | undefined {
	return name
		.getSourceFile()
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((id) => id !== name && id.getText() === 'handle')
		.find((id) => {
			const parent = id.getParent();
			if (Node.isExportSpecifier(parent)) return !isFromElsewhere(id);
			return (
				Node.isShorthandPropertyAssignment(parent) ||
				(!isMember(id) && !isShadowed('handle', id.compilerNode))
			);
		});
}

const isFromElsewhere = (id: Node): boolean =>
	id.getFirstAncestorByKind(SyntaxKind.ExportDeclaration)?.hasModuleSpecifier() === true;
