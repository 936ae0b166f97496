import { ts } from 'ts-morph';
import { shellWord } from '../../../host/files/shell.ts';
import {
	bare,
	calleeName,
	isFunction,
	lineOf,
	type Parsed,
	propertyOf,
	within,
} from '../../../syntax/tree/nodes.ts';
import { behind, exportOf } from '../../../syntax/tree/scopes.ts';
import type { Finding } from '../finding.ts';
import { ownGuards } from '../own/guards.ts';
import { declarationsNamed } from '../reading/request-scope.ts';

/** Names of the queries that `init` writes. */
const ours = new Set(['guardedSession', 'requireSession']);

/** Guards of a SolidStart page or layout that come too late, or whose answer carries the page. */
export function solidPageFindings(file: Parsed, path: string, ssr: boolean): Finding[] {
	const exported = exportOf(file, 'default');
	if (!exported || exported.getSourceFile() !== file.ast || !isFunction(exported)) return [];
	const calls = within(exported).filter((node): node is ts.CallExpression => ts.isCallExpression(node));
	const guards = calls.filter(
		(call) => /^create(?:Async|AsyncStore|Resource)$/.test(calleeName(call)) && isGuarding(call),
	);
	const [guard] = guards;
	const make = (code: Finding['code'], node: ts.Node, message: string, fix: string): Finding => ({
		code,
		file: file.path,
		line: lineOf(node),
		routes: [path],
		message,
		fix,
	});
	if (!guard) {
		const preload = preloadGuard(file);
		return preload
			? [
					make(
						'preload-guard',
						preload,
						'The guard runs in `preload`, which nothing waits for: the page is shown, and on SolidStart 1 it stays.',
						`Wait for it in the page, with <Show> around what is shown: authgraft protect-route ${shellWord(path)} --page`,
					),
				]
			: [];
	}
	return [
		...(ssr && !waits(guard)
			? [
					make(
						'late-guard',
						guard,
						'The page does not wait for its guard: as soon as that takes a moment, the page is sent first and the redirect comes as a script, or fails.',
						'Say `{ deferStream: true }` as its second argument.',
					),
				]
			: []),
		...(ssr && !isGated(exported, guard)
			? [
					make(
						'markup-in-redirect',
						guard,
						`What the page shows does not depend on its guard: the answer to a stranger is a redirect with the page's markup in its body (GET ${path}).`,
						'Put <Show when={...}> around it, with what the guard returns.',
					),
				]
			: []),
	];
}

/** Whether a call is handed a function that ends in a guard of the host. */
function isGuarding(call: ts.CallExpression): boolean {
	const [first] = call.arguments;
	if (!first) return false;
	const fetcher = behind(first);
	const called = isFunction(fetcher)
		? within(fetcher).filter((node): node is ts.CallExpression => ts.isCallExpression(node))
		: [];
	return called.some((one) => guards(one.expression)) || (!isFunction(fetcher) && guards(first));
}

/** Whether a function, or the query that one is wrapped in, turns strangers away. */
function guards(callee: ts.Expression): boolean {
	const name = bare(callee);
	if (ts.isIdentifier(name) && ours.has(name.text)) return true;
	const value = behind(name);
	if (value === name) return false;
	return ownGuards(declarationsNamed(value)).length > 0;
}

/** `{ deferStream: true }`; options that cannot be seen may say it. */
function waits(call: ts.CallExpression): boolean {
	const last = call.arguments.at(-1);
	if (!last || call.arguments.length < 2) return false;
	const options = behind(last);
	if (!ts.isObjectLiteralExpression(options)) return !isFunction(options);
	const value = propertyOf(options, 'deferStream');
	return value !== undefined && value.kind !== ts.SyntaxKind.FalseKeyword;
}

/** Whether anything is shown depending on what the guard returns. */
function isGated(component: ts.Node, guard: ts.CallExpression): boolean {
	const { parent } = guard;
	const name = ts.isVariableDeclaration(parent)
		? parent.name.getText().replace(/^\[\s*(\w+)[\s\S]*/, '$1')
		: undefined;
	if (name === undefined) return false;
	const uses = new RegExp(`(?<![\\w$.])${name.replace(/\W/g, '')}(?![\\w$])`);
	return within(component).some((node) => {
		if (ts.isJsxAttribute(node)) return node.name.getText() === 'when' && uses.test(node.getText());
		if (ts.isConditionalExpression(node)) return uses.test(node.condition.getText());
		if (ts.isIfStatement(node)) return uses.test(node.expression.getText());
		return (
			ts.isBinaryExpression(node) &&
			node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken &&
			uses.test(node.left.getText())
		);
	});
}

/** A guard in `export const route = { preload: ... }`, `load` in older routers. */
function preloadGuard(file: Parsed): ts.Node | undefined {
	const route = exportOf(file, 'route');
	if (!route || !ts.isObjectLiteralExpression(route)) return undefined;
	for (const property of route.properties) {
		if (!property.name || !/^(?:preload|load)$/.test(property.name.getText())) continue;
		const body = ts.isMethodDeclaration(property)
			? property
			: ts.isPropertyAssignment(property)
				? property.initializer
				: undefined;
		const calls = body ? within(body).filter((node) => ts.isCallExpression(node)) : [];
		if (calls.some((call) => guards(call.expression))) return property;
	}
	return undefined;
}
