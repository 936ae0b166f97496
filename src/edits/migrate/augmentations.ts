import { type ModuleDeclaration, Node, type Statement, SyntaxKind, ts } from 'ts-morph';
import type { Source, Style } from '../../syntax/source.ts';
import { endOfLine, quoted } from '../../syntax/text.ts';
import { type Edit, type EditResult, insertion } from '../splice/edit.ts';
import { removeStatements } from '../splice/remove.ts';
import { type Located, transform } from '../splice/transform.ts';
import { declaredName, handedOn, isExtension, moduleOf, partsOf, renamed, types } from './extension.ts';
import { clashIn, faultIn, snippet } from './extension-faults.ts';

/**
 * Moves extensions of a predecessor's types to the module of the core that declares them, `declare module
 * '@auth/core/types'`: the one place where they all merge. Takes out `/// <reference types="@auth/sveltekit" />`.
 */
export function moveAugmentations(
	path: string,
	content: string,
	options: { fallback?: Style } = {},
): EditResult {
	return transform(path, content, { snippet, ...options }, (source) => {
		const blocks = source.ast.getStatements().filter(isExtension);
		const found = blocks.filter((block) => handedOn.has(moduleOf(block)));
		// Of a module that is not there any more, and nothing but its name: nothing is left to say.
		const empty = found.filter((block) => !block.hasBody());
		const moved = found.filter((block) => block.hasBody());
		const edits = [...references(source), ...removeStatements(source, empty)];
		const isModule = ts.isExternalModule(source.ast.compilerNode);
		if (moved.length > 0 && !isModule && !canBeModule(source)) return left(edits, moved);
		const fault = moved.map(faultIn).find((one) => one !== undefined) ?? clashIn(blocks, moved);
		if (fault) return fault;
		edits.push(...moved.flatMap((block) => moveBlock(source, block)));
		if (moved.length > 0 && !isModule) edits.push(exportNothing(source));
		return edits.length > 0 ? edits : unchanged;
	});
}

const unchanged = { kind: 'unchanged' as const, reason: 'extends no types of the predecessor' };

/** Blocks that stay, since they extended nothing before and do not now. */
function left(edits: Edit[], blocks: ModuleDeclaration[]): Located {
	const findings = blocks.map((block) => ({
		code: 'types-left',
		line: block.getStartLineNumber(),
		text: `declares \`${moduleOf(block)}\` in a file that is no module, where that extends nothing; move it as \`declare module '${types}'\` to a file that ends with \`export {}\`.`,
	}));
	return edits.length > 0 ? { kind: 'edits', edits, findings } : { ...unchanged, findings };
}

/** The edits that make a block one of the core's, or several where its types stand in several modules. */
function moveBlock(source: Source, block: ModuleDeclaration): Edit[] {
	const { eol, quote } = source.style;
	const parts = partsOf(block);
	const name = block.getNameNode();
	const edits: Edit[] = [
		{ start: name.getStart() + 1, end: name.getEnd() - 1, text: parts[0]?.module ?? types },
		...renames(block),
	];
	for (const [index, { statement, module }] of parts.entries()) {
		const before = parts[index - 1];
		if (!before || before.module === module) continue;
		// One block ends here, and the next begins.
		const text = `${eol}}${eol}${eol}declare module ${quoted(module, quote)} {`;
		const start = endBehind(source, before.statement, statement);
		const blank = /^(?:[ \t]*\r?\n)*(?=[ \t]*\r?\n)/.exec(source.text.slice(start))?.[0].length ?? 0;
		edits.push({ start, end: start + blank, text });
	}
	return edits;
}

/** Behind a statement and what is said about it on its line; comments in front of the next belong to that one. */
function endBehind({ text }: Source, statement: Statement, next: Statement): number {
	const end = ts.getTrailingCommentRanges(text, statement.getEnd())?.at(-1)?.end ?? statement.getEnd();
	return Math.min(end, next.getStart());
}

/** Words in a block that the core calls otherwise. */
function renames(block: ModuleDeclaration): Edit[] {
	const own = block.getStatements().flatMap((statement) => declaredName(statement) ?? []);
	return block.getDescendantsOfKind(SyntaxKind.Identifier).flatMap((word) => {
		const text = renamed.get(word.getText());
		const parent = word.getParent();
		const isType =
			Node.isTypeReference(parent) ||
			Node.isExpressionWithTypeArguments(parent) ||
			(Node.isInterfaceDeclaration(parent) && parent.getNameNode() === word);
		return text && isType && own.includes(word.getText())
			? [{ start: word.getStart(), end: word.getEnd(), text }]
			: [];
	});
}

/**
 * In a file that is no module, `declare module` takes the place of a module instead of extending it. Such a file may become
 * a module if nothing in it means another thing then.
 */
const canBeModule = ({ ast }: Source): boolean =>
	ast
		.getStatements()
		.every(
			(statement) =>
				isExtension(statement) &&
				/^@auth\/|^start-authjs$|^@solid-mediakit\//.test(moduleOf(statement)) &&
				partsOf(statement).every((part) => declaredName(part.statement) !== undefined),
		);

const exportNothing = ({ text, style: { eol, semicolons } }: Source): Edit => {
	const line = `export {}${semicolons ? ';' : ''}`;
	return insertion(text.length, text.endsWith('\n') ? eol + line + eol : eol + eol + line);
};

/** `/// <reference types="@auth/sveltekit" />` goes: the types come with what the host imports. */
function references({ text, ast }: Source): Edit[] {
	return ast.compilerNode.typeReferenceDirectives
		.filter(({ fileName }) =>
			[...handedOn].some((name) => fileName === name || fileName.startsWith(`${name}/`)),
		)
		.map(({ pos, end }) => {
			const slashes = text.lastIndexOf('///', pos);
			const start = text.lastIndexOf('\n', pos) + 1;
			const lineEnd = endOfLine(text, end);
			// Another comment may end in front of it.
			if (text.slice(start, slashes).trim() !== '') return { start: slashes, end: lineEnd, text: '' };
			const behind = /^\r?\n/.exec(text.slice(lineEnd))?.[0].length ?? 0;
			const blank =
				start === 0 ? (/^(?:[ \t]*\r?\n)+/.exec(text.slice(lineEnd + behind))?.[0].length ?? 0) : 0;
			return { start, end: lineEnd + behind + blank, text: '' };
		});
}
