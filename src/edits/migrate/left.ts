import { Node, type SourceFile } from 'ts-morph';
import { isComponentFile, isMarkdown, onlyScripts } from '../../syntax/script.ts';
import { parse } from '../../syntax/source.ts';
import { escapePattern, lineAt } from '../../syntax/text.ts';

/**
 * The line in which a file still takes something from a package, in code, types or markup. What is commented out takes
 * nothing, but a comment with types does.
 */
export function lineOfPackage(path: string, content: string, name: string): number | undefined {
	if (!content.includes(name)) return undefined;
	const isComponent = isComponentFile(path);
	const found = inCode(path, isComponent ? onlyScripts(content, path) : content, name);
	const offset = found ?? (isComponent && !isMarkdown(path) ? inMarkup(content, name) : undefined);
	return offset === undefined ? undefined : lineAt(content, offset);
}

/** A module's name where one is taken from it; the package's, or that of a part of it. */
const taking = (before: string, name: string): RegExp =>
	new RegExp(`(?:${before})(['"\`])${escapePattern(name)}(?:/[^'"\`\\n]*)?\\1`, 'g');

function inCode(path: string, code: string, name: string): number | undefined {
	const before = '\\bfrom\\s*|\\bimport\\s*\\(?\\s*|\\brequire\\s*\\(\\s*|\\bmodule\\s+|\\btypes\\s*=\\s*';
	const places = [...code.matchAll(taking(before, name))].map(({ index }) => index);
	if (places.length === 0) return undefined;
	const { ast, bom } = parse(path, code);
	return places.find((index) => {
		const line = code.slice(code.lastIndexOf('\n', index) + 1, index);
		return /^\s*\/\/\/|@import\b/.test(line) || !isInComment(ast, index - bom.length);
	});
}

/** `{#await import('…')}` */
function inMarkup(content: string, name: string): number | undefined {
	const blank = (text: string) => ' '.repeat(text.length);
	const markup = content.replace(/<!--[\s\S]*?(?:-->|$)|<script\b[\s\S]*?<\/script\s*>/gi, blank);
	return taking('\\bimport\\s*\\(\\s*', name).exec(markup)?.index;
}

/** Whether an offset lies in a comment: outside of every word and text of the code. */
export function isInComment(ast: SourceFile, offset: number): boolean {
	const node = ast.getDescendantAtPos(offset);
	if (!node || Node.isSourceFile(node) || Node.isCommentNode(node)) return true;
	if (Node.isJSDoc(node) || node.getFirstAncestor((one) => Node.isJSDoc(one))) return true;
	return offset < node.getStart() || offset >= node.getEnd();
}
