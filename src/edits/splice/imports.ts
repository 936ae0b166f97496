import { type ImportDeclaration, Node, type SourceFile, type Statement, ts } from 'ts-morph';
import { isModule } from '../../syntax/imports.ts';
import type { Source } from '../../syntax/source.ts';
import { endOfLine, indentationAt } from '../../syntax/text.ts';
import { type Edit, insertion } from './edit.ts';
import { insertItems } from './list.ts';

/** One name from another module. */
export interface WantedImport {
	module: string;
	/** The exported name; `default` for the default export, `*` for all of it. */
	name: string;
	/** Local name, where it differs; `default` and `*` cannot do without. */
	as?: string;
	typeOnly?: boolean;
	/** The default export as one name of several, where the file itself writes `{ default as a }`. */
	inBraces?: boolean;
}

/**
 * Edits that import the given names: into the braces of an existing import of the same module where there is one, else
 * as new lines behind the leading imports. The caller has made sure that the local names are free.
 */
export function addImports(source: Source, imports: WantedImport[]): Edit[] {
	const edits: Edit[] = [];
	const lines: string[] = [];
	const modules = [...groupByModule(imports)].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
	for (const [module, group] of modules) {
		lines.push(...group.filter(isWhole).map((item) => importLine(source, [item])));
		const [first, ...more] = group.filter((item) => !isWhole(item));
		if (!first) continue;
		const present = source.ast.getImportDeclarations().find((found) => canTakeNames(found, module));
		if (present) edits.push(...extendImport(source, present, [first, ...more]));
		else lines.push(importLine(source, [first, ...more]));
	}
	return lines.length > 0 ? [...edits, newLines(source, lines)] : edits;
}

/** Packages come before the host's own modules. */
const rank = (module: string): number => (module.startsWith('.') ? 1 : 0);

function groupByModule(imports: WantedImport[]): Map<string, WantedImport[]> {
	const groups = new Map<string, WantedImport[]>();
	for (const item of imports) {
		const key = item.module;
		groups.set(key, [...(groups.get(key) ?? []), item]);
	}
	return groups;
}

/** What stands in no braces: it gets a line of its own. */
const isWhole = ({ name, inBraces }: WantedImport): boolean =>
	name === '*' || (name === 'default' && !inBraces);

const canTakeNames = (declaration: ImportDeclaration, module: string): boolean =>
	isModule(declaration, module) && !declaration.isTypeOnly() && declaration.getNamedImports().length > 0;

function extendImport(source: Source, declaration: ImportDeclaration, imports: WantedImport[]): Edit[] {
	const items = declaration.getNamedImports();
	const bindings = items[0]?.getParentOrThrow();
	if (!bindings) return [];
	const list = { items, open: bindings.getStart() + 1, close: bindings.getEnd() - 1, padding: ' ' as const };
	return insertItems(source, list, items.length, imports.map(specifierText));
}

const specifierText = ({ name, as, typeOnly }: WantedImport): string =>
	`${typeOnly ? 'type ' : ''}${as && as !== name ? `${name} as ${as}` : name}`;

/** A line that imports names of one module: either several that stand in braces, or one that does not. */
export function importLine({ style }: Source, imports: readonly [WantedImport, ...WantedImport[]]): string {
	const { quote, semicolons } = style;
	const [first] = imports;
	const { module, name, as } = first;
	const typeOnly = imports.every((item) => item.typeOnly);
	const names = imports.map((item) => specifierText(typeOnly ? { ...item, typeOnly: false } : item));
	const clause = !isWhole(first) ? `{ ${names.join(', ')} }` : name === '*' ? `* as ${as}` : as;
	return `import ${typeOnly ? 'type ' : ''}${clause} from ${quote}${module}${quote}${semicolons ? ';' : ''}`;
}

/** A relative module as the file writes its own ones: with their extension where it does that. */
export const asWritten = ({ style }: Source, module: string): string =>
	/\.[jt]s$/.test(module) ? module : module + style.importExtension;

/** Whether new imports go to the end of the file, since it holds nothing but comments and directives. */
export const importsGoLast = (source: Source): boolean =>
	!lastLeadingImport(source.ast) && source.text.slice(startOfBody(source)).trim() === '';

