import { ts } from 'ts-morph';
import { callsOf } from '../../../syntax/tree/calls.ts';
import { bare, calleeName, isFunction, isText, soleResult, within } from '../../../syntax/tree/nodes.ts';
import { type Binding, bindingOf } from '../../../syntax/tree/scopes.ts';

/** Where a value comes from that says which path is asked for. */
export interface PathSource {
	/** `decoded`: the pathname after `decodeURIComponent` or `decodeURI`. */
	kind: 'pathname' | 'route id' | 'decoded';
	/** Lower- or upper-cased on the way. */
	anyCase: boolean;
	/** Which part of `split('/')`. */
	segment?: number;
	/** Nothing unknown happened to it on the way. */
	certain: boolean;
}

const plain = (kind: PathSource['kind']): PathSource => ({ kind, anyCase: false, certain: true });
const decoders = ['decodeURIComponent', 'decodeURI'];

/** What an expression has to do with the path of a request; undefined for nothing. */
export function pathSource(expression: ts.Node, depth = 8): PathSource | undefined {
	const value = bare(expression);
	if (depth <= 0) return undefined;
	if (ts.isIdentifier(value)) return ofName(value, depth - 1);
	if (ts.isPropertyAccessExpression(value)) return ofMember(value, depth - 1);
	if (ts.isElementAccessExpression(value)) return ofElement(value, depth - 1);
	if (ts.isCallExpression(value)) return ofCall(value, depth - 1);
	if (ts.isTemplateExpression(value))
		return first(
			value.templateSpans.map((span) => span.expression),
			depth - 1,
		);
	if (ts.isConditionalExpression(value)) return first([value.whenTrue, value.whenFalse], depth - 1);
	if (ts.isBinaryExpression(value) && joins.has(value.operatorToken.kind))
		return first([value.left, value.right], depth - 1);
	return undefined;
}

const joins = new Set([
	ts.SyntaxKind.PlusToken,
	ts.SyntaxKind.QuestionQuestionToken,
	ts.SyntaxKind.BarBarToken,
]);

function first(expressions: readonly ts.Expression[], depth: number): PathSource | undefined {
	for (const expression of expressions) {
		const found = pathSource(expression, depth);
		if (found) return found;
	}
	return undefined;
}

function ofMember(value: ts.PropertyAccessExpression, depth: number): PathSource | undefined {
	const name = value.name.text;
	const owner = bare(value.expression).getText();
	if (name === 'pathname' && !/^(?:window\.)?location$/.test(owner)) return plain('pathname');
	if (name === 'id' && /(?:^|\.)route$/.test(owner.replace(/\?$/, ''))) return plain('route id');
	if (name === 'href' && /url$/i.test(owner)) return plain('pathname');
	if (name === 'url' && /(?:^|\.)(?:request|req)$/.test(owner)) return plain('pathname');
	return name === 'length' ? undefined : pathSource(value.expression, depth);
}

function ofElement(value: ts.ElementAccessExpression, depth: number): PathSource | undefined {
	const found = pathSource(value.expression, depth);
	const index = value.argumentExpression;
	return found && ts.isNumericLiteral(index) ? { ...found, segment: Number(index.text) } : found;
}

function ofCall(call: ts.CallExpression, depth: number): PathSource | undefined {
	const name = calleeName(call);
	const callee = bare(call.expression);
	if (ts.isPropertyAccessExpression(callee)) {
		const found = pathSource(callee.expression, depth);
		if (found) return /^to(?:Locale)?(?:Lower|Upper)Case$/.test(name) ? { ...found, anyCase: true } : found;
	}
	const argument = first(
		call.arguments.filter((item) => !isFunction(item) && !ts.isSpreadElement(item)),
		depth,
	);
	if (!argument) return undefined;
	if (decoders.includes(name))
		return { ...argument, kind: argument.kind === 'pathname' ? 'decoded' : argument.kind };
	// `new URL(event.request.url)` is no path itself; what is made of one by a function may be.
	return ts.isIdentifier(callee) ? throughFunction(call, callee, argument) : { ...argument, certain: false };
}

