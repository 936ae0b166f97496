import { ts } from 'ts-morph';

/** Behind these a slash begins a regular expression, behind a value it divides. */
const beforeRegex = new Set([
	ts.SyntaxKind.Unknown,
	ts.SyntaxKind.OpenParenToken,
	ts.SyntaxKind.OpenBracketToken,
	ts.SyntaxKind.OpenBraceToken,
	ts.SyntaxKind.CommaToken,
	ts.SyntaxKind.SemicolonToken,
	ts.SyntaxKind.ColonToken,
	ts.SyntaxKind.EqualsToken,
	ts.SyntaxKind.EqualsGreaterThanToken,
	ts.SyntaxKind.ExclamationToken,
	ts.SyntaxKind.QuestionToken,
	ts.SyntaxKind.AmpersandAmpersandToken,
	ts.SyntaxKind.BarBarToken,
	ts.SyntaxKind.QuestionQuestionToken,
	ts.SyntaxKind.ReturnKeyword,
]);
const values = new Set([
	ts.SyntaxKind.Identifier,
	ts.SyntaxKind.NumericLiteral,
	ts.SyntaxKind.CloseBracketToken,
	ts.SyntaxKind.ThisKeyword,
]);

const closing = new Map([
	[ts.SyntaxKind.CloseBraceToken, ts.SyntaxKind.OpenBraceToken],
	[ts.SyntaxKind.CloseParenToken, ts.SyntaxKind.OpenParenToken],
	[ts.SyntaxKind.CloseBracketToken, ts.SyntaxKind.OpenBracketToken],
]);
const opening = new Set(closing.values());

interface Bracket {
	kind: ts.SyntaxKind;
	/** Behind it, where what stands in it may go. */
	start: number;
	isBody: boolean;
}

/**
 * A module with blanks in place of what its functions take and do; every other character keeps its offset. What a module
 * exports does not depend on it, and parsing it is most of the cost of reading hundreds of routes. Not for JSX.
 * The text itself comes back where a token is doubtful (a slash behind a bracket, brackets that do not match).
 */
export function withoutBodies(text: string): string {
	const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
	const open: Bracket[] = [];
	const blanks: [start: number, end: number][] = [];
	let before: ts.SyntaxKind = ts.SyntaxKind.Unknown;
	let last: [start: number, end: number] | undefined;
	let inBody = false;
	for (let token = scanner.scan(); token !== ts.SyntaxKind.EndOfFileToken; token = scanner.scan()) {
		if (token === ts.SyntaxKind.SlashToken || token === ts.SyntaxKind.SlashEqualsToken) {
			if (beforeRegex.has(before)) token = scanner.reScanSlashToken();
			else if (!values.has(before)) return text;
		} else if (token === ts.SyntaxKind.CloseBraceToken && open.at(-1)?.kind === ts.SyntaxKind.TemplateHead) {
			token = scanner.reScanTemplateToken(false);
			if (token === ts.SyntaxKind.TemplateTail) open.pop();
		} else if (token === ts.SyntaxKind.EqualsGreaterThanToken) {
			// What the brackets before an arrow hold are parameters.
			if (before === ts.SyntaxKind.CloseParenToken && last && !inBody) blanks.push(last);
		} else if (opening.has(token) || token === ts.SyntaxKind.TemplateHead) {
			const isBody: boolean = !inBody && token === ts.SyntaxKind.OpenBraceToken && beforeBody.has(before);
			inBody ||= isBody;
			open.push({ kind: token, start: scanner.getTokenEnd(), isBody });
		} else if (closing.has(token)) {
			const bracket = open.pop();
			if (bracket === undefined || bracket.kind !== closing.get(token)) return text;
			last = [bracket.start, scanner.getTokenStart()];
			if (bracket.isBody) {
				blanks.push(last);
				inBody = false;
			}
		}
		if (token === ts.SyntaxKind.Unknown || scanner.isUnterminated()) return text;
		before = token;
	}
	return open.length > 0 ? text : blanked(text, blanks);
}

const beforeBody = new Set([ts.SyntaxKind.EqualsGreaterThanToken, ts.SyntaxKind.CloseParenToken]);

/** @param ranges in order; one may hold those before it */
function blanked(text: string, ranges: [start: number, end: number][]): string {
	let result = '';
	let done = text.length;
	for (const [start, end] of ranges.toReversed()) {
		if (start >= done) continue;
		result = ' '.repeat(end - start) + text.slice(end, done) + result;
		done = start;
	}
	return text.slice(0, done) + result;
}
