import { ts } from 'ts-morph';
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
	/** For whole files of ours: what cannot be seen in a file, only in a formatter's options. */
	layout?: Layout;
	/** In `.svelte` files, where the formatter's options say otherwise for those. */
	svelte?: Style;
}

/** How a formatter lays lines out. */
export interface Layout {
	/** Columns that a line has. */
	width: number;
	/** Columns of one level of indentation. */
	tabWidth: number;
	/** Arguments on lines of their own end with a comma, too (`trailingCommas` alone is for literals and imports). */
	callCommas: boolean;
	/** `{ a }`, else `{a}`. */
	bracketSpacing: boolean;
	/** `(a) => a`, else `a => a`. */
	arrowParentheses: boolean;
	jsxQuote: "'" | '"';
	/** Whether script and style of a Svelte component are indented. */
	componentIndent: boolean;
}

/** What the SvelteKit starter sets up, where it differs from Prettier's own: the width. */
export const defaultLayout: Layout = {
	width: 100,
	tabWidth: 2,
	callCommas: false,
	bracketSpacing: true,
	arrowParentheses: true,
	jsxQuote: '"',
	componentIndent: true,
};

/** What the SvelteKit starter writes; for files and hosts that show no habit of their own. */
export const defaultStyle: Style = {
	eol: '\n',
	indent: '\t',
	quote: "'",
	semicolons: true,
	trailingCommas: false,
	importExtension: '',
};

/** Habits, as far as a file shows them. */
export type ShownStyle = {
	[K in Exclude<keyof Style, 'layout' | 'svelte'>]: Style[K] | undefined;
};

/** What the file itself shows. */
export function shownStyle(text: string, source: ts.SourceFile): ShownStyle {
	const seen = seenIn(source);
	return {
		eol: text.includes('\n') ? lineEnding(text) : undefined,
		indent: indentOf(text),
		quote: majority(seen.quotes),
		semicolons: majority(seen.semicolons),
		trailingCommas: majority(seen.trailingCommas),
		importExtension: majority(seen.importExtensions),
	};
}

/** What the file itself shows; the fallback's where it shows nothing. */
export function styleOf(text: string, source: ts.SourceFile, fallback: Style): Style {
	const shown = Object.entries(shownStyle(text, source)).filter(([, value]) => value !== undefined);
	return { ...fallback, ...(Object.fromEntries(shown) as Partial<Style>) };
}

/** The value seen most often, the first of several; undefined when nothing was seen. */
export function majority<T>(seen: T[]): T | undefined {
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

interface Seen {
	quotes: Style['quote'][];
	semicolons: boolean[];
	trailingCommas: boolean[];
	importExtensions: Style['importExtension'][];
}

/** One walk over the compiler's own nodes: every file is read for its style, most of them twice. */
function seenIn(source: ts.SourceFile): Seen {
	const seen: Seen = { quotes: [], semicolons: [], trailingCommas: [], importExtensions: [] };
	const visit = (node: ts.Node): void => {
		// Attributes of JSX have quotes of a habit of their own. (Comments with types are not walked through.)
		if (ts.isStringLiteral(node) && !ts.isJsxAttribute(node.parent)) {
			const quote = source.text[node.getStart(source)];
			if (quote === "'" || quote === '"') seen.quotes.push(quote);
		}
		if (endsWithSemicolon(node)) seen.semicolons.push(source.text[node.end - 1] === ';');
		if (ts.isObjectLiteralExpression(node) || ts.isArrayLiteralExpression(node)) {
			const text = node.getText(source);
			if (text.includes('\n')) seen.trailingCommas.push(/,\s*[\]}]$/.test(text));
		}
		if (ts.isImportDeclaration(node)) seen.importExtensions.push(...importExtension(node));
		ts.forEachChild(node, visit);
	};
	visit(source);
	return seen;
}

const endsWithSemicolon = (node: ts.Node): boolean =>
	ts.isImportDeclaration(node) ||
	ts.isExportDeclaration(node) ||
	ts.isVariableStatement(node) ||
	ts.isExpressionStatement(node) ||
	ts.isReturnStatement(node);

/** Of modules of the host's own: `./a`, and `$lib/a` or `#lib/a.ts` through an alias. */
function importExtension({ moduleSpecifier }: ts.ImportDeclaration): Style['importExtension'][] {
	// The style is looked up in files that do not parse, too: half an import names no module.
	const module = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : '';
	if (!/^(?:\.\.?|\$lib|#\w*|[~@])\//.test(module) || /\.(?:svelte|css|json|svg|[jt]sx)$/.test(module))
		return [];
	return [/\.[jt]s$/.test(module) ? (module.slice(-3) as '.js' | '.ts') : ''];
}
