import { ts } from 'ts-morph';
import { mentions } from '../syntax/tree/names.ts';
import { isAssignment } from '../syntax/tree/nodes.ts';
import { hasErrors, parseText } from '../syntax/tree/parse.ts';

/** What a guard asks for besides being signed in: `hasRole('admin')` of the runtime, or an expression of the host's owner. */
export type Condition = { role: string } | { when: string };

/** What is wrong with an expression for `(session) => ...`, in half a sentence; undefined when it can stand there. */
export function conditionFault(text: string): string | undefined {
	const before = 'const allow = (session, event) => ';
	const source = parseText('condition.ts', `${before}${text};`, true);
	if (hasErrors(source)) return 'it does not parse';
	const [statement, ...more] = source.statements;
	const declared =
		statement && ts.isVariableStatement(statement) ? statement.declarationList.declarations : [];
	const arrow = declared[0]?.initializer;
	if (more.length > 0 || declared.length !== 1 || !arrow || !ts.isArrowFunction(arrow))
		return 'it is more than one expression';
	const { body } = arrow;
	// `{ a }` would be a block, and a comment could swallow what stands behind it.
	if (ts.isBlock(body) || body.getText(source) !== text) return 'it is not an expression alone';
	if (ts.isArrowFunction(body)) return 'it is a function; write what it returns';
	if (some(body, ts.isAwaitExpression)) return 'it awaits; leave `await` away, a promise is waited for';
	if (some(body, isAssignment)) return 'it assigns a value; compare with ===';
	return mentions(body, 'session') || mentions(body, 'event')
		? undefined
		: 'it looks at neither session nor event, so it is the same for everybody';
}

/** The function that says a condition: the event is handed over only where it is looked at. */
export function whenCode(when: string): string {
	const source = parseText('when.ts', `(${when})`, true);
	return `(${mentions(source, 'event') ? 'session, event' : 'session'}) => ${when}`;
}

const some = (node: ts.Node, test: (node: ts.Node) => boolean): boolean =>
	test(node) || (ts.forEachChild(node, (child) => some(child, test) || undefined) ?? false);
