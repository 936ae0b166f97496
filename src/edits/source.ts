import { Node, Project, type SourceFile, SyntaxKind, ts } from 'ts-morph';
import { defaultStyle, indentOf, type Style, styleOf } from './style.ts';
import { applyEdits, type Edit, type EditResult, insertion, type Refusal } from './text.ts';

export { defaultStyle, indentOf, type Style };

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
	const compiled = ast.compilerNode;
	let style: Style | undefined;
	return {
		text,
		bom,
		ast,
		// Many files are only looked into.
		get style() {
			style ??= styleOf(text, compiled, fallback);
			return style;
		},
	};
}

/** Line and message of the first syntax error, if there is one. ts-morph would edit such files without complaint. */
export function syntaxError(source: Source): { line: number; message: string } | undefined {
	const { compilerNode } = source.ast;
	const [first] = (compilerNode as unknown as { parseDiagnostics: ts.DiagnosticWithLocation[] })
		.parseDiagnostics;
	// `import { a } from ./a` parses, as an expression, and TypeScript complains only when it checks.
	const nameless = compilerNode.statements.find(
		(statement) =>
			(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
			statement.moduleSpecifier !== undefined &&
			!ts.isStringLiteral(statement.moduleSpecifier),
	);
	if (!first && nameless) {
		const { line } = compilerNode.getLineAndCharacterOfPosition(nameless.getStart(compilerNode));
		return { line: line + 1, message: 'a module is named without quotes.' };
	}
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
 * The frame of every transform: refuses files that do not parse, and edits after which they would not; puts the byte
 * order mark back.
 * @param locate returns the edits, or what to answer instead.
 */
export function transform(
	path: string,
	content: string,
	options: { snippet: string; fallback?: Style },
	locate: (source: Source) => Located,
): EditResult {
	const { snippet, fallback } = options;
	const source = parse(path, content, fallback);
	const broken = syntaxError(source);
	if (broken) {
		const { line, message } = broken;
		return { kind: 'refused', reason: `cannot be parsed: ${message}`, line, snippet };
	}
	const found = locate(source);
	if (!Array.isArray(found) && found.kind !== 'edits') return found;
	const { edits, notes } = Array.isArray(found) ? { edits: found, notes: [] } : found;
	const text = applyEdits(
		source.text,
		edits.map((edit) => belowLineBreak(source.text, edit)),
	);
	// No file is known for which this happens; a refusal is better than a broken project all the same.
	const wrong = syntaxError(parse(path, text, fallback));
	if (wrong) return { kind: 'refused', reason: `${unparsable}: ${wrong.message}`, snippet };
	return { kind: 'edited', text: source.bom + text, ...(notes.length > 0 ? { notes } : {}) };
}

/** Why an edit is not made whose result does not parse: a fault of ours. */
export const unparsable = 'is written in a way that the edit cannot cope with';

/** New lines in front of a line break of another kind than theirs go behind it: the line above keeps its own ending. */
function belowLineBreak(text: string, edit: Edit): Edit {
	const lead = /^\r?\n/.exec(edit.text)?.[0];
	const there = /^\r?\n/.exec(text.slice(edit.start, edit.start + 2))?.[0];
	if (edit.start !== edit.end || !lead || !there || lead === there) return edit;
	return insertion(edit.start + there.length, edit.text.slice(lead.length) + lead);
}

/**
 * What ends a statement of ours that stands at `offset`: the file's habit, and a semicolon in any case where the next
 * line would otherwise continue it (`(async () => {})()` behind a function needs none of its own).
 */
export function terminator({ text, ast, style }: Source, offset: number): '' | ';' {
	if (style.semicolons) return ';';
	const next = ast.getStatements().find((statement) => statement.getStart() >= offset);
	return next && /^[([`+\-*/]/.test(text.slice(next.getStart())) ? ';' : '';
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

/** Takes parentheses, `as`, `satisfies`, `<Type>` and `!` off an expression. */
export function unwrap(node: Node): Node {
	let inner = node;
	while (
		Node.isParenthesizedExpression(inner) ||
		Node.isAsExpression(inner) ||
		Node.isSatisfiesExpression(inner) ||
		Node.isTypeAssertion(inner) ||
		Node.isNonNullExpression(inner)
	) {
		inner = inner.getExpression();
	}
	return inner;
}
