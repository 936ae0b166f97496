import { type CallExpression, Node, SyntaxKind } from 'ts-morph';
import { topLevelBinding } from '../../syntax/bindings.ts';
import { freeName } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import { type Edit, insertion, type Refusal, surround } from '../splice/edit.ts';
import { lastLeadingImport } from '../splice/imports.ts';
import { insertItems, removeItem, removeNode } from '../splice/list.ts';
import { refuse, terminator } from '../splice/transform.ts';
import { appendHandle, appendStatement } from './append.ts';
import type { FoundHandle } from './find.ts';
import type { HandleNames } from './names.ts';
import { makesLocals, staysFirst } from './order.ts';
import { renameFunction, renameTaken } from './rename.ts';

/**
 * The edits that put our handles into the place where a hooks file has its `handle`.
 * @param snippet for the refusal of what cannot be edited.
 */
export function placeHandle(
	source: Source,
	found: FoundHandle,
	names: HandleNames,
	snippet: string,
): Edit[] | Refusal {
	if (found.kind === 'unclear') return refuse(found, snippet);
	switch (found.kind) {
		case 'none':
			return names.withImports(
				found.local ? appendUnderOtherName(source, names) : [appendHandle(source, names)],
			);
		case 'sequence':
			return names.withImports(
				insertItems(source, argumentsOf(found.call), behindFirstOnes(found.call), names.handles),
			);
		case 'function':
			return renameFunction(source, names, found, snippet);
		case 'taken':
			return renameTaken(source, names, found, snippet);
		case 'value':
			return names.withImports(wrapValue(source, names, found.value));
		case 'listed':
			return names.withImports(replaceListed(source, names, found));
		case 'reexported':
			return names.withImports(replaceReexport(source, names, found));
	}
}

const argumentsOf = (call: CallExpression) => ({
	items: call.getArguments(),
	open: call.getFirstChildByKindOrThrow(SyntaxKind.OpenParenToken).getEnd(),
	close: call.getEnd() - 1,
	padding: '' as const,
});

const goesFirst = (member: Node): boolean => staysFirst(member) || makesLocals(member);

function behindFirstOnes(call: CallExpression): number {
	const args = call.getArguments();
	const index = args.findIndex((argument) => !staysFirst(argument));
	const behind = args.findLastIndex((argument) => makesLocals(argument)) + 1;
	return index === -1 ? args.length : Math.max(index, behind);
}

/** The file has a `handle` that it does not export: ours gets another name inside. */
function appendUnderOtherName(source: Source, names: HandleNames): Edit[] {
	const local = freeName(source, 'allHandles', 'exportedHandle');
	const end = source.style.semicolons ? ';' : '';
	const { eol } = source.style;
	return [
		appendStatement(source, `const ${local} = ${names.call()}${end}${eol}export { ${local} as handle }`),
	];
}

/** `handle = f` becomes `handle = sequence(auth, f)`. */
function wrapValue(source: Source, names: HandleNames, value: Node): Edit[] {
	const [before, after] = names.call({ text: '\0', first: goesFirst(value) }).split('\0') as [string, string];
	return surround(startWithCast(source, value), value.getEnd(), before, after);
}

/** A JSDoc cast, `/** @type {Handle} *​/ (f)`, goes along with the parentheses that it casts. */
function startWithCast({ text }: Source, value: Node): number {
	const start = value.getStart();
	const comment = value.getLeadingCommentRanges().at(-1);
	const isCast =
		Node.isParenthesizedExpression(value) &&
		comment?.getText().startsWith('/**') &&
		text.slice(comment.getEnd(), start).trim() === '';
	return isCast && comment ? comment.getPos() : start;
}

/** `export { f as handle }`: the sequence gets a name of its own, which takes the place of `f` in the list. */
function replaceListed(
	source: Source,
	names: HandleNames,
	{ specifier }: FoundHandle & { kind: 'listed' },
): Edit[] {
	const local = freeName(source, 'allHandles', 'exportedHandle');
	const theirs = { text: specifier.getName(), first: goesFirst(specifier.getNameNode()) };
	const statement = topLevelBinding(source.ast, specifier.getName())?.getFirstAncestor((node) =>
		Node.isSourceFile(node.getParent()),
	);
	const anchor = Node.isImportDeclaration(statement) ? lastLeadingImport(source.ast) : statement;
	return [
		appendStatement(source, `const ${local} = ${names.call(theirs)}`, anchor),
		...removeNode(specifier),
		insertion(specifier.getEnd(), `${local} as handle`),
	];
}

/** `export { handle, x } from 'm'`: handle is imported instead, and `x` stays in the list. */
function replaceReexport(
	source: Source,
	names: HandleNames,
	{ specifier, statement, module }: FoundHandle & { kind: 'reexported' },
): Edit[] {
	const app = names.of(module, specifier.getName(), ...names.imported);
	const items = statement.getNamedExports();
	const handle = `export const handle = ${names.call({ text: app, first: false })}`;
	if (items.length === 1) {
		const text = handle + terminator(source, statement.getEnd());
		return [...removeNode(statement), insertion(statement.getEnd(), text)];
	}
	return [...removeItem(source, items, items.indexOf(specifier)), appendStatement(source, handle, statement)];
}
