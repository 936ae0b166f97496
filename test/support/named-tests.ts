import ts from 'typescript';

/** Tests that do not run, or need not pass, prove nothing. */
const unproven = /\.(?:skip|todo|fails)\b/;

/**
 * The full names of the tests in a file, as vitest prints them: `group > test`. Where a title is a template or
 * belongs to a table, it is taken as it is written: `%s: %i`, `fault 16: ${name}`.
 */
export function testNames(text: string): Set<string> {
	const source = ts.createSourceFile('any.test.ts', text, ts.ScriptTarget.Latest, false);
	const names = new Set<string>();
	visit(source, []);
	return names;

	function visit(node: ts.Node, groups: readonly string[]): void {
		const call = ts.isCallExpression(node) ? readCall(node, source) : null;
		if (call?.word === 'unproven') return;
		const path = call ? [...groups, call.title] : groups;
		if (call && call.word !== 'describe') names.add(path.join(' > '));
		ts.forEachChild(node, (child) => visit(child, path));
	}
}

function readCall(
	{ expression, arguments: [title, ...rest] }: ts.CallExpression,
	source: ts.SourceFile,
): { word: 'describe' | 'test' | 'unproven'; title: string } | null {
	const word = firstWord(expression);
	// `test.each(rows)` alone has no title yet: that is in the call round it.
	if (!word || !title || rest.length === 0) return null;
	const callee = expression.getText(source).split(/[(`]/, 1)[0] ?? '';
	if (unproven.test(callee)) return { word: 'unproven', title: '' };
	return { word: word === 'describe' ? 'describe' : 'test', title: titleText(title, source) };
}

/** `describe` of `describe.each(rows)`. */
function firstWord(expression: ts.Expression): string | null {
	if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
		return firstWord(expression.expression);
	if (ts.isTaggedTemplateExpression(expression)) return firstWord(expression.tag);
	const name = ts.isIdentifier(expression) ? expression.text : '';
	return /^(?:describe|test|it)$/.test(name) ? name : null;
}

function titleText(title: ts.Expression, source: ts.SourceFile): string {
	if (ts.isStringLiteralLike(title)) return title.text;
	const text = title.getText(source);
	return ts.isTemplateExpression(title) ? text.slice(1, -1) : `\${${text}}`;
}
