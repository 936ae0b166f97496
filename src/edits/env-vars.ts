import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { insertItems } from './list.ts';
import { refuse, type Source, type Style, transform, unwrap } from './source.ts';
import type { EditResult } from './text.ts';

export interface EnvVariable {
	name: string;
	/** One sentence; goes into `src/env.ts` and, as a comment, into the example env file. */
	description: string;
}

/**
 * Declares variables in the `src/env.ts` of a SvelteKit 3 host: what is not declared there cannot be read.
 * Every variable gets a schema, since one without would have to be set already while building.
 */
export function declareEnvVariables(
	path: string,
	content: string,
	variables: EnvVariable[],
	fallback?: Style,
): EditResult {
	const snippet = [
		'export const variables = defineEnvVars({',
		...variables.map((variable) => `	${declaration(variable, "'")},`),
		'});',
	].join('\n');
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const object = findVariables(source);
		if (!object) return refuse('has no `export const variables = defineEnvVars({ ... })`', snippet);
		const hidden = object
			.getProperties()
			.find((property) => Node.isSpreadAssignment(property) || hasComputedName(property));
		if (hidden) return refuse('has variables whose names cannot be seen here', snippet, hidden);
		const missing = variables.filter(
			(variable) => !object.getProperty((property) => nameOf(property) === variable.name),
		);
		if (missing.length === 0) return { kind: 'unchanged', reason: 'the variables are declared already' };
		const texts = missing.map((variable) => declaration(variable, source.style.quote));
		const list = {
			items: object.getProperties(),
			open: object.getStart() + 1,
			close: object.getEnd() - 1,
			padding: ' ' as const,
		};
		if (list.items.length > 0) return insertItems(source, list, list.items.length, texts);
		const { eol, indent, trailingCommas } = source.style;
		const lines = texts.map((text) => eol + indent + text).join(',');
		return [{ start: list.open, end: list.close, text: lines + (trailingCommas ? ',' : '') + eol }];
	});
}

const declaration = ({ name, description }: EnvVariable, quote: string): string => {
	const text = quote + description.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`) + quote;
	return `${name}: { description: ${text}, schema: (value) => value }`;
};

const hasComputedName = (property: Node): boolean =>
	Node.isPropertyAssignment(property) && Node.isComputedPropertyName(property.getNameNode());

function nameOf(property: Node): string | undefined {
	if (!Node.isPropertyAssignment(property) && !Node.isShorthandPropertyAssignment(property)) return undefined;
	const name = property.getNameNode();
	return Node.isStringLiteral(name) ? name.getLiteralValue() : name.getText();
}

function findVariables({ ast }: Source): ObjectLiteralExpression | undefined {
	const initializer = ast.getVariableDeclaration('variables')?.getInitializer();
	const call = initializer && unwrap(initializer);
	if (!call || !Node.isCallExpression(call) || call.getArguments().length !== 1) return undefined;
	if (call.getExpression().getText() !== 'defineEnvVars') return undefined;
	const argument = unwrap(call.getArguments()[0] as Node);
	return Node.isObjectLiteralExpression(argument) ? argument : undefined;
}
