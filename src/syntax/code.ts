import { ts } from 'ts-morph';

/** Whether two pieces of code differ in nothing but blanks, comments and the kind of quotes. */
export const sameCode = (a: string, b: string): boolean => tokens(a).join('\n') === tokens(b).join('\n');

function tokens(code: string): string[] {
	const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, code);
	const found: string[] = [];
	while (scanner.scan() !== ts.SyntaxKind.EndOfFileToken)
		found.push(
			scanner.getToken() === ts.SyntaxKind.StringLiteral
				? JSON.stringify(scanner.getTokenValue())
				: scanner.getTokenText(),
		);
	return found;
}

/** A code and its comments without what formatters change. */
export function wordsOf(text: string): string {
	const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
	const words: string[] = [];
	for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
		const word =
			token === ts.SyntaxKind.StringLiteral ? `'${scanner.getTokenValue()}'` : scanner.getTokenText();
		if (!/^(?:\s*|[,;])$/.test(word)) words.push(word.replace(/\s+/g, ' '));
	}
	return words.join('\n');
}

/** A text of ours with other names for what it imports. */
export function renamed(text: string, names: [string, string][]): string {
	const renames = new Map(names.filter(([from, to]) => from !== to));
	if (renames.size === 0) return text;
	const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, ts.LanguageVariant.Standard, text);
	let result = '';
	for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan())
		result += renames.get(scanner.getTokenText()) ?? scanner.getTokenText();
	return result;
}
