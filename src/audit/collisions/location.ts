import { ts } from 'ts-morph';
import { nameOf, propertyOf } from '../../syntax/tree/nodes.ts';
import { behind } from '../../syntax/tree/scopes.ts';
import type { Refusing } from '../findings/reading/refusals.ts';

/** Where a redirect leads to, as it is written; undefined for an answer of another kind, and where it cannot be seen. */
export function locationOf(node: Refusing['node']): ts.Expression | undefined {
	const [first, second] = node.arguments ?? [];
	const name = node.expression.getText();
	if (name === 'Response.redirect') return first;
	if (name === 'sendRedirect') return second;
	// SvelteKit's takes the status first, that of SolidStart's router the address.
	if (name === 'redirect') return first && ts.isNumericLiteral(behind(first)) ? second : first;
	const options = second && behind(second);
	if (!options || !ts.isObjectLiteralExpression(options)) return undefined;
	const headers = propertyOf(options, 'headers');
	const object = headers && behind(headers);
	if (!object || !ts.isObjectLiteralExpression(object)) return undefined;
	const location = object.properties.find((property) => nameOf(property.name)?.toLowerCase() === 'location');
	return location && ts.isPropertyAssignment(location) ? location.initializer : undefined;
}
