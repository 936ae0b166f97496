import { type CallExpression, Node, type ObjectLiteralExpression } from 'ts-morph';
import { localNames } from '../../syntax/imports.ts';
import type { Source } from '../../syntax/source.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { answerOf } from '../../syntax/values.ts';

/** A table that an adapter wants. */
export interface WantedTable {
	/** The export: `users`. */
	name: string;
	/** In the database: `user`. */
	sql: string;
	/** Keys of the columns that the adapter reads and writes. */
	columns: readonly string[];
	/** The statement, in the style of templates. Other tables of the set go by their `name`. */
	text: string;
	/** What it takes from the dialect's module: `text`. */
	builders: readonly string[];
}

/** A table of the host's own. */
export interface HostTable {
	name: string;
	sql: string | undefined;
	/** Undefined where they are not written there. */
	columns: HostColumn[] | undefined;
	node: Node;
}

interface HostColumn {
	key: string;
	/** The function that makes it: `text`. */
	builder: string | undefined;
	/** It must not be empty, and nothing fills it in. */
	demanded: boolean;
}

/** The exported tables of a module. `builders`: of the function that declares one: `sqliteTable`. */
export function tablesIn(source: Source, module: string, builder: string): HostTable[] {
	const { ast } = source;
	const names = localNames(ast, module, builder);
	const exported = exportedNames(source, module);
	return ast.getVariableDeclarations().flatMap((declaration) => {
		const value = declaration.getInitializer();
		const call = value && unwrap(value);
		if (!Node.isCallExpression(call) || !names.includes(call.getExpression().getText())) return [];
		return [
			{
				name: declaration.getName(),
				sql: textOf(call),
				columns: columnsOf(call, exported),
				node: declaration,
			},
		];
	});
}

function textOf(call: CallExpression): string | undefined {
	const [name] = call.getArguments();
	return Node.isStringLiteral(name) || Node.isNoSubstitutionTemplateLiteral(name)
		? name.getLiteralText()
		: undefined;
}

/** What a module's exports are called where they go by another name: `text as t`. */
const exportedNames = ({ ast }: Source, module: string): Map<string, string> =>
	new Map(
		ast
			.getImportDeclarations()
			.filter((declaration) => declaration.getModuleSpecifierValue() === module)
			.flatMap((declaration) => declaration.getNamedImports())
			.map((item) => [(item.getAliasNode() ?? item.getNameNode()).getText(), item.getName()]),
	);

function columnsOf(call: CallExpression, exported: Map<string, string>): HostColumn[] | undefined {
	const [, columns] = call.getArguments();
	if (!columns) return undefined;
	const given = unwrap(columns);
	const answer = answerOf(given);
	const object = answer ? unwrap(answer) : given;
	if (!Node.isObjectLiteralExpression(object)) return undefined;
	return readColumns(object, exported);
}

function readColumns(
	object: ObjectLiteralExpression,
	exported: Map<string, string>,
): HostColumn[] | undefined {
	const columns: HostColumn[] = [];
	for (const property of object.getProperties()) {
		if (!Node.isPropertyAssignment(property)) return undefined;
		const name = property.getNameNode();
		if (Node.isComputedPropertyName(name)) return undefined;
		const key = Node.isStringLiteral(name) ? name.getLiteralText() : name.getText();
		const { builder, methods } = chainOf(property.getInitializer());
		// A number that counts up, and a time that is now, fill themselves in.
		const filled = methods.some((method) => /^\$?(?:default|generated|on[A-Z])|^primaryKey$/.test(method));
		columns.push({
			key,
			builder: builder && (exported.get(builder) ?? builder),
			demanded: methods.includes('notNull') && !filled,
		});
	}
	return columns;
}

/** `text('id').notNull().primaryKey()`: made by `text`, then `notNull` and `primaryKey`. */
function chainOf(value: Node | undefined): { builder: string | undefined; methods: string[] } {
	const methods: string[] = [];
	let node = value && unwrap(value);
	while (Node.isCallExpression(node)) {
		const callee = unwrap(node.getExpression());
		if (Node.isIdentifier(callee)) return { builder: callee.getText(), methods };
		if (!Node.isPropertyAccessExpression(callee)) break;
		const inner = unwrap(callee.getExpression());
		// `t.text('id')`
		if (!Node.isCallExpression(inner)) return { builder: callee.getName(), methods };
		methods.push(callee.getName());
		node = inner;
	}
	return { builder: undefined, methods };
}

/** Ids that Auth.js makes are texts. */
const textBuilders = ['text', 'varchar', 'char'];

/** Why a table of the host's cannot hold what the adapter keeps there; undefined where it can. */
export function misfit(table: HostTable, wanted: WantedTable): string | undefined {
	const { name, columns } = table;
	if (!columns) return `has a table \`${name}\` whose columns are not written there`;
	const missing = wanted.columns.filter((key) => !columns.some((column) => column.key === key));
	if (missing.length > 0)
		return `has a table \`${name}\` already, without the ${missing.length > 1 ? 'columns' : 'column'} ${missing.join(', ')} that sign-in needs`;
	const id = columns.find(({ key }) => key === 'id' || key === 'userId');
	if (id?.builder !== undefined && !textBuilders.includes(id.builder))
		return `has a table \`${name}\` whose \`${id.key}\` is no text (${id.builder})`;
	const demanded = columns.find(({ key, demanded }) => demanded && !wanted.columns.includes(key));
	if (demanded)
		return `has a table \`${name}\` whose \`${demanded.key}\` must not be empty, and a first sign-in has nothing for it`;
	return undefined;
}
