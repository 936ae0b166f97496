import { ts } from 'ts-morph';
import { bare, fileOf, lineOf, within } from '../../../syntax/tree/nodes.ts';
import { bindingOf } from '../../../syntax/tree/scopes.ts';
import type { Finding } from '../finding.ts';

/** Calls of Auth.js, Better Auth and Supabase that give a promise in every version. */
const promises =
	/(?:^|\.)(?:locals\.auth|locals\.safeGetSession|auth\.api\.getSession|supabase\.auth\.(?:getUser|getSession))$/;

/** Whether a file may hold such a call without an `await` in front: a pre-filter, so it may say yes too often. */
export const mayForgetAwait = (text: string): boolean =>
	/(?<!await\s+(?:event\.)?)\b(?:locals\.(?:auth|safeGetSession)|api\.getSession|auth\.get(?:User|Session))(?![\w$])/.test(
		text,
	);

/** `const session = locals.auth(); if (!session) ...`: a promise is always there, so the check never closes. */
export const notAwaitedFindings = (scope: readonly ts.Node[]): Finding[] =>
	scope
		.flatMap((root) => within(root))
		.flatMap((node): Finding[] => {
			if (!ts.isPrefixUnaryExpression(node) || node.operator !== ts.SyntaxKind.ExclamationToken) return [];
			const call = promiseBehind(node.operand);
			if (!call) return [];
			const name = call.expression.getText();
			return [
				{
					code: 'not-awaited',
					file: fileOf(node).path,
					line: lineOf(node),
					message: `\`${name}()\` gives a promise, which is never falsy: the check turns nobody away.`,
					fix: `Wait for it: \`await ${name}(...)\`.`,
				},
			];
		});

function promiseBehind(operand: ts.Expression): ts.CallExpression | undefined {
	const value = plain(operand);
	const binding = ts.isIdentifier(value) ? bindingOf(value.text, value) : undefined;
	const isWhole = binding?.kind === 'value' && binding.taken.length === 0 && binding.isConst;
	const call = isWhole && binding.value ? plain(binding.value) : value;
	return ts.isCallExpression(call) && promises.test(bare(call.expression).getText()) ? call : undefined;
}

/** Without parentheses; an `await` stays. */
function plain(node: ts.Node): ts.Node {
	let inner = node;
	while (ts.isParenthesizedExpression(inner)) inner = inner.expression;
	return inner;
}
