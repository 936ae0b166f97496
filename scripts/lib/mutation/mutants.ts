import ts from 'typescript';

/** One small wrong change of a source file. */
export interface Mutant {
	/** Positions in the text, and what stands between them instead. */
	start: number;
	end: number;
	text: string;
	/** What it does, in a few words. */
	what: string;
}

const swapped: Partial<Record<ts.SyntaxKind, string>> = {
	[ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
	[ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
	[ts.SyntaxKind.LessThanToken]: '<=',
	[ts.SyntaxKind.LessThanEqualsToken]: '<',
	[ts.SyntaxKind.GreaterThanToken]: '>=',
	[ts.SyntaxKind.GreaterThanEqualsToken]: '>',
	[ts.SyntaxKind.AmpersandAmpersandToken]: '||',
	[ts.SyntaxKind.BarBarToken]: '&&',
};
/** Methods that answer the other way round. */
const others: Record<string, string> = {
	some: 'every',
	every: 'some',
	startsWith: 'endsWith',
	endsWith: 'startsWith',
};

/** All mutants of a file, in the order of their places. What only types and messages hold is left alone. */
export function mutantsOf(path: string, source: string): Mutant[] {
	const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
	const mutants: Mutant[] = [];
	const add = (node: ts.Node, text: string, what: string) =>
		mutants.push({ start: node.getStart(file), end: node.getEnd(), text, what });
	const visit = (node: ts.Node): void => {
		if (ts.isTypeNode(node) || ts.isThrowStatement(node) || ts.isImportDeclaration(node)) return;
		mutate(node, file, add);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return mutants.sort((a, b) => a.start - b.start || a.end - b.end || a.text.localeCompare(b.text));
}

type Add = (node: ts.Node, text: string, what: string) => void;

function mutate(node: ts.Node, file: ts.SourceFile, add: Add): void {
	const becomes = (part: ts.Node, text: string, of: ts.Node = part) =>
		add(
			part,
			text,
			`${short(of.getText(file))} becomes ${of === part ? '' : '… '}${text}${of === part ? '' : ' …'}`,
		);
	if (ts.isBinaryExpression(node)) {
		const token = node.operatorToken;
		const other = swapped[token.kind];
		if (other) becomes(token, other, node);
		if (token.kind === ts.SyntaxKind.QuestionQuestionToken)
			add(node, node.left.getText(file), `${short(node.getText(file))} without what follows ??`);
	} else if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken) {
		add(node, node.operand.getText(file), `${short(node.getText(file))} without !`);
	} else if (ts.isIfStatement(node)) {
		// With `false` an early return is gone.
		for (const value of ['true', 'false']) becomes(node.expression, value);
	} else if (ts.isConditionalExpression(node)) {
		for (const value of ['true', 'false']) becomes(node.condition, value);
	} else if (ts.isWhileStatement(node)) {
		becomes(node.expression, 'false');
	} else if (ts.isNumericLiteral(node)) {
		becomes(node, String(Number(node.getText(file).replaceAll('_', '')) + 1));
	} else if (node.kind === ts.SyntaxKind.TrueKeyword) {
		becomes(node, 'false');
	} else if (node.kind === ts.SyntaxKind.FalseKeyword) {
		becomes(node, 'true');
	} else if (node.kind === ts.SyntaxKind.QuestionDotToken) {
		mutateChain(node as ts.QuestionDotToken, add);
	} else if (ts.isPropertyAccessExpression(node)) {
		const other = others[node.name.text];
		if (other) becomes(node.name, other, node);
	}
}

/** `a?.b` becomes `a.b`; a call and an element have no dot of their own. */
function mutateChain(token: ts.QuestionDotToken, add: Add): void {
	const isProperty = ts.isPropertyAccessExpression(token.parent);
	add(token, isProperty ? '.' : '', `${short(token.parent.getText())} without ?`);
}

export const apply = (source: string, { start, end, text }: Mutant): string =>
	source.slice(0, start) + text + source.slice(end);

/** Code in one line that fits into a message. */
const short = (code: string): string => {
	const line = code.replace(/\s+/g, ' ');
	return line.length > 60 ? `${line.slice(0, 40)} … ${line.slice(-18)}` : line;
};
