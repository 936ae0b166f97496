import { type CallExpression, Node, SyntaxKind } from 'ts-morph';
import { topLevelBinding } from '../../syntax/bindings.ts';
import { freeName } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import { type Edit, insertion, type Refusal, surround } from '../splice/edit.ts';
import { endOfStatementLine, importsGoLast, lastLeadingImport } from '../splice/imports.ts';
import { insertItems, removeItem, removeNode } from '../splice/list.ts';
import { LocalNames } from '../splice/local-names.ts';
import { refuse, terminator } from '../splice/transform.ts';
import { type FoundHandle, hooksModule } from './find.ts';
import { makesLocals, staysFirst } from './order.ts';

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
		case 'value':
			return names.withImports(wrapValue(source, names, found.value));
		case 'listed':
			return names.withImports(replaceListed(source, names, found));
		case 'reexported':
			return names.withImports(replaceReexport(source, names, found));
	}
}

/** Names for the auth handle, in a file that has none of its own for it. */
export const authHandleNames: [string, ...string[]] = ['authHandle', 'authJsHandle'];

/** Local names, with the imports that they need. */
export class HandleNames extends LocalNames {
	/** What goes into the sequence. */
	readonly handles: string[];
	/** The handle that is there is the auth handle itself: ours stand behind it. */
	readonly behindAuth: boolean;

	constructor(source: Source, handles: (names: LocalNames) => string[], behindAuth = false) {
		super(source);
		this.handles = handles(this);
		this.behindAuth = behindAuth;
	}

	/** What a handle that is imported instead of handed on is called. */
	get imported(): [string, ...string[]] {
		return this.behindAuth ? authHandleNames : ['appHandle', 'userHandle', 'existingHandle'];
	}

	/** `sequence(authHandle, theirs)`, or the other way round for what must stay first. */
	call(theirs?: { text: string; first: boolean }): string {
		const rest = theirs ? [theirs.text] : [];
		const first = theirs?.first || this.behindAuth;
		const members = first ? [...rest, ...this.handles] : [...this.handles, ...rest];
		const sequence = this.of(hooksModule, 'sequence', 'sequence', 'sequenceHandles');
		return `${sequence}(${members.join(', ')})`;
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

const appName = (source: Source): string => freeName(source, 'appHandle', 'userHandle', 'existingHandle');

/** `export const handle = sequence(auth, ..., app);` as a new statement behind `anchor`, or at the end of the file. */
const appendHandle = (
	source: Source,
	names: HandleNames,
	theirs?: { text: string; first: boolean },
	anchor?: Node,
): Edit => appendStatement(source, `export const handle = ${names.call(theirs)}`, anchor);

function appendStatement(source: Source, statement: string, anchor?: Node): Edit {
	const { text, style } = source;
	if (anchor) {
		const at = endOfStatementLine(text, anchor);
		return insertion(at, style.eol + style.eol + statement + terminator(source, at));
	}
	const complete = text === '' || text.endsWith('\n');
	// Our imports end with a line break of their own.
	const gap = complete || importsGoLast(source) ? style.eol : style.eol + style.eol;
	const line = statement + terminator(source, text.length);
	return insertion(text.length, gap + line + (complete ? style.eol : ''));
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

/** `export const handle = f` becomes `const appHandle = f`, with the sequence behind it. Nothing else may name it. */
function renameFunction(
	source: Source,
	names: HandleNames,
	{ exportKeyword, name, statement }: FoundHandle & { kind: 'function' },
	snippet: string,
): Edit[] | Refusal {
	const other = otherUse(name);
	if (other) return refuse('uses `handle` in a second place, so it cannot be renamed safely', snippet, other);
	const blanks = /^\s*/.exec(source.text.slice(exportKeyword.getEnd()))?.[0].length ?? 0;
	const app = appName(source);
	return names.withImports([
		{ start: exportKeyword.getStart(), end: exportKeyword.getEnd() + blanks, text: '' },
		{ start: name.getStart(), end: name.getEnd(), text: app },
		...typeOfInput(name, names),
		appendHandle(source, names, { text: app, first: makesLocals(name) }, statement),
	]);
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

/** Another place that names the same `handle`. The checker is asked only where the word occurs again: it takes time. */
function otherUse(name: Node): Node | undefined {
	const words = name
		.getSourceFile()
		.getDescendantsOfKind(SyntaxKind.Identifier)
		.filter((id) => id !== name && id.getText() === 'handle');
	if (words.length === 0) return undefined;
	const meaning = name.getSymbol();
	return words.find((id) => Node.isShorthandPropertyAssignment(id.getParent()) || id.getSymbol() === meaning);
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
