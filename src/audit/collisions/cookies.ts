import { ts } from 'ts-morph';
import type { Framework } from '../../host/host.ts';
import {
	bare,
	calleeName,
	fileOf,
	isText,
	lineOf,
	nameOf,
	type Parsed,
	propertyNamed,
	propertyOf,
	within,
} from '../../syntax/tree/nodes.ts';
import { behind, bindingOf, exportOf } from '../../syntax/tree/scopes.ts';
import { casesWithCallers } from '../findings/own/guards.ts';
import { declarationsNamed, requestScope } from '../findings/reading/request-scope.ts';
import type { Collision } from './collision.ts';
import { type Place, pathTruths } from './place.ts';
import { together } from './truth.ts';

/**
 * Places where `set-cookie` of a finished answer is set and not appended: all cookies of others are gone then, the session's
 * among them.
 * @param pages where people sign in and out
 */
export function cookieCollisions(file: Parsed, framework: Framework, pages: readonly Place[]): Collision[] {
	const isSolid = framework === 'solid-start';
	const finished = isSolid ? finishingScope(file) : [];
	const replacing = [
		...requestScope(file, framework)
			.flatMap((root) => within(root))
			.filter(replacesAnswer),
		...finished.flatMap((root) => within(root)).filter(replacesEvent),
	];
	return [...new Set(replacing)]
		.filter((node) => concerns(node, pages))
		.map((node) => ({
			code: 'set-cookie' as const,
			file: fileOf(node).path,
			line: lineOf(node),
			text: `${isSolid ? 'may replace' : 'replaces'} all cookies of an answer, that of the session among them, so that signing in has no effect: use \`headers.append('set-cookie', ...)\`.`,
		}));
}

const concerns = (node: ts.Node, pages: readonly Place[]): boolean =>
	casesWithCallers(node).some((one) => pages.some((place) => together(pathTruths(one, place)) !== 'no'));

/** What SolidStart 1 runs once there is an answer. */
function finishingScope(file: Parsed): ts.Node[] {
	const call = exportOf(file, 'default');
	const options =
		call && ts.isCallExpression(call) && call.arguments[0] ? behind(call.arguments[0]) : undefined;
	if (!options || !ts.isObjectLiteralExpression(options)) return [];
	const property = propertyNamed(options, 'onBeforeResponse');
	return property ? declarationsNamed(property) : [];
}

const isCookie = (node: ts.Node | undefined): boolean => {
	const value = node && behind(node);
	return isText(value) && value.text.toLowerCase() === 'set-cookie';
};

/** `response.headers.set('set-cookie', ...)` of what the others answered, and an answer that is made anew of it. */
function replacesAnswer(node: ts.Node): boolean {
	if (ts.isNewExpression(node)) return remakes(node);
	if (!ts.isCallExpression(node) || calleeName(node) !== 'set' || !isCookie(node.arguments[0])) return false;
	const { expression } = node;
	return ts.isPropertyAccessExpression(expression) && areHeaders(expression.expression);
}

/** `response.headers`, `const { headers } = response`, `new Headers(response.headers)` */
function areHeaders(node: ts.Node, depth = 4): boolean {
	const value = bare(node);
	if (depth === 0) return false;
	if (ts.isPropertyAccessExpression(value))
		return value.name.text === 'headers' && isAnswer(value.expression);
	if (ts.isNewExpression(value) && value.expression.getText() === 'Headers') {
		const [first] = value.arguments ?? [];
		return first !== undefined && areHeaders(first, depth - 1);
	}
	if (!ts.isIdentifier(value)) return false;
	const binding = bindingOf(value.text, value);
	if (binding?.kind !== 'value' || !binding.value) return false;
	if (binding.taken.length === 0) return areHeaders(binding.value, depth - 1);
	return binding.taken.length === 1 && binding.taken[0] === 'headers' && isAnswer(binding.value);
}

/** What `resolve(event)` or `next()` gave, or is handed to a function under that name. */
function isAnswer(node: ts.Node, depth = 4): boolean {
	const value = bare(node);
	if (ts.isCallExpression(value)) return /^(?:resolve|next)$/.test(calleeName(value));
	if (!ts.isIdentifier(value) || depth === 0) return false;
	const binding = bindingOf(value.text, value);
	if (binding?.kind === 'parameter')
		return /^(?:res|response)$/i.test(value.text) && binding.taken.length === 0;
	return binding?.kind === 'value' && binding.taken.length === 0 && binding.value !== undefined
		? isAnswer(binding.value, depth - 1)
		: false;
}

/** `new Response(response.body, { headers: { 'set-cookie': ... } })` */
function remakes(node: ts.NewExpression): boolean {
	const [body, second] = node.arguments ?? [];
	if (node.expression.getText() !== 'Response' || !body || !second) return false;
	const source = bare(body);
	if (!ts.isPropertyAccessExpression(source) || source.name.text !== 'body' || !isAnswer(source.expression))
		return false;
	const options = behind(second);
	const headers = ts.isObjectLiteralExpression(options) ? propertyOf(options, 'headers') : undefined;
	const object = headers && behind(headers);
	return (
		object !== undefined &&
		ts.isObjectLiteralExpression(object) &&
		object.properties.some(({ name }) => nameOf(name)?.toLowerCase() === 'set-cookie')
	);
}

/** `event.response.headers.set(...)`, `setHeader(event, ...)`, `res.setHeader(...)` */
function replacesEvent(node: ts.Node): boolean {
	if (!ts.isCallExpression(node)) return false;
	const name = calleeName(node);
	const [first, second] = node.arguments;
	if (name === 'set') return isCookie(first) && /\bresponse\.headers\.set$/.test(node.expression.getText());
	if (!/^set(?:Response)?Header$/.test(name)) return false;
	return ts.isPropertyAccessExpression(node.expression) ? isCookie(first) : isCookie(second);
}
