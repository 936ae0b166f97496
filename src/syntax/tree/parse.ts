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

export const hasErrors = (source: ts.SourceFile): boolean =>
	(source as unknown as { parseDiagnostics: unknown[] }).parseDiagnostics.length > 0;
