import { ts } from 'ts-morph';
import { openFile } from '../../audit/findings/reading/open.ts';
import { calleeName, isText, propertyNamed, propertyOf, within } from '../../syntax/tree/nodes.ts';
import { behind } from '../../syntax/tree/scopes.ts';
import type { HostContext } from '../context.ts';

/** The call of `Accounts({ ... })` whose result the configuration takes; undefined where it cannot be seen. */
export function writtenAccounts({ audit, module }: HostContext): ts.ObjectLiteralExpression | undefined {
	const file = module && openFile(audit.sources, module.config);
	if (!file) return undefined;
	const calls = within(file.ast).flatMap((node) => {
		if (!ts.isObjectLiteralExpression(node) || !propertyNamed(node, 'providers')) return [];
		const call = valueIn(node, 'accounts');
		return call && ts.isCallExpression(call) && calleeName(call) === 'Accounts' ? [call] : [];
	});
	const [options] = calls[0]?.arguments ?? [];
	const written = options && behind(options);
	return written && ts.isObjectLiteralExpression(written) ? written : undefined;
}

/** What stands behind a property, `{ send }` included, also in another file of the host. */
export function valueIn(object: ts.ObjectLiteralExpression, name: string): ts.Node | undefined {
	const property = propertyNamed(object, name);
	if (property && ts.isShorthandPropertyAssignment(property)) return behind(property.name);
	if (property && ts.isPropertyAssignment(property)) return behind(property.initializer);
	return property;
}

/** Nothing spreads more into it. */
export const isWhole = (object: ts.ObjectLiteralExpression): boolean =>
	!object.properties.some((property) => ts.isSpreadAssignment(property));

/** A text of an object in it: `pages: { signUp: '/join' }`. */
export function textIn(object: ts.ObjectLiteralExpression, outer: string, name: string): string | undefined {
	const inner = valueIn(object, outer);
	const value = inner && ts.isObjectLiteralExpression(inner) ? propertyOf(inner, name) : undefined;
	return isText(value) ? value.text : undefined;
}