function newLines(source: Source, lines: string[]): Edit {
	const { text, style } = source;
	const last = lastLeadingImport(source.ast);
	if (last) {
		const at = endOfStatementLine(text, last);
		// In the script of a component they are indented.
		const lead = style.eol + indentationAt(text, last.getStart());
		return insertion(at, lines.map((line) => lead + line).join(''));
	}
	const at = startOfBody(source);
	const block = lines.map((line) => line + style.eol).join('');
	const before = at > 0 && text[at - 1] !== '\n' ? style.eol : '';
	// A blank line between the imports and what follows, where there is none yet.
	const after = /^\s*(?:\r?\n|$)/.test(text.slice(at)) ? '' : style.eol;
	return insertion(at, before + block + after);
}

/** Imports may also stand behind other statements; a new one joins the first block, where no statement has run yet. */
export function lastLeadingImport(ast: SourceFile): Statement | undefined {
	let last: Statement | undefined;
	for (const statement of ast.getStatements()) {
		if (Node.isImportDeclaration(statement)) last = statement;
		else if (!isDirective(statement)) break;
	}
	return last;
}

const isDirective = (statement: Statement): boolean =>
	Node.isExpressionStatement(statement) && Node.isStringLiteral(statement.getExpression());

/**
 * End of the line on which a top-level statement ends, past the comments that belong to it. Statements that share the
 * line are passed too: a new line in between would tear them apart, and their comments from them.
 */
export function endOfStatementLine(text: string, statement: Node): number {
	const end = statement.getEnd();
	const behind = ts.getTrailingCommentRanges(text, end)?.at(-1)?.end ?? end;
	const lineEnd = endOfLine(text, behind);
	if (text.slice(behind, lineEnd).trim() === '') return lineEnd;
	const next = statement.getNextSibling();
	return next && next.getStart() < lineEnd ? endOfStatementLine(text, next) : behind;
}

/**
 * Where the first import of a file without imports goes: behind a shebang, directives (`'use server'` must stay
 * first, or it is none), `// @ts-nocheck` and licence headers, but above a comment that describes the first statement.
 */
function startOfBody({ text, ast }: Source): number {
	const directives = [];
	for (const statement of ast.getStatements()) {
		if (!isDirective(statement)) break;
		directives.push(statement);
	}
	const directive = directives.at(-1);
	if (directive) return nextLine(text, endOfStatementLine(text, directive));
	// From the end of the shebang's line: comments on the line of the offset itself would not count as leading.
	const shebang = text.startsWith('#!') ? endOfLine(text, 0) : 0;
	let at = shebang === 0 ? 0 : nextLine(text, shebang);
	const comments = ts.getLeadingCommentRanges(text, shebang) ?? [];
	const lastFixed = comments.findLastIndex(({ pos, end }) => mustStayFirst.test(text.slice(pos, end)));
	const code = ast.getStatements()[0]?.getStart() ?? text.length;
	for (const [index, comment] of comments.entries()) {
		const after = text.slice(comment.end);
		const standsAlone = /^[ \t]*\r?\n[ \t]*\r?\n/.test(after) || after.trim() === '';
		if (!standsAlone && index > lastFixed) break;
		at = behindComments(text, comments.slice(index), code);
	}
	return at;
}

/** What counts for the whole file. `eslint-disable-next-line` does not: it belongs to the line below it. */
const mustStayFirst =
	/@ts-(?:nocheck|check)|@license|copyright|eslint-disable(?!-(?:next-)?line)|biome-ignore-all|^\/\*!/i;

/** The line below the first comment and those that start on its lines; right behind them where code follows there. */
function behindComments(text: string, comments: ts.CommentRange[], code: number): number {
	let end = 0;
	for (const comment of comments) if (end === 0 || comment.pos < endOfLine(text, end)) end = comment.end;
	return code < endOfLine(text, end) ? end : nextLine(text, endOfLine(text, end));
}

const nextLine = (text: string, lineEnd: number): number => {
	const newline = text.indexOf('\n', lineEnd);
	return newline === -1 ? text.length : newline + 1;
};
