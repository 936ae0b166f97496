import { type Expression, Node, type Statement } from 'ts-morph';
import type { HostFunction } from '../../syntax/functions.ts';
import { unwrap } from '../../syntax/unwrap.ts';

/** Names of what tells who is there. */
const person = /session|user|auth|login|logged|signed|claims|admin/i;

/** Functions by whose names people call their guards. */
const guardName =
	/^(?:require|ensure|assert|guard|check|verify|authorize|authenticate|protect)(?:Auth|User|Login|LoggedIn|SignedIn|Session|Admin|Role|Permission|Member|Account)?/;

/** Where functions turn people away: `redirect(...)`, `error(...)`, `fail(...)`. */
const refusing = /^(?:redirect|error|fail|unauthorized|forbidden|throwRedirect)$/i;

/**
 * The statement by which a function turns strangers away on its own: `if (!locals.user) redirect(303, '/login')`, before
 * anything else is done or returned. Told by names, so it is for the report, and never for deciding an edit.
 */
export function ownGuard(fn: HostFunction): Statement | undefined {
	const body = fn.getBody();
	if (!Node.isBlock(body)) return undefined;
	for (const statement of body.getStatements()) {
		if (isOwnGuard(statement)) return statement;
		if (!mayStandBefore(statement)) return undefined;
	}
	return undefined;
}

function isOwnGuard(statement: Statement): boolean {
	if (Node.isIfStatement(statement))
		return asksWhoIsThere(statement.getExpression()) && turnsAway(statement.getThenStatement());
	if (Node.isExpressionStatement(statement)) return guards(statement.getExpression());
	return (
		Node.isVariableStatement(statement) &&
		statement.getDeclarations().some((declaration) => guards(declaration.getInitializer()))
	);
}

/** What reads the session or the request, and other checks; a call alone may do anything. */
const mayStandBefore = (statement: Statement): boolean =>
	Node.isVariableStatement(statement) ||
	Node.isIfStatement(statement) ||
	Node.isTypeAliasDeclaration(statement) ||
	Node.isInterfaceDeclaration(statement) ||
	Node.isFunctionDeclaration(statement) ||
	(Node.isExpressionStatement(statement) && Node.isStringLiteral(statement.getExpression()));

/** `!session`, `session?.user == null`, `!(await locals.auth())`: a person missing, alone or with `||` beside other things. */
function asksWhoIsThere(expression: Expression): boolean {
	const value = unwrap(expression);
	if (Node.isBinaryExpression(value)) {
		const operator = value.getOperatorToken().getText();
		if (operator === '||') return asksWhoIsThere(value.getLeft()) || asksWhoIsThere(value.getRight());
		if (!/^[!=]==?$/.test(operator) || !person.test(value.getLeft().getText())) return false;
		// `session !== null` sends those away who are signed in, from the sign-in page.
		return /^(?:null|undefined|false)$/.test(value.getRight().getText()) === operator.startsWith('=');
	}
	return (
		Node.isPrefixUnaryExpression(value) && value.getText().startsWith('!') && person.test(value.getText())
	);
}

function turnsAway(node: Node): boolean {
	if (Node.isBlock(node)) {
		const last = node.getStatements().at(-1);
		return last !== undefined && turnsAway(last);
	}
	if (Node.isThrowStatement(node)) return true;
	if (Node.isExpressionStatement(node)) return refuses(node.getExpression());
	if (!Node.isReturnStatement(node)) return false;
	const value = node.getExpression();
	return refuses(value) || isErrorResponse(value);
}

function refuses(expression: Node | undefined): boolean {
	const value = expression && unwrap(expression);
	if (!Node.isCallExpression(value) || !refusing.test(value.getExpression().getText())) return false;
	// `if (!user) error(404)`: nobody of that name, whoever asks.
	return value.getArguments()[0]?.getText() !== '404';
}

/** `new Response(null, { status: 401 })`, `json({}, { status: 403 })`, `Response.redirect(...)` */
function isErrorResponse(expression: Node | undefined): boolean {
	const value = expression && unwrap(expression);
	if (!Node.isNewExpression(value) && !Node.isCallExpression(value)) return false;
	const callee = value.getExpression().getText();
	if (callee === 'Response.redirect') return true;
	return (
		/^(?:Response|json|text|Response\.json|NextResponse|error)$/.test(callee) &&
		/\b(?:30[1-8]|40[13])\b/.test(
			value
				.getArguments()
				.slice(1)
				.map((item) => item.getText())
				.join(),
		)
	);
}

/** `await requireLogin(locals)`, `locals.user ?? error(401)` */
function guards(expression: Node | undefined): boolean {
	let value = expression && unwrap(expression);
	while (Node.isAwaitExpression(value)) value = unwrap(value.getExpression());
	if (Node.isBinaryExpression(value)) {
		const falls = ['??', '||'].includes(value.getOperatorToken().getText());
		return falls && person.test(value.getLeft().getText()) && refuses(value.getRight());
	}
	if (!Node.isCallExpression(value)) return false;
	const name = value.getExpression().getText().split('.').at(-1) as string;
	return guardName.test(name) && person.test(name);
}
