import { ts } from 'ts-morph';

interface Token {
	kind: ts.SyntaxKind;
	text: string;
	/** What a string literal says, whatever its quotes. */
	value: string;
}

/** The tokens of a code, with the blanks and comments between them. */
function* tokensOf(code: string): Generator<Token> {
	const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, code);
	// How many braces are open in each of the templates that the scanner is in: one more closes what is put in there.
	const braces: number[] = [];
	for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
		const open = braces.at(-1);
		if (kind === ts.SyntaxKind.CloseBraceToken && open === 0) kind = scanner.reScanTemplateToken(false);
		if (kind === ts.SyntaxKind.TemplateHead) braces.push(0);
		else if (kind === ts.SyntaxKind.TemplateTail) braces.pop();
		else if (open !== undefined && kind === ts.SyntaxKind.OpenBraceToken)
			braces.push((braces.pop() ?? 0) + 1);
		else if (open !== undefined && kind === ts.SyntaxKind.CloseBraceToken)
			braces.push((braces.pop() ?? 0) - 1);
		yield { kind, text: scanner.getTokenText(), value: scanner.getTokenValue() };
	}
}

const plainText = ({ kind, text, value }: Token): string =>
	kind === ts.SyntaxKind.StringLiteral ? JSON.stringify(value) : text;

const isComment = ({ kind }: Token): boolean =>
	kind === ts.SyntaxKind.SingleLineCommentTrivia || kind === ts.SyntaxKind.MultiLineCommentTrivia;

const isTemplate = ({ kind }: Token): boolean =>
	kind >= ts.SyntaxKind.FirstTemplateToken && kind <= ts.SyntaxKind.LastTemplateToken;

const isTrivia = ({ kind }: Token): boolean =>
	kind >= ts.SyntaxKind.FirstTriviaToken && kind <= ts.SyntaxKind.LastTriviaToken;

/** Whether two pieces of code differ in nothing but blanks, comments and the kind of quotes. */
export const sameCode = (a: string, b: string): boolean => codeOf(a) === codeOf(b);

const codeOf = (code: string): string =>
	[...tokensOf(code)]
		.filter((token) => !isTrivia(token))
		.map(plainText)
		.join('\n');

/** Whether two pieces of code differ in nothing but what formatters change. Comments count. */
export const sameText = (a: string, b: string): boolean => textOf(a) === textOf(b);

const textOf = (code: string): string =>
	[...tokensOf(code)]
		.filter((token) => (isComment(token) || !isTrivia(token)) && !/^[,;]$/.test(token.text))
		.map((token) => (isTemplate(token) ? token.text : plainText(token).replace(/\s+/g, ' ')))
		.join('\n');

/** A text of ours with other names for what it imports. */
export function renamed(code: string, names: [string, string][]): string {
	const renames = new Map(names.filter(([from, to]) => from !== to));
	if (renames.size === 0) return code;
	return [...tokensOf(code)].map(({ text }) => renames.get(text) ?? text).join('');
}
