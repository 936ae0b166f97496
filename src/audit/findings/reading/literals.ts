import { ts } from 'ts-morph';
import { bare, calleeName, isFunction, isText, nameOf, propertyOf } from '../../../syntax/tree/nodes.ts';
import { type Binding, behind, bindingOf } from '../../../syntax/tree/scopes.ts';

/** Texts that an expression may be, as far as they are written down. */
export interface PossibleTexts {
	texts: string[];
	/** The host's base stands in front of them in the code: `${base}/dashboard`. */
	based: boolean;
}

const plain = (texts: string[]): PossibleTexts => ({ texts, based: false });

/** Names under which lists of objects and the rest of the world keep a path. */
const pathKeys = ['path', 'pathname', 'prefix', 'href', 'route', 'url', 'pattern', 'match'];

/** The texts behind an expression: a literal, a list of them, constants, keys of an object; undefined when computed. */
export function textsOf(expression: ts.Node, depth = 6): PossibleTexts | undefined {
	const value = bare(expression);
	if (depth <= 0) return undefined;
	if (isText(value)) return plain([value.text]);
	if (ts.isTemplateExpression(value)) return templateTexts(value, depth - 1);
	if (ts.isBinaryExpression(value) && value.operatorToken.kind === ts.SyntaxKind.PlusToken)
		return joined([textsOf(value.left, depth - 1) ?? baseText(value.left), textsOf(value.right, depth - 1)]);
	if (ts.isConditionalExpression(value))
		return merged([value.whenTrue, value.whenFalse].map((branch) => textsOf(branch, depth - 1)));
	if (ts.isIdentifier(value)) return textsOfName(value, depth - 1);
	if (ts.isPropertyAccessExpression(value)) return textsOfMember(value, depth - 1);
	return listTexts(value, depth);
}

function templateTexts(template: ts.TemplateExpression, depth: number): PossibleTexts | undefined {
	const parts: (PossibleTexts | undefined)[] = [plain([template.head.text])];
	for (const { expression, literal } of template.templateSpans)
		parts.push(textsOf(expression, depth) ?? baseText(expression), plain([literal.text]));
	return joined(parts);
}

/** `base` of `$app/paths`, or whatever is called so. */
const baseText = (node: ts.Node): PossibleTexts | undefined =>
	/^(?:\w+\.)*(?:base|basePath|BASE_PATH|BASE_URL)$/.test(node.getText())
		? { texts: [''], based: true }
		: undefined;

function joined(parts: (PossibleTexts | undefined)[]): PossibleTexts | undefined {
	let result = plain(['']);
	for (const part of parts) {
		if (!part) return undefined;
		const texts = result.texts.flatMap((head) => part.texts.map((tail) => head + tail));
		if (texts.length > 50) return undefined;
		result = { texts, based: result.based || part.based };
	}
	return result;
}

function merged(parts: (PossibleTexts | undefined)[]): PossibleTexts | undefined {
	const known = parts.filter((part) => part !== undefined);
	if (known.length < parts.length) return undefined;
	return { texts: known.flatMap(({ texts }) => texts), based: known.some(({ based }) => based) };
}

/** The members of a list, the keys of a map or an object. */
export function listTexts(expression: ts.Node, depth = 6): PossibleTexts | undefined {
	const value = behind(expression);
	if (depth <= 0) return undefined;
	if (ts.isArrayLiteralExpression(value))
		return merged(value.elements.map((element) => elementTexts(element, depth - 1)));
	if (ts.isObjectLiteralExpression(value)) return keysOf(value);
	const [first] = ts.isCallExpression(value) || ts.isNewExpression(value) ? (value.arguments ?? []) : [];
	if (!first) return undefined;
	if (ts.isNewExpression(value) && ts.isIdentifier(value.expression))
		return ['Set', 'Map'].includes(value.expression.text) ? listTexts(first, depth - 1) : undefined;
	const callee = value.getChildAt(0).getText();
	if (callee === 'Object.keys' || callee === 'Object.entries') return listTexts(first, depth - 1);
	if (callee === 'Object.freeze' || callee === 'Array.from') return listTexts(first, depth - 1);
	// `resolve('/x')` of `$app/paths` puts the base in front.
	const texts =
		ts.isCallExpression(value) && calleeName(value) === 'resolve' ? textsOf(first, depth - 1) : undefined;
	return texts && { ...texts, based: true };
}

function elementTexts(element: ts.Expression, depth: number): PossibleTexts | undefined {
	if (ts.isSpreadElement(element)) return listTexts(element.expression, depth);
	const value = bare(element);
	if (ts.isObjectLiteralExpression(value)) {
		const path = pathKeys.map((key) => propertyOf(value, key)).find((property) => property !== undefined);
		return path && textsOf(path, depth);
	}
	// `['/admin', ['admin']]` of a map.
	if (ts.isArrayLiteralExpression(value)) return value.elements[0] && textsOf(value.elements[0], depth);
	return textsOf(value, depth);
}

function keysOf(object: ts.ObjectLiteralExpression): PossibleTexts | undefined {
	const names = object.properties.map((property) => nameOf(property.name));
	const known = names.filter((name) => name !== undefined);
	return known.length === names.length ? plain(known) : undefined;
}

function textsOfName(name: ts.Identifier, depth: number): PossibleTexts | undefined {
	const binding = bindingOf(name.text, name);
	if (binding?.kind === 'each') return listTexts(binding.list, depth);
	if (binding?.kind === 'parameter') {
		const list = listWalkedBy(binding);
		return list && listTexts(list, depth);
	}
	const value = behind(name);
	return value === name ? undefined : textsOf(value, depth);
}

/** `list` of `list.some((item) => ...)`, for the parameter `item`. */
function listWalkedBy(binding: Binding & { kind: 'parameter' }): ts.Expression | undefined {
	const call = binding.of.parent;
	if (binding.index !== 0 || !call || !ts.isCallExpression(call) || !isFunction(binding.of)) return undefined;
	const callee = bare(call.expression);
	return ts.isPropertyAccessExpression(callee) ? callee.expression : undefined;
}

/** `ROUTES.admin`, and `rule.path` where `rule` walks over a list of objects. */
function textsOfMember(member: ts.PropertyAccessExpression, depth: number): PossibleTexts | undefined {
	const object = behind(member.expression);
	if (ts.isObjectLiteralExpression(object)) {
		const value = propertyOf(object, member.name.text);
		return value && textsOf(value, depth);
	}
	if (!ts.isIdentifier(object) || !pathKeys.includes(member.name.text)) return undefined;
	return textsOfName(object, depth);
}
