import { ts } from 'ts-morph';
import { lineAt } from '../../syntax/text.ts';
import { importedNames } from '../../syntax/tree/imported.ts';
import { isMember } from '../../syntax/tree/names.ts';
import { parseText } from '../../syntax/tree/parse.ts';
import { type Markup, parseExpression, type Range, walk } from './markup/index.ts';

/** How a page shows a list of providers. */
export interface ProviderLoop {
	/** Where it does. */
	line: number;
	/** The list stands in the page or comes from a module, so it may have to be told of a new provider. */
	list?: { name: string; module?: string };
}

const listName = /providers?$/i;

/** The place where a page goes through providers, whoever told it of them. */
export function findLoop(text: string, { roots, scripts }: Markup): ProviderLoop | undefined {
	for (const { node, around } of walk(roots)) {
		if (node.kind !== 'code' || !node.loop) continue;
		const parent = around.at(-1);
		const each =
			parent?.kind === 'element' ? parent.attributes.find(({ name }) => name === 'each') : undefined;
		const heads: Range[] = [...node.heads.slice(0, 1), ...(each?.values ?? [])];
		for (const head of heads) {
			const found = listIn(text.slice(head.start, head.end));
			if (!found) continue;
			const { name, own } = found;
			const origins = own ? scripts.map((script) => originOf(script, name)) : [];
			const origin = origins.find((place) => place !== undefined);
			return { line: lineAt(text, node.start), ...(origin && { list: { name, ...origin } }) };
		}
	}
	return undefined;
}

/**
 * The name in the code of a loop that stands for providers: `data.providers` of `#each data.providers as x`.
 * @returns with `own` where it is a variable, not a property.
 */
function listIn(code: string): { name: string; own: boolean } | undefined {
	const each = /^\s*#each\s+([\s\S]*?)\s+as\s/.exec(code)?.[1];
	// `providers.map((x) => (` is cut off by the markup inside.
	const source = parseExpression(each ?? code) ?? parseText('loop.ts', code, true);
	let found: { name: string; own: boolean } | undefined;
	const visit = (node: ts.Node): void => {
		if (ts.isIdentifier(node) && listName.test(node.text) && !ts.isParameter(node.parent)) {
			found ??= { name: node.text, own: !isMember(node) };
		}
		ts.forEachChild(node, visit);
	};
	visit(source);
	return found;
}

/** A list that is written down in the script, or imported; undefined for what the page is given. */
function originOf(script: ts.SourceFile, name: string): { module?: string } | undefined {
	let found: { module?: string } | undefined;
	const visit = (node: ts.Node): void => {
		if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name) {
			if (node.initializer && isWritten(node.initializer)) found ??= {};
		}
		ts.forEachChild(node, visit);
	};
	visit(script);
	const imported = importedNames(script).find(({ local, name: own }) => local === name && own !== '*');
	return found ?? (imported && { module: imported.module });
}

function isWritten(node: ts.Expression): boolean {
	if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node) || ts.isParenthesizedExpression(node))
		return isWritten(node.expression);
	// `$state([...])`, `[...].filter(Boolean)`
	if (ts.isCallExpression(node)) return [node.expression, ...node.arguments].some(isWritten);
	if (ts.isPropertyAccessExpression(node)) return isWritten(node.expression);
	return ts.isArrayLiteralExpression(node) || ts.isObjectLiteralExpression(node);
}
