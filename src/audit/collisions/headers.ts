import { ts } from 'ts-morph';
import { calleeName, fileOf, isText, lineOf, nameOf, within } from '../../syntax/tree/nodes.ts';
import { behind } from '../../syntax/tree/scopes.ts';
import { casesWithCallers } from '../findings/own/guards.ts';
import { refusalsIn } from '../findings/reading/refusals.ts';
import type { Collision, CollisionCode } from './collision.ts';
import { type Place, pathTruths } from './place.ts';
import { together } from './truth.ts';

const security = new Set([
	'content-security-policy',
	'strict-transport-security',
	'x-frame-options',
	'x-content-type-options',
	'referrer-policy',
	'permissions-policy',
	'cross-origin-opener-policy',
]);

/**
 * Headers for security, and limits of rates, behind our handle: it answers the endpoints in front of them. The first
 * place of each, since one is moved as a whole.
 * @param endpoints of which those hooks never hear
 */
export function unreachedCollisions(scope: readonly ts.Node[], endpoints: readonly Place[]): Collision[] {
	const shown = endpoints[0]?.shown;
	if (shown === undefined) return [];
	const isMeant = (node: ts.Node) => {
		const cases = casesWithCallers(node);
		return cases.some((one) => endpoints.some((place) => together(pathTruths(one, place)) !== 'no'));
	};
	const way = 'in a handle of its own in front of `authHandle`, it does.';
	const header = scope.flatMap((root) => within(root)).find((node) => setsSecurity(node) && isMeant(node));
	const limit = refusalsIn(scope).find(({ status, node }) => status === 429 && isMeant(node))?.node;
	return [
		...(header
			? [
					at(
						'security-headers',
						header,
						`sets headers for security, which does not reach ${shown}: these are answered before it. Put ${way}`,
					),
				]
			: []),
		...(limit
			? [
					at(
						'rate-limit',
						limit,
						`limits rates, which does not reach ${shown}: these are answered before it. Put ${way}`,
					),
				]
			: []),
	];
}

const at = (code: CollisionCode, node: ts.Node, text: string): Collision => ({
	code,
	file: fileOf(node).path,
	line: lineOf(node),
	text,
});

/** `response.headers.set('x-frame-options', ...)`, `event.setHeaders({ ... })`, and an object of such headers. */
function setsSecurity(node: ts.Node): boolean {
	if (!ts.isCallExpression(node)) return false;
	const [name] = node.arguments;
	if (!name) return false;
	switch (calleeName(node)) {
		case 'set':
		case 'append': {
			const { expression } = node;
			if (!ts.isPropertyAccessExpression(expression) || !/headers$/i.test(expression.expression.getText()))
				return false;
			const value = behind(name);
			return isText(value) && security.has(value.text.toLowerCase());
		}
		case 'setHeaders':
		// `for (const [name, value] of Object.entries(securityHeaders)) response.headers.set(name, value)`
		case 'entries':
			return hasSecurity(behind(name));
		default:
			return false;
	}
}

const hasSecurity = (value: ts.Node): boolean =>
	ts.isObjectLiteralExpression(value) &&
	value.properties.some(({ name }) => security.has(nameOf(name)?.toLowerCase() ?? ''));