/** What a function of the file does to a path that it is handed. */
function throughFunction(call: ts.CallExpression, callee: ts.Identifier, argument: PathSource): PathSource {
	const binding = bindingOf(callee.text, call);
	if (binding?.kind !== 'function') return { ...argument, certain: false };
	const called = within(binding.node)
		.filter((node) => ts.isCallExpression(node))
		.map(calleeName);
	return {
		kind:
			argument.kind === 'pathname' && called.some((name) => decoders.includes(name))
				? 'decoded'
				: argument.kind,
		anyCase: argument.anyCase || called.some((name) => /^to(?:Locale)?LowerCase$/.test(name)),
		certain: soleResult(binding.node) !== undefined && argument.certain,
	};
}

function ofName(name: ts.Identifier, depth: number): PathSource | undefined {
	const binding = bindingOf(name.text, name);
	if (!binding || binding.kind === 'function' || binding.kind === 'import' || binding.kind === 'each')
		return undefined;
	const taken = ofTaken(binding.taken, binding.kind === 'value' ? binding.value : undefined);
	if (taken) return taken;
	if (binding.kind === 'parameter') return ofParameter(binding, name.text, depth);
	if (!binding.value) return undefined;
	// `const { session } = await read(event.url.pathname)` is no path.
	const isList = binding.taken.length === 1 && /^\d+$/.test(binding.taken[0] ?? '');
	if (binding.taken.length > 0 && !isList) return undefined;
	const value = bare(binding.value);
	// What a call makes of a path is another thing, unless it is one of the string's own methods.
	if (ts.isCallExpression(value) && !keepsPath(value)) return undefined;
	const found = pathSource(value, depth);
	return found && isList ? { ...found, segment: Number(binding.taken[0]) } : found;
}

const stringMethods =
	/^(?:to(?:Locale)?(?:Lower|Upper)Case|slice|substring|substr|replace|replaceAll|trim\w*|split|at|concat|normalize|filter|join)$/;

/** `decodeURIComponent(path)`, `path.replace(...)`, `stripBase(path)`: what comes out is a path again. */
function keepsPath(call: ts.CallExpression): boolean {
	const name = calleeName(call);
	if (decoders.includes(name) || stringMethods.test(name)) return true;
	return (
		ts.isIdentifier(bare(call.expression)) &&
		/path|url|base|normali[sz]e|strip|canonical|delocali[sz]e/i.test(name)
	);
}

/** `const { pathname } = event.url`, `({ event: { url: { pathname } } })`, `const { id } = event.route`. */
function ofTaken(taken: string[], value: ts.Expression | undefined): PathSource | undefined {
	const last = taken.at(-1);
	if (last === 'pathname') return plain('pathname');
	if (last !== 'id') return undefined;
	const owner = taken.at(-2) ?? (value ? bare(value).getText().split('.').at(-1) : '');
	return owner === 'route' ? plain('route id') : undefined;
}

/** A parameter of a function of the file that is called with a path, or is called one and nothing calls it here. */
function ofParameter(
	binding: Binding & { kind: 'parameter' },
	name: string,
	depth: number,
): PathSource | undefined {
	if (binding.taken.length > 0 || !isFunction(binding.of)) return undefined;
	const calls = callsOf(binding.of);
	for (const call of calls) {
		const argument = call.arguments[binding.index];
		const found = argument && pathSource(argument, depth);
		if (found) return found;
	}
	const isNamedSo = /^(?:path|pathname|url_?path|current_?path(?:name)?)$/i.test(name);
	return isNamedSo && calls.length === 0 && !ts.isCallExpression(binding.of.parent)
		? plain('pathname')
		: undefined;
}

/** A literal regular expression, or one behind a constant. */
export function patternOf(expression: ts.Node): { source: string; flags: string } | undefined {
	if (ts.isNewExpression(expression) && expression.expression.getText() === 'RegExp') {
		const [source, flags] = expression.arguments ?? [];
		return isText(source) ? { source: source.text, flags: isText(flags) ? flags.text : '' } : undefined;
	}
	if (!ts.isRegularExpressionLiteral(expression)) return undefined;
	const end = expression.text.lastIndexOf('/');
	return { source: expression.text.slice(1, end), flags: expression.text.slice(end + 1) };
}
