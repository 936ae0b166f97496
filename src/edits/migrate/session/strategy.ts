import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { readableBehind } from '../../../syntax/constants.ts';
import { expressionOf, findProperty } from '../../../syntax/objects.ts';
import type { Certainty } from '../../../syntax/tree/event-locals.ts';

/**
 * Whether sessions of a configuration are rows of a database: with an adapter, unless it asks for tokens.
 * @param isPart another file takes the object, and may add to it
 */
export function hasRows(config: ObjectLiteralExpression, isPart: boolean): Certainty {
	const adapter = findProperty(config, 'adapter');
	if (adapter.kind === 'absent') return isPart ? 'unclear' : 'no';
	const strategy = strategyOf(config);
	if (strategy === 'jwt') return 'no';
	if (adapter.kind === 'unclear' || strategy !== 'database') return 'unclear';
	const value = expressionOf(adapter.property);
	const made = value && readableBehind(value);
	if (Node.isCallExpression(made) || Node.isNewExpression(made)) return 'yes';
	// An adapter from elsewhere; `dev ? undefined : adapter` is one for some.
	return Node.isIdentifier(made) && made.getText() !== 'undefined' ? 'yes' : 'unclear';
}

/** The strategy that is written, or what goes without saying where there is an adapter. */
function strategyOf(config: ObjectLiteralExpression): string | undefined {
	const session = findProperty(config, 'session');
	if (session.kind === 'absent') return 'database';
	const value = session.kind === 'found' ? expressionOf(session.property) : undefined;
	const object = value && readableBehind(value);
	if (!Node.isObjectLiteralExpression(object)) return undefined;
	const strategy = findProperty(object, 'strategy');
	if (strategy.kind === 'absent') return 'database';
	const written = strategy.kind === 'found' ? expressionOf(strategy.property) : undefined;
	const text = written && readableBehind(written);
	return Node.isStringLiteral(text) ? text.getLiteralValue() : undefined;
}
