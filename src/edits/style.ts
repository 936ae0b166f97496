import { Node, type SourceFile, SyntaxKind, ts } from 'ts-morph';
import { lineEnding } from './text.ts';

/** How a file is written. Inserted code takes it over. */
export interface Style {
	eol: '\n' | '\r\n';
	/** One level: a tab, or the spaces of one. */
	indent: string;
	quote: "'" | '"';
	semicolons: boolean;
	trailingCommas: boolean;
	/** How imports of own modules end: `./auth`, `./auth.js` or `./auth.ts`. */
	importExtension: '' | '.js' | '.ts';
}

/** What the SvelteKit starter writes; for files and hosts that show no habit of their own. */
export const defaultStyle: Style = {
	eol: '\n',
	indent: '\t',
	quote: "'",
	semicolons: true,
	trailingCommas: false,
	importExtension: '',
};

/** What the file itself shows; the fallback's where it shows nothing. */
export function styleOf(text: string, ast: SourceFile, fallback: Style): Style {
	return {
		eol: text.includes('\n') ? lineEnding(text) : fallback.eol,
		indent: indentOf(text) ?? fallback.indent,
		quote: majority(quotesIn(ast)) ?? fallback.quote,
		semicolons: majority(semicolonsIn(ast)) ?? fallback.semicolons,
		trailingCommas: majority(trailingCommasIn(ast)) ?? fallback.trailingCommas,
		importExtension: majority(importExtensionsIn(ast)) ?? fallback.importExtension,
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
	// Attributes of JSX and imports in JSDoc have quotes of a habit of their own.
	const literals = ast
		.getDescendantsOfKind(SyntaxKind.StringLiteral)
		.filter(
			(literal) => !Node.isJsxAttribute(literal.getParent()) && !literal.getFirstAncestor(Node.isJSDoc),
		);
	const texts = literals.map((literal) => literal.getText()[0]);
	return texts.filter((quote): quote is "'" | '"' => quote === "'" || quote === '"');
}

function semicolonsIn(ast: SourceFile): boolean[] {
	const statements = [
		SyntaxKind.ImportDeclaration,
		SyntaxKind.ExportDeclaration,
		SyntaxKind.VariableStatement,
		SyntaxKind.ExpressionStatement,
		SyntaxKind.ReturnStatement,
	].flatMap((kind): Node[] => ast.getDescendantsOfKind(kind));
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

/** Of modules of the host's own: `./a`, and `$lib/a` or `#lib/a.ts` through an alias. */
function importExtensionsIn(ast: SourceFile): Style['importExtension'][] {
	// Read with care: the style is looked up in files that do not parse too, and ts-morph throws at half an import.
	const modules = ast
		.getImportDeclarations()
		.flatMap(({ compilerNode: { moduleSpecifier } }) =>
			ts.isStringLiteral(moduleSpecifier) ? [moduleSpecifier.text] : [],
		);
	return modules.flatMap((module) => {
		if (!/^(?:\.\.?|\$lib|#\w*|[~@])\//.test(module) || /\.(?:svelte|css|json|svg|[jt]sx)$/.test(module))
			return [];
		return /\.[jt]s$/.test(module) ? (module.slice(-3) as '.js' | '.ts') : '';
	});
}
