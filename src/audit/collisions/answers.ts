import { ts } from 'ts-morph';
import { bare, calleeName, fileOf, isFunction, lineOf, within } from '../../syntax/tree/nodes.ts';
import { behind } from '../../syntax/tree/scopes.ts';
import { listed } from '../findings/finding.ts';
import { casesWithCallers } from '../findings/own/guards.ts';
import type { Case } from '../findings/reading/conditions.ts';
import type { Collision } from './collision.ts';
import { isLeftAbove, isUsualMethod, type Place, pathTruth } from './place.ts';
import { together } from './truth.ts';

/** Calls that make an answer, or have another server make it. */
const answering =
	/^(?:Response|Response\.json|json|text|(?:event\.|globalThis\.)?fetch|proxyRequest|sendProxy|proxy)$/;

/** Hooks and middleware that answer a part of all paths by themselves, `/api/*` for example, sign-in among them. */
export function answerCollisions(scope: readonly ts.Node[], places: readonly Place[]): Collision[] {
	return returnsIn(scope).flatMap((node) => {
		const cases = casesWithCallers(node);
		const met = places.filter(
			(place) => !isLeftAbove(node, place) && cases.some((one) => isSure(one, place)),
		);
		if (met.length === 0) return [];
		const shown = listed([...new Set(met.map((place) => place.shown))]);
		const text = `answers ${shown} by itself: let ${met.length > 1 ? 'these' : 'it'} through, or nobody can sign in.`;
		return [{ code: 'own-answer', file: fileOf(node).path, line: lineOf(node), text }];
	});
}

/** About the path and nothing else, and it is this one. */
function isSure(holds: Case, place: Place): boolean {
	const truths = holds.map(
		({ node, truthy }) => pathTruth(node, truthy, place) ?? isUsualMethod(node, truthy) ?? 'no',
	);
	const isChosen = holds.some(({ node, truthy }) => pathTruth(node, truthy, place) !== undefined);
	return isChosen && together(truths) === 'yes';
}

/** What is returned by functions, and is made by one of these calls. */
const returnsIn = (scope: readonly ts.Node[]): ts.Node[] =>
	scope
		.flatMap((root) => within(root))
		.filter((node) => ts.isReturnStatement(node))
		.filter(({ expression }) => expression !== undefined && isAnswer(behind(expression)));

function isAnswer(expression: ts.Node): boolean {
	const value = bare(expression);
	if (ts.isNewExpression(value)) return answering.test(value.expression.getText());
	if (!ts.isCallExpression(value)) return false;
	const callee = value.expression.getText();
	// What a function of the host is called like says nothing about it.
	return answering.test(callee) && (calleeName(value) !== callee || !isFunction(behind(value.expression)));
}
