import { type BindingElement, type CallExpression, Node, type ObjectBindingPattern } from 'ts-morph';
import { topLevelBinding } from '../../syntax/bindings.ts';
import { inExportList } from '../../syntax/exports.ts';
import { callsTo } from '../../syntax/imports.ts';
import { takenName } from '../../syntax/objects.ts';
import type { Source, Style } from '../../syntax/source.ts';
import { meaningBehind } from '../../syntax/values.ts';
import type { EditResult } from '../splice/edit.ts';
import { insertItems, listOf } from '../splice/list.ts';
import { type Located, refuse, transform } from '../splice/transform.ts';

/** What the module that configures sign-in on SvelteKit is to export of what `SvelteKitAuth` returns. */
export interface AuthExports {
	names: readonly string[];
	fallback?: Style;
}

const runtime = '@authgraft/runtime/sveltekit';
const call = 'SvelteKitAuth';

/** Adds names to the `export const { handle, signIn } = SvelteKitAuth(...)` of a module. Those that are there stay. */
export function addAuthExports(path: string, content: string, { names, fallback }: AuthExports): EditResult {
	const snippet = `export const { ${names.join(', ')} } = ${call}({ ... });`;
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const { ast } = source;
		const missing = names.filter((name) => !isExported(source, name));
		if (missing.length === 0) return { kind: 'unchanged', reason: 'they are exported already' };
		const [made, second] = callsTo(ast, runtime, call);
		if (!made) return refuse(`does not call ${call}() imported from ${runtime}`, snippet);
		if (second) return refuse(`calls ${call}() more than once`, snippet, second);
		for (const name of missing) {
			const taken = topLevelBinding(ast, name);
			if (taken) return refuse(`uses the name \`${name}\` for something else`, snippet, taken);
		}
		return intoPattern(source, made, missing, snippet);
	});
}

/** Whether a name is what `SvelteKitAuth` returns under it, or stands in an export list, where nobody knows better. */
function isExported({ ast }: Source, name: string): boolean {
	if (inExportList(ast, name)) return true;
	const binding = topLevelBinding(ast, name);
	if (!Node.isBindingElement(binding) || takenName(binding) !== name) return false;
	const statement = binding.getFirstAncestor(Node.isVariableStatement);
	return statement?.hasExportKeyword() === true && callBehind(binding.getParent()) !== undefined;
}

function intoPattern(source: Source, made: CallExpression, names: string[], snippet: string): Located {
	const patterns = source.ast
		.getVariableStatements()
		.filter((statement) => statement.hasExportKeyword())
		.flatMap((statement) => statement.getDeclarations().map((declaration) => declaration.getNameNode()))
		.filter(Node.isObjectBindingPattern)
		.filter((pattern) => callBehind(pattern) === made);
	const [pattern] = patterns;
	if (!pattern) {
		const holder = made.getParent();
		const own = Node.isVariableDeclaration(holder) && Node.isIdentifier(holder.getNameNode());
		const paste = own ? `export const { ${names.join(', ')} } = ${holder.getName()};` : snippet;
		return refuse(`does not export what ${call}() returns by name`, paste, made);
	}
	const items: BindingElement[] = pattern.getElements();
	const rest = items.findIndex((item) => item.getDotDotDotToken());
	return insertItems(source, listOf(pattern, items, ' '), rest === -1 ? items.length : rest, names);
}

/** The call that a destructured declaration takes its names from, itself or through a constant. */
function callBehind(pattern: Node): CallExpression | undefined {
	const declaration = Node.isObjectBindingPattern(pattern) ? declarationOf(pattern) : undefined;
	const initializer = declaration?.getInitializer();
	const value = initializer && meaningBehind(initializer).node;
	return Node.isCallExpression(value) ? value : undefined;
}

const declarationOf = (pattern: ObjectBindingPattern) => {
	const parent = pattern.getParent();
	return Node.isVariableDeclaration(parent) ? parent : undefined;
};
