import { Node, type ObjectLiteralExpression } from 'ts-morph';
import { type HostFunction, isHostFunction } from '../../../syntax/functions.ts';
import { expressionOf, findProperty, nameOf } from '../../../syntax/objects.ts';
import type { Style } from '../../../syntax/source.ts';
import { unwrap } from '../../../syntax/unwrap.ts';
import { answerOf, meaningBehind } from '../../../syntax/values.ts';
import { findAuthConfig } from '../../auth-config/find.ts';
import { elementNamed } from '../../functions/event.ts';
import type { Edit, EditFinding, EditResult } from '../../splice/edit.ts';
import { type Located, transform } from '../../splice/transform.ts';
import { handingOn, type Words, withRow } from './row.ts';
import { hasRows } from './strategy.ts';

export interface SessionCallbackRequest {
	/** The export that holds the configuration, where another file takes it from here. */
	name?: string;
	/** What pages read of `session.user` besides name, email and image, as far as it is known. */
	reads?: string[];
	fallback?: Style;
}

const snippet = 'session: ({ session, user }) => ({ ...session, user })';

/**
 * With sessions in a database the predecessor handed the whole row of a person to the session callback as `session.user`,
 * and a callback that returned it sent every column to browsers. Here `session.user` is name, email and image. A callback
 * that hands the session on as it is takes the row by name from now on, so that pages find what they read.
 * Where sessions are tokens there is no row, and nothing to do.
 */
export function handOnRow(path: string, content: string, request: SessionCallbackRequest): EditResult {
	const { fallback } = request;
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const config = findAuthConfig(source.ast, request.name);
		if (config.kind !== 'config') return unchanged();
		const rows = hasRows(config.object, request.name !== undefined);
		const found = rows === 'no' ? undefined : sessionCallback(config.object);
		if (!found) return unchanged();
		if (!isHostFunction(found)) return unchanged([unseen(found)]);
		const session = sessionOf(found);
		if (session === 'unseen') return unchanged([unseen(found)]);
		if (!session) return unchanged();
		if (setsRow(found, session)) return unchanged();
		// Without rows there is no `user`: an edit would take the people out of their sessions.
		if (rows === 'unclear') return unchanged(isHandedOn(found, session) ? [unclearRows(found)] : []);
		if (isHandedOn(found, session)) return edited(handingOn(source, found, session), found);
		const missing = (request.reads ?? []).filter((name) => !sets(found, name));
		if (missing.length === 0) return unchanged();
		const edits = withRow(source, found, session);
		return edits ? edited(edits, found) : unchanged([notSet(found, missing)]);
	});
}

const unchanged = (findings: EditFinding[] = []): Located => ({
	kind: 'unchanged',
	reason: 'has no session callback that hands the row on as it is',
	...(findings.length > 0 ? { findings } : {}),
});

const edited = (edits: Edit[], callback: Node): Located => ({
	kind: 'edits',
	edits,
	findings: [
		{
			code: 'session-row',
			line: callback.getStartLineNumber(),
			text: 'sends every column of the person to browsers, as it did before; name the columns that pages need. `sessionToken` and `userId` of the session itself are not sent any more.',
		},
	],
});

const unseen = (callback: Node): EditFinding => ({
	code: 'session-callback',
	line: callback.getStartLineNumber(),
	text: 'makes the session where it cannot be seen how: `session.user` has name, email and image there, the whole row is `user`.',
});

const unclearRows = (callback: Node): EditFinding => ({
	code: 'session-callback',
	line: callback.getStartLineNumber(),
	text: 'hands the session on as it is: where sessions are in a database, `session.user` has name, email and image now, and the whole row is `user`.',
});

const notSet = (callback: Node, names: string[]): EditFinding => ({
	code: 'session-read',
	line: callback.getStartLineNumber(),
	text: `does not set ${names.map((name) => `\`${name}\``).join(', ')}, which pages read of \`session.user\`; take it from \`user\`.`,
});

/** `callbacks.session` of a configuration: a function of this file, or what stands in its place. */
function sessionCallback(config: ObjectLiteralExpression): Node | undefined {
	const callbacks = findProperty(config, 'callbacks');
	if (callbacks.kind !== 'found') return undefined;
	const expression = expressionOf(callbacks.property);
	const object = expression && meaningBehind(expression);
	if (object?.kind !== 'written' || !Node.isObjectLiteralExpression(object.node)) return undefined;
	const session = findProperty(object.node, 'session');
	if (session.kind !== 'found') return undefined;
	if (Node.isMethodDeclaration(session.property)) return session.property;
	const value = expressionOf(session.property);
	if (!value) return session.property;
	const written = meaningBehind(value);
	return written.kind === 'written' ? written.node : value;
}

/** Undefined where the callback makes the session of something else. */
function sessionOf(callback: HostFunction): Words | 'unseen' | undefined {
	const [parameter] = callback.getParameters();
	const name = parameter?.getNameNode();
	if (!parameter || !name) return undefined;
	if (parameter.isRestParameter()) return 'unseen';
	if (Node.isIdentifier(name))
		return { session: `${name.getText()}.session`, user: `${name.getText()}.user`, parameter };
	if (!Node.isObjectBindingPattern(name)) return 'unseen';
	// What a rest holds, and what is taken apart further, nobody follows here.
	if (name.getElements().some((element) => element.getDotDotDotToken())) return 'unseen';
	const word = (key: string): string | undefined => {
		const element = elementNamed(name, key);
		const own = element?.getNameNode();
		return own && Node.isIdentifier(own) && !element?.getInitializer() ? own.getText() : undefined;
	};
	const session = word('session');
	if (session !== undefined) return { session, user: word('user'), parameter };
	return elementNamed(name, 'session') ? 'unseen' : undefined;
}

/** Whether a callback returns the session and does nothing else with it. */
function isHandedOn(callback: HostFunction, { session }: Words): boolean {
	const answer = answerOf(callback);
	const body = callback.getBody();
	const isAll = !Node.isBlock(body) || body.getStatements().length === 1;
	return answer !== undefined && isAll && unwrap(answer).getText() === session;
}

/** Whether it puts the whole row there already: `session.user = user`, `{ ...session, user }`, `...user`. */
function setsRow(callback: HostFunction, { session, user }: Words): boolean {
	if (user === undefined) return false;
	return callback.getDescendants().some((node) => {
		if (Node.isBinaryExpression(node))
			return node.getLeft().getText() === `${session}.user` && unwrap(node.getRight()).getText() === user;
		if (Node.isSpreadAssignment(node)) return unwrap(node.getExpression()).getText() === user;
		if (Node.isShorthandPropertyAssignment(node)) return node.getName() === 'user' && user === 'user';
		if (Node.isPropertyAssignment(node))
			return nameOf(node) === 'user' && node.getInitializer()?.getText() === user;
		return false;
	});
}

/** Whether a callback sets a property of this name, wherever. */
const sets = (callback: HostFunction, name: string): boolean =>
	callback.getDescendants().some((node) => {
		if (Node.isPropertyAssignment(node) || Node.isShorthandPropertyAssignment(node))
			return nameOf(node) === name;
		if (!Node.isBinaryExpression(node)) return false;
		const target = unwrap(node.getLeft());
		return Node.isPropertyAccessExpression(target) && target.getName() === name;
	});
