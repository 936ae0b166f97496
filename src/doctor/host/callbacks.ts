import { Node, type ObjectLiteralExpression, SyntaxKind } from 'ts-morph';
import type { HostFunction } from '../../syntax/functions.ts';
import type { HostContext } from '../context.ts';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { functionAt, mayAnswerNothing, takenAs } from './options.ts';

/** Callbacks of the configuration that lose the session, give too much away, or send people anywhere. */
export function callbacks({ module, config, audit }: HostContext): Diagnosis[] {
	if (!module || !config) return [];
	const file = module.config;
	return [
		...(['session', 'jwt'] as const).flatMap((name) => answeringNothing(config, name, file)),
		...openRedirect(config, file),
		...leakingSession(config, file),
		...largeToken(config, file),
		...roles(config, file, audit),
	];
}

const at = (file: string, node: Node) => [{ file, line: node.getStartLineNumber() }];

const wanted = { session: 'session', jwt: 'token' } as const;

function answeringNothing(
	config: ObjectLiteralExpression,
	name: keyof typeof wanted,
	file: string,
): Diagnosis[] {
	const fn = functionAt(config, 'callbacks', name);
	if (!fn || !mayAnswerNothing(fn)) return [];
	const part = takenAs(fn, wanted[name]) ?? wanted[name];
	return [
		diagnosis('callback-returns-nothing', {
			title: `callbacks.${name} may end without returning the ${wanted[name]}`,
			cause: 'Then nobody is signed in, although the cookie is there: the session is null for everybody.',
			evidence: at(file, fn),
			mend: { text: `Return the ${wanted[name]} on every path.`, snippet: `return ${part};` },
		}),
	];
}

/** `redirect: ({ url }) => url`, which takes over what a stranger's link says. */
function openRedirect(config: ObjectLiteralExpression, file: string): Diagnosis[] {
	const fn = functionAt(config, 'callbacks', 'redirect');
	const url = fn && takenAs(fn, 'url');
	if (!fn || url === undefined) return [];
	const body = fn.getBody();
	const [statement, second] = Node.isBlock(body) ? body.getStatements() : [];
	const answer = Node.isBlock(body)
		? !second && Node.isReturnStatement(statement) && statement.getExpression()
		: body;
	if (!answer || answer.getText() !== url) return [];
	return [
		diagnosis('redirect-open', {
			title: 'callbacks.redirect sends people wherever a link says',
			cause: 'Somebody mails a link to your sign-in that ends on a page of theirs (an open redirect).',
			evidence: at(file, fn),
			mend: { text: 'Take the callback out: without it people stay on your own origin.' },
		}),
	];
}

const tokenWords = /\b(?:access_?token|refresh_?token|id_?token)\b/i;

function leakingSession(config: ObjectLiteralExpression, file: string): Diagnosis[] {
	const fn = functionAt(config, 'callbacks', 'session');
	if (!fn) return [];
	const sources = ['token', 'user'].flatMap((name) => takenAs(fn, name) ?? []);
	const spread = fn
		.getDescendantsOfKind(SyntaxKind.SpreadAssignment)
		.find((one) => sources.includes(one.getExpression().getText()));
	const whole = assignments(fn).find(
		({ target, value }) => /^session\b/.test(target.getText()) && sources.includes(value.getText()),
	);
	const token = assignments(fn).find(
		({ target, value }) =>
			/^session\b/.test(target.getText()) &&
			tokenWords.test(target.getText().replaceAll('.', ' ')) &&
			tokenWords.test(value.getText().replaceAll('.', ' ')),
	);
	const node = spread ?? whole?.target ?? token?.target;
	if (!node) return [];
	const what =
		token?.target === node
			? "a provider's token"
			: `all of \`${spread ? spread.getExpression().getText() : whole?.value.getText()}\``;
	return [
		diagnosis('session-leaks', {
			title: `callbacks.session gives ${what} to the browser`,
			cause: 'Whatever the session holds can be read at the session endpoint, by every script on the page.',
			evidence: at(file, node),
			mend: {
				text: 'Copy the fields that pages need, one by one. For tokens of a provider there is getToken() on the server.',
			},
		}),
	];
}

function* own(fn: HostFunction): Generator<Node> {
	for (const node of fn.getDescendantsOfKind(SyntaxKind.BinaryExpression))
		if (node.getOperatorToken().getKind() === SyntaxKind.EqualsToken) yield node;
}

const assignments = (fn: HostFunction): { target: Node; value: Node }[] =>
	[...own(fn)].flatMap((node) =>
		Node.isBinaryExpression(node) ? [{ target: node.getLeft(), value: node.getRight() }] : [],
	);

/** A provider's profile or id token in every cookie: proxies refuse requests with 8 KiB of headers. */
function largeToken(config: ObjectLiteralExpression, file: string): Diagnosis[] {
	const fn = functionAt(config, 'callbacks', 'jwt');
	if (!fn) return [];
	const profile = takenAs(fn, 'profile');
	const large = assignments(fn).find(
		({ target, value }) =>
			/^token\b/.test(target.getText()) &&
			(value.getText() === profile || /\.id_token$/.test(value.getText())),
	);
	if (!large) return [];
	return [
		diagnosis('token-large', {
			likely: true,
			title: `callbacks.jwt keeps ${large.value.getText()} in the session cookie`,
			cause: 'It goes to the server with every request: from 8 KiB on proxies answer 431 or 502.',
			evidence: at(file, large.target),
			mend: { text: 'Keep the fields that are needed, or use database sessions.' },
		}),
	];
}

/** A condition that asks for a role that nothing ever writes: then it refuses everybody. */
function roles(config: ObjectLiteralExpression, file: string, { rules }: HostContext['audit']): Diagnosis[] {
	const rule = rules.find(({ allow }) => /\bhasRole\(/.test(allow ?? ''));
	if (!rule) return [];
	const fn = functionAt(config, 'callbacks', 'session');
	const text = config.getText();
	// A callback that cannot be seen may do it.
	if (!fn && /\b(?:callbacks|\.\.\.)/.test(text)) return [];
	if (fn && /\broles?\b/.test(fn.getText())) return [];
	// One that hands the work on may do it, too.
	if (fn && fn.getDescendantsOfKind(SyntaxKind.CallExpression).length > 0) return [];
	return [
		diagnosis('role-never-set', {
			title: 'A rule asks for a role, and nothing puts one into the session',
			cause: 'Everybody is refused with 403.',
			evidence: [{ file: rule.file, line: rule.line }, { file }],
			mend: {
				text: 'Let callbacks.session put it there.',
				snippet:
					'callbacks: {\n\tjwt({ token, user }) {\n\t\tif (user) token.role = user.role;\n\t\treturn token;\n\t},\n\tsession({ session, token }) {\n\t\tObject.assign(session.user, { role: token.role });\n\t\treturn session;\n\t},\n},',
			},
		}),
	];
}
