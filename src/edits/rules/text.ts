import { Node, SyntaxKind } from 'ts-morph';
import { runtimeModules } from '../../framework.ts';
import { localNames } from '../../syntax/imports.ts';
import { isDeclared, isMember } from '../../syntax/names.ts';
import { parse, type Source } from '../../syntax/source.ts';
import { quoted } from '../../syntax/text.ts';
import { unwrap } from '../../syntax/unwrap.ts';
import { type Condition, whenCode } from '../condition.ts';
import { hooksModule } from '../handle/find.ts';
import { middlewareModule } from '../middleware/find.ts';
import type { LocalNames } from '../splice/local-names.ts';
import type { RuleOptions } from './call.ts';
import type { RuleRequest } from './request.ts';

export const runtimeOf = ({ framework, runtimeModule }: RuleRequest): string =>
	runtimeModule ?? runtimeModules[framework];

/** `['/a', '/b']` */
export const listText = (texts: readonly string[], quote: string): string =>
	`[${texts.map((text) => quoted(text, quote)).join(', ')}]`;

/** `protect(['/admin'], { allow: hasRole('admin') })`, in names that the file has or gets. */
export function ruleText(
	names: LocalNames,
	{ style }: Source,
	request: RuleRequest,
	paths: string[],
): string {
	const guard = names.of(runtimeOf(request), 'protect', 'protect', 'protectPaths');
	const role = request.condition && 'role' in request.condition;
	const hasRole = role ? names.of(runtimeOf(request), 'hasRole', 'hasRole', 'userHasRole') : '';
	return callText(guard, hasRole, request, paths, style.quote);
}

function callText(
	guard: string,
	hasRole: string,
	request: RuleRequest,
	paths: string[],
	quote: string,
): string {
	const { condition, except = [], remoteFunctions } = request;
	const options = [
		...(condition ? [`allow: ${allowText(condition, hasRole, quote)}`] : []),
		...(except.length > 0 ? [`except: ${listText(except, quote)}`] : []),
		...(remoteFunctions ? [`remoteFunctions: ${quoted('deny', quote)}`] : []),
	];
	const second = options.length > 0 ? `, { ${options.join(', ')} }` : '';
	return `${guard}(${listText(paths, quote)}${second})`;
}

/** `hasRole('admin')`, or `(session) => ...` round the expression; with `event` where it speaks of that. */
function allowText(condition: Condition, hasRole: string, quote: string): string {
	if ('role' in condition) return `${hasRole}(${quoted(condition.role, quote)})`;
	return whenCode(condition.when);
}

/** The variables that a condition uses besides its parameters. Its own functions' parameters are not among them. */
export const freeNamesOf = (expression: string): string[] =>
	namesIn(expression).filter((name) => name !== 'session' && name !== 'event');

function namesIn(expression: string): string[] {
	const words = parse('condition.ts', `(${expression})`).ast.getDescendantsOfKind(SyntaxKind.Identifier);
	const variables = words.filter((word) => !isMember(word));
	const declared = variables.filter(isDeclared).map((word) => word.getText());
	return [...new Set(variables.map((word) => word.getText()))].filter((name) => !declared.includes(name));
}

/** Whether the options of a present rule are those that are asked for. */
export function sameOptions(options: RuleOptions | undefined, request: RuleRequest, source: Source): boolean {
	if (!options || options.special || options.except === undefined) return false;
	const wanted = request.except ?? [];
	const open = options.except;
	return (
		open.length === wanted.length &&
		wanted.every((path) => open.includes(path)) &&
		options.remoteFunctions === (request.remoteFunctions ?? false) &&
		sameCondition(options.allow, request, source)
	);
}

function sameCondition(allow: Node | undefined, request: RuleRequest, source: Source): boolean {
	const { condition } = request;
	if (!allow || !condition) return !allow && !condition;
	const value = unwrap(allow);
	if ('role' in condition) return isRole(value, condition.role, request, source);
	if (!Node.isArrowFunction(value) || value.isAsync()) return false;
	// The names mean what ours do, and no default or pattern comes between.
	const names = value.getParameters().map((parameter) => parameter.getText());
	if (names.some((name, index) => name !== ['session', 'event'][index])) return false;
	const wanted = parse('condition.ts', `(${condition.when})`).ast.getStatements()[0];
	const expression = Node.isExpressionStatement(wanted) ? wanted.getExpression() : undefined;
	return expression !== undefined && spelling(value.getBody()) === spelling(expression);
}

function isRole(value: Node, role: string, request: RuleRequest, { ast }: Source): boolean {
	if (!Node.isCallExpression(value)) return false;
	const names = localNames(ast, runtimeOf(request), 'hasRole');
	const [argument, more] = value.getArguments();
	if (!argument || more || !names.includes(value.getExpression().getText())) return false;
	const text = unwrap(argument);
	return (
		(Node.isStringLiteral(text) || Node.isNoSubstitutionTemplateLiteral(text)) &&
		text.getLiteralText() === role
	);
}

/** An expression without the blanks and quotes that formatters choose. */
function spelling(node: Node): string {
	return unwrap(node)
		.getDescendants()
		.concat(unwrap(node))
		.filter((part) => part.getChildCount() === 0)
		.sort((a, b) => a.getStart() - b.getStart())
		.map((part) => (Node.isStringLiteral(part) ? JSON.stringify(part.getLiteralText()) : part.getText()))
		.join(' ');
}

/** What a person pastes when we refuse: the same rule, if there is one, with a place for what they have. */
export function ruleSnippet(request: RuleRequest): string {
	const { framework, authModule, condition, patterns, remoteFunctions } = request;
	const isRule = patterns.length > 0 || remoteFunctions === true;
	const rule = isRule ? `${callText('protect', 'hasRole', request, patterns, "'")}, ` : '';
	const names = [
		...(isRule ? ['protect'] : []),
		...(condition !== undefined && 'role' in condition ? ['hasRole'] : []),
	];
	const runtime = runtimeOf(request);
	if (framework === 'sveltekit')
		return [
			`import { sequence } from '${hooksModule}';`,
			...(isRule ? [`import { ${names.join(', ')} } from '${runtime}';`] : []),
			...(request.own
				? ['', 'const { handle: authHandle } = SvelteKitAuth({ ... });']
				: [`import { handle as authHandle } from '${authModule}';`, '']),
			`export const handle = sequence(authHandle, ${rule}yourHandle);`,
		].join('\n');
	return [
		`import { createMiddleware } from '${middlewareModule}';`,
		`import { ${['authMiddleware', ...names].join(', ')} } from '${runtime}';`,
		`import { authConfig } from '${authModule}';`,
		'',
		'export default createMiddleware({',
		`	onRequest: [authMiddleware(authConfig), ${rule}yourMiddleware]`,
		'});',
	].join('\n');
}
