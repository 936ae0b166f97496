import { Node, Project, type SourceFile, SyntaxKind, ts } from 'ts-morph';
import { applyEdits, type Edit, type EditResult, lineEnding, type Refusal } from './text.ts';

/** How a file is written. Inserted code takes it over. */
export interface Style {
	eol: '\n' | '\r\n';
	/** One level: a tab, or the spaces of one. */
	indent: string;
	quote: "'" | '"';
	semicolons: boolean;
	trailingCommas: boolean;
}

/** What the SvelteKit starter writes; for files and hosts that show no habit of their own. */
export const defaultStyle: Style = {
	eol: '\n',
	indent: '\t',
	quote: "'",
	semicolons: true,
	trailingCommas: false,
};

/** A parsed file: positions in `ast` are offsets in `text`, which is the file without its byte order mark. */
export interface Source {
	text: string;
	bom: '' | '\uFEFF';
	ast: SourceFile;
	style: Style;
}

let project: Project | undefined;

/**
 * Parses TypeScript or JavaScript for locating nodes. Only syntax: no type checker, no tsconfig, no disk.
 * @param path decides the dialect by its extension (`.ts`, `.js`, `.tsx` ...).
 */
export function parse(path: string, content: string, fallback: Style = defaultStyle): Source {
	// One in-memory project for all files: the first one costs 160 ms, the next ones nothing.
	project ??= new Project({
		useInMemoryFileSystem: true,
		skipLoadingLibFiles: true,
		skipFileDependencyResolution: true,
		compilerOptions: { allowJs: true },
	});
	const bom = content.startsWith('\uFEFF') ? '\uFEFF' : '';
	const text = content.slice(bom.length);
	const ast = project.createSourceFile(`/${path}`, text, { overwrite: true });
	return { text, bom, ast, style: styleOf(text, ast, fallback) };
}

/** Line and message of the first syntax error, if there is one. ts-morph would edit such files without complaint. */
export function syntaxError(source: Source): { line: number; message: string } | undefined {
	const { compilerNode } = source.ast;
	const [first] = (compilerNode as unknown as { parseDiagnostics: ts.DiagnosticWithLocation[] })
		.parseDiagnostics;
	if (!first) return undefined;
	return {
		line: compilerNode.getLineAndCharacterOfPosition(first.start).line + 1,
		message: ts.flattenDiagnosticMessageText(first.messageText, ' '),
	};
}

/** What locating comes to: the edits, with notes where there is something to say; or what to answer instead. */
export type Located =
	| Edit[]
	| { kind: 'edits'; edits: Edit[]; notes: string[] }
	| Exclude<EditResult, { kind: 'edited' }>;

/**
 * The frame of every transform: refuses files that do not parse, puts the byte order mark back, and turns
 * "no edits" into "unchanged".
 * @param locate returns the edits, or what to answer instead.
 */
export function transform(
	path: string,
	content: string,
	options: { snippet: string; fallback?: Style },
	locate: (source: Source) => Located,
): EditResult {
	const source = parse(path, content, options.fallback);
	const broken = syntaxError(source);
	if (broken) {
		return {
			kind: 'refused',
			reason: `cannot be parsed: ${broken.message}`,
			line: broken.line,
			snippet: options.snippet,
		};
	}
	const found = locate(source);
	if (Array.isArray(found)) return { kind: 'edited', text: source.bom + applyEdits(source.text, found) };
	if (found.kind !== 'edits') return found;
	const text = source.bom + applyEdits(source.text, found.edits);
	return { kind: 'edited', text, ...(found.notes.length > 0 ? { notes: found.notes } : {}) };
}

/** A refusal that names the node's line. */
export const refuse = (reason: string, snippet: string, node?: Node): Refusal => ({
	kind: 'refused',
	reason,
	snippet,
	...(node ? { line: node.getStartLineNumber() } : {}),
});

/** Whether an identifier of this spelling occurs anywhere in the file, in any scope and meaning. */
export const isTaken = (source: Source, name: string): boolean =>
	source.ast.getDescendantsOfKind(SyntaxKind.Identifier).some((id) => id.getText() === name);

/** The first of the candidates that occurs nowhere in the file; then `name2`, `name3` ... of the last one. */
export function freeName(source: Source, ...candidates: [string, ...string[]]): string {
	const last = candidates.at(-1);
	for (const name of candidates) if (!isTaken(source, name)) return name;
	for (let n = 2; ; n++) if (!isTaken(source, `${last}${n}`)) return `${last}${n}`;
}

/** Takes parentheses, `as`, `satisfies` and `!` off an expression. */
export function unwrap(node: Node): Node {
	let inner = node;
	while (
		Node.isParenthesizedExpression(inner) ||
		Node.isAsExpression(inner) ||
		Node.isSatisfiesExpression(inner) ||
		Node.isNonNullExpression(inner)
	) {
		inner = inner.getExpression();
	}
	return inner;
}

function styleOf(text: string, ast: SourceFile, fallback: Style): Style {
	return {
		eol: text.includes('\n') ? lineEnding(text) : fallback.eol,
		indent: indentOf(text) ?? fallback.indent,
		quote: majority(quotesIn(ast)) ?? fallback.quote,
		semicolons: majority(semicolonsIn(ast)) ?? fallback.semicolons,
		trailingCommas: majority(trailingCommasIn(ast)) ?? fallback.trailingCommas,
	};
}

/** The value seen most often; undefined when nothing was seen. */
function majority<T>(seen: T[]): T | undefined {
	const counts = new Map<T, number>();
	for (const value of seen) counts.set(value, (counts.get(value) ?? 0) + 1);
	return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
}

/** A tab when most indented lines start with one; else the smallest indentation by spaces that occurs. */
export function indentOf(text: string): string | undefined {
	// Lines of a block comment start with a space before their asterisk: not an indentation.
	const indents = [...text.matchAll(/^([ \t]+)(?=[^\s*])/gm)].map((match) => match[1] as string);
	if (indents.length === 0) return undefined;
	const tabs = indents.filter((indent) => indent.startsWith('\t')).length;
	if (tabs * 2 >= indents.length) return '\t';
	const widths = indents
		.filter((indent) => !indent.includes('\t') && indent.length > 1)
		.map((indent) => indent.length);
	return widths.length > 0 ? ' '.repeat(Math.min(...widths)) : undefined;
}

function quotesIn(ast: SourceFile): ("'" | '"')[] {
	const texts = ast.getDescendantsOfKind(SyntaxKind.StringLiteral).map((literal) => literal.getText()[0]);
	return texts.filter((quote): quote is "'" | '"' => quote === "'" || quote === '"');
}

function semicolonsIn(ast: SourceFile): boolean[] {
	const statements = ast
		.getStatements()
		.filter(
			(statement) =>
				Node.isImportDeclaration(statement) ||
				Node.isExportDeclaration(statement) ||
				Node.isVariableStatement(statement) ||
				Node.isExpressionStatement(statement),
		);
	return statements.map((statement) => statement.getText().endsWith(';'));
}

function trailingCommasIn(ast: SourceFile): boolean[] {
	const lists = [
		...ast.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression),
		...ast.getDescendantsOfKind(SyntaxKind.ArrayLiteralExpression),
	];
	return lists
		.map((list) => list.getText())
		.filter((text) => text.includes('\n'))
		.map((text) => /,\s*[\]}]$/.test(text));
}
