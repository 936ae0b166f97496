import { ts } from 'ts-morph';
import { bare, calleeName, isFunction, type Parsed, propertyOf, within } from '../../../syntax/tree/nodes.ts';
import { behind, bindingOf, exportOf } from '../../../syntax/tree/scopes.ts';
import { declarationsNamed } from '../reading/request-scope.ts';
import { isAboutPeople } from '../reading/session-words.ts';
import { type OwnGuard, ownGuards } from './guards.ts';

/** Names by which people call what turns strangers away, also around a whole function: `withAuth(async (event) => ...)`. */
const guardNames =
	/^(?:with|require|ensure|assert|enforce|protect|guard|authori[sz]e|authenticate|check|verify|must|only)/i;

const known = new WeakMap<Parsed, OwnGuard[]>();

/** The guards that run in the exported `load` of a file. */
export function loadGuards(file: Parsed): OwnGuard[] {
	const guards = known.get(file) ?? ownGuards(loadScope(file));
	known.set(file, guards);
	return guards;
}

const scopes = new WeakMap<Parsed, ts.Node[]>();

/** What runs in the exported `load`. One of another file is not looked into: that file may do more. */
export function loadScope(file: Parsed): ts.Node[] {
	const load = scopes.has(file) ? undefined : exportOf(file, 'load');
	const scope = load && load.getSourceFile() === file.ast ? declarationsNamed(load) : [];
	if (!scopes.has(file)) scopes.set(file, scope);
	return scopes.get(file) ?? [];
}

/** Whether an export may do something about strangers. Only what is certain not to is called open. */
export function isOpen(file: Parsed, name: string): boolean {
	const value = exportOf(file, name);
	return value !== undefined && value.getSourceFile() === file.ast && isFunction(value) && !mayGuard(value);
}

/** The form actions of a file that certainly do nothing about strangers. */
export function openActions(file: Parsed, names: readonly string[]): string[] {
	const value = exportOf(file, 'actions');
	const actions = value && behind(value);
	if (!actions || !ts.isObjectLiteralExpression(actions)) return [];
	return names.filter((name) => {
		const method = actions.properties.find(
			(property) => ts.isMethodDeclaration(property) && property.name.getText() === name,
		);
		const written = method ?? propertyOf(actions, name);
		const action = written && (isFunction(written) ? written : behind(written));
		return isFunction(action) && !mayGuard(action);
	});
}

/**
 * Whether a function asks who is there, in any way: a condition about it, a call that is named so, `await parent()` (which
 * runs the guards of the layouts), or a property of a person that is not there for strangers.
 */
function mayGuard(root: ts.Node): boolean {
	return declarationsNamed(root)
		.flatMap((node) => within(node))
		.some((node) => {
			if (ts.isCallExpression(node)) return isGuardCall(node);
			if (ts.isIfStatement(node) || ts.isConditionalExpression(node))
				return isAboutPeople(ts.isIfStatement(node) ? node.expression : node.condition);
			if (ts.isBinaryExpression(node))
				return choosing.has(node.operatorToken.kind) && isAboutPeople(node.left);
			return ts.isPropertyAccessExpression(node) && readsPerson(node);
		});
}

const choosing = new Set([
	ts.SyntaxKind.AmpersandAmpersandToken,
	ts.SyntaxKind.BarBarToken,
	ts.SyntaxKind.QuestionQuestionToken,
]);

function isGuardCall(call: ts.CallExpression): boolean {
	const name = calleeName(call);
	if (name === 'parent' || guardNames.test(name)) return true;
	// Another function of the host that is handed the event may do anything.
	const callee = bare(call.expression);
	const binding = ts.isIdentifier(callee) ? bindingOf(callee.text, callee) : undefined;
	if (binding?.kind !== 'import' || binding.module === '@sveltejs/kit') return false;
	return call.arguments.some((argument) =>
		/^(?:event|locals|cookies|request|e)(?:\.|$)/.test(bare(argument).getText()),
	);
}

/** `locals.user.id`: for a stranger that throws. */
const readsPerson = (node: ts.PropertyAccessExpression): boolean =>
	!node.questionDotToken && /(?:^|\.)(?:user|session|account|member|auth)!?$/.test(node.expression.getText());
