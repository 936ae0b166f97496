import { Node, SyntaxKind } from 'ts-morph';
import { nameOf } from '../../syntax/objects.ts';
import { parse, syntaxError } from '../../syntax/source.ts';
import { answerOf } from '../../syntax/values.ts';

/** A column that refers to another table. */
export interface ColumnReference {
	/** 1-based. */
	line: number;
	/** `orders.buyer` */
	name: string;
}

/** Columns of a drizzle schema that refer to a table and do not say what becomes of them when its row goes. */
export function referencesTo(path: string, content: string, table: string): ColumnReference[] {
	const source = parse(path, content);
	if (syntaxError(source)) return [];
	return source.ast.getDescendantsOfKind(SyntaxKind.CallExpression).flatMap((call) => {
		const callee = call.getExpression();
		if (!Node.isPropertyAccessExpression(callee) || callee.getName() !== 'references') return [];
		const [target, options] = call.getArguments();
		const column = target && answerOf(target);
		if (!Node.isPropertyAccessExpression(column)) return [];
		const owner = column.getExpression().getText();
		if (owner !== table && !owner.endsWith(`.${table}`)) return [];
		// What is not written there may say it.
		if (options && (!Node.isObjectLiteralExpression(options) || says(options.getText()))) return [];
		const key = call.getFirstAncestorByKind(SyntaxKind.PropertyAssignment);
		const declared = call.getFirstAncestorByKind(SyntaxKind.VariableDeclaration);
		const names = [declared?.getName(), key && nameOf(key)].filter((name) => name !== undefined);
		return [{ line: (key ?? call).getStartLineNumber(), name: names.join('.') }];
	});
}

const says = (options: string): boolean => /\bonDelete\b|\.\.\./.test(options);
