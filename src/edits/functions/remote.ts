import { type CallExpression, Node, type SourceFile } from 'ts-morph';
import { isFunctionValue, type Written } from '../../syntax/functions.ts';
import { unclear } from '../../syntax/unclear.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import type { Selected } from './selected.ts';

const makers = ['query', 'command', 'form', 'prerender'];

/** The remote functions of a SvelteKit module: what it exports of `query(...)`, `command(...)` and their like. */
export function remoteFunctions(ast: SourceFile): Selected[] {
	const made = makersIn(ast);
	const listed = ast
		.getExportDeclarations()
		.filter((declaration) => !declaration.getModuleSpecifier() && !declaration.isTypeOnly())
		.flatMap((declaration) => declaration.getNamedExports());
	const declarations = ast.getVariableStatements().flatMap((statement) =>
		statement.getDeclarations().map((declaration) => {
			const name = declaration.getName();
			// Browsers know it by the name under which it is exported: `export { getOwn as getOrders }`.
			const item = listed.find((one) => one.getName() === name && !one.isTypeOnly());
			const exported = item && (item.getAliasNode() ?? item.getNameNode()).getText();
			return { declaration, name: statement.hasExportKeyword() ? name : exported };
		}),
	);
	return declarations.flatMap(({ declaration, name }) => {
		const initializer = declaration.getInitializer();
		const call = initializer && unwrap(initializer);
		const type = Node.isCallExpression(call) ? typeOf(call, made) : undefined;
		if (!Node.isCallExpression(call) || !type || name === undefined) return [];
		return [{ kind: 'function' as const, name, type, written: handlerOf(call, type) }];
	});
}

/** Local names of what `$app/server` makes remote functions with. */
function makersIn(ast: SourceFile): Map<string, string> {
	const made = new Map<string, string>();
	for (const declaration of ast.getImportDeclarations()) {
		if (declaration.getModuleSpecifierValue() !== '$app/server' || declaration.isTypeOnly()) continue;
		for (const item of declaration.getNamedImports())
			if (makers.includes(item.getName()))
				made.set((item.getAliasNode() ?? item.getNameNode()).getText(), item.getName());
		const all = declaration.getNamespaceImport()?.getText();
		if (all) for (const maker of makers) made.set(`${all}.${maker}`, maker);
	}
	return made;
}

/** `query`, `query.batch` */
function typeOf(call: CallExpression, made: Map<string, string>): string | undefined {
	const callee = call.getExpression();
	const plain = made.get(callee.getText());
	if (plain || !Node.isPropertyAccessExpression(callee)) return plain;
	const maker = made.get(callee.getExpression().getText());
	return maker && `${maker}.${callee.getName()}`;
}

/** The handler is the last argument, behind a validator where there is one; `prerender` takes options as well. */
function handlerOf(call: CallExpression, type: string): Written {
	const values = call.getArguments().map((argument) => unwrap(argument));
	const handler = type === 'prerender' ? values.find((value) => isFunctionValue(value)) : values.at(-1);
	return isFunctionValue(handler)
		? { kind: 'function', fn: handler }
		: unclear(`hands \`${type}\` a function that is written elsewhere`, call);
}
