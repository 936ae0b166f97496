import { ts } from 'ts-morph';

/** Syntax only, without the comments that JSDoc would be: those cost as much as the code. */
export const parseText = (path: string, text: string, parents = false): ts.SourceFile =>
	ts.createSourceFile(
		path,
		text,
		{ languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone },
		parents,
		kindOf(path),
	);

/** Markup has TypeScript in its script blocks, which is a superset of JavaScript. */
function kindOf(path: string): ts.ScriptKind {
	if (/\.tsx$/.test(path)) return ts.ScriptKind.TSX;
	return /\.[cm]?jsx?$/.test(path) ? ts.ScriptKind.JSX : ts.ScriptKind.TS;
}

/** What the compiler complained about while it parsed. It keeps that, but not in its types. */
export const parseErrors = (source: ts.SourceFile): readonly ts.DiagnosticWithLocation[] =>
	(source as unknown as { parseDiagnostics: ts.DiagnosticWithLocation[] }).parseDiagnostics;

export const hasErrors = (source: ts.SourceFile): boolean => parseErrors(source).length > 0;

/** A syntax error. */
export interface SyntaxFault {
	/** 1-based. */
	line: number;
	message: string;
}

/** The first syntax error of a file, if there is one. */
export function firstError(source: ts.SourceFile): SyntaxFault | undefined {
	const [first] = parseErrors(source);
	const lineOf = (offset: number) => source.getLineAndCharacterOfPosition(offset).line + 1;
	if (first)
		return {
			line: lineOf(first.start),
			message: ts.flattenDiagnosticMessageText(first.messageText, ' '),
		};
	// `import { a } from ./a` parses, as an expression, and TypeScript complains only when it checks.
	const nameless = source.statements.find(
		(statement) =>
			(ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
			statement.moduleSpecifier !== undefined &&
			!ts.isStringLiteral(statement.moduleSpecifier),
	);
	return (
		nameless && { line: lineOf(nameless.getStart(source)), message: 'a module is named without quotes.' }
	);
}
