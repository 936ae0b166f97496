import { ts } from 'ts-morph';
import {
	type Attribute,
	attributeOf,
	type CodeNode,
	type ElementNode,
	literalsIn,
	type MarkupNode,
	parseExpression,
	plainValue,
	type Range,
	visibleChildren,
	walk,
} from './markup/index.ts';

/** An element that starts the sign-in with one provider, as somebody wrote it. */
export interface Unit {
	id: string;
	element: ElementNode;
	/** Where in it the id stands. */
	ids: Range[];
	/** What it lies in, from the outermost on. */
	around: readonly (ElementNode | CodeNode)[];
}

/** The elements that name exactly one of the providers where a provider is named, in the order of the text. */
export function findUnits(text: string, roots: readonly MarkupNode[], ids: readonly string[]): Unit[] {
	let found: Unit[] = [];
	for (const { node, around } of walk(roots)) {
		if (node.kind !== 'element') continue;
		for (const { id, range } of namedBy(text, node, ids)) {
			const whole = node.name === 'input' ? formAround(around) : { element: node, around };
			if (!whole) continue;
			const nested = found.filter(
				({ element }) => within(element, whole.element) || within(whole.element, element),
			);
			const outer = nested.find(({ element }) => within(whole.element, element)) ?? whole;
			// In a form that names two there is no button of one alone.
			const same = nested.every((unit) => unit.id === id);
			found = found.filter((unit) => !nested.includes(unit));
			const { element, around: place } = outer;
			found.push({
				id: same ? id : '',
				element,
				around: place,
				ids: [...nested.flatMap((unit) => unit.ids), range],
			});
		}
	}
	return found.filter(({ id }) => id !== '').sort((a, b) => a.element.start - b.element.start);
}

const within = (inner: Range, outer: Range): boolean => outer.start <= inner.start && inner.end <= outer.end;

/** The form that a hidden field belongs to. */
function formAround(around: Unit['around']): Pick<Unit, 'element' | 'around'> | undefined {
	const at = around.findLastIndex((node) => node.kind === 'element' && /form$/i.test(node.name));
	const element = around[at];
	return element?.kind === 'element' ? { element, around: around.slice(0, at) } : undefined;
}

/** What says which provider by itself: `<SignIn provider="github">`. */
const naming = /^(?:data-)?provider(?:-?id)?$/i;
/** Components that only show which provider it is. */
const shows = /icon|logo|badge|avatar|image|mark$/i;
const links = /^(?:href|action|formaction)$/i;
const handlers = /^on[:a-z]/i;
const starts = /(?:sign|log)_?in|oauth|auth(?:enticate)?$|connect|continue/i;

interface Named {
	id: string;
	range: Range;
}

function namedBy(text: string, element: ElementNode, ids: readonly string[]): Named[] {
	return element.attributes.flatMap((attribute): Named[] => {
		if (naming.test(attribute.name) && !shows.test(element.name))
			return exactly(text, plainValue(text, attribute), ids);
		if (attribute.name === 'value' && /^(?:input|button)$/i.test(element.name)) {
			const field = plainValue(text, attributeOf(element, 'name'));
			const isOne = field && naming.test(text.slice(field.start, field.end));
			return isOne ? exactly(text, plainValue(text, attribute), ids) : [];
		}
		if (links.test(attribute.name)) return linked(text, attribute, ids);
		if (handlers.test(attribute.name))
			return [...called(text, attribute, ids), ...linked(text, attribute, ids)];
		return [];
	});
}

function exactly(text: string, range: Range | undefined, ids: readonly string[]): Named[] {
	const id = range && text.slice(range.start, range.end);
	return range && id && ids.includes(id) ? [{ id, range }] : [];
}

/** `/auth/signin/github`, `/login?provider=github` */
function linked(text: string, { values }: Attribute, ids: readonly string[]): Named[] {
	const pieces = values.flatMap(({ start, end, code }, index) =>
		code ? literalsIn(text.slice(start, end), start) : [{ start, end, ends: index === values.length - 1 }],
	);
	return pieces.flatMap(({ start, end, ends }) => {
		const found = /(?:\/sign-?in\/|[?&]provider(?:id)?=)([\w.~-]+)(?=([?&#].*)?$)/is.exec(
			text.slice(start, end),
		);
		const id = found?.[1];
		if (!found || !id || !ids.includes(id) || (!ends && !found[2])) return [];
		const at = start + found.index + found[0].length - id.length;
		return [{ id, range: { start: at, end: at + id.length } }];
	});
}

/** `() => signIn('github')`: the first argument of a function that is called for this. */
function called(text: string, { values }: Attribute, ids: readonly string[]): Named[] {
	return callsIn(text, values).flatMap(({ argument }) => exactly(text, argument, ids));
}

/** The calls that start a sign-in, in code of the page. */
export function callsIn(
	text: string,
	values: Attribute['values'],
): { argument: Range | undefined; count: number }[] {
	return values.flatMap(({ start, end, code }) => {
		const source = code ? parseExpression(text.slice(start, end)) : undefined;
		const found: { argument: Range | undefined; count: number }[] = [];
		const visit = (node: ts.Node): void => {
			if (ts.isCallExpression(node) && starts.test(nameOf(node.expression))) {
				const [first] = node.arguments;
				const literal = first && ts.isStringLiteralLike(first) ? first : undefined;
				const range = literal && { start: literal.getStart(source) + start, end: literal.end - 2 + start };
				found.push({ argument: range, count: node.arguments.length });
			}
			ts.forEachChild(node, visit);
		};
		if (source) visit(source);
		return found;
	});
}

const nameOf = (node: ts.Expression): string =>
	ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : '';

/**
 * What is repeated for each provider: the element itself, or what holds nothing but it, such as a list's item.
 * @returns the unit with that element in the place of its own.
 */
export function itemOf(text: string, unit: Unit, units: readonly Unit[]): Unit {
	const chain: Unit[] = [unit];
	for (;;) {
		const { element, around } = chain.at(-1) as Unit;
		const parent = around.at(-1);
		if (parent?.kind !== 'element' || parent.name === '') break;
		const [only, ...more] = visibleChildren(text, parent);
		if (only !== element || more.length > 0) break;
		chain.push({ ...unit, element: parent, around: around.slice(0, -1) });
	}
	const others = units.filter((other) => other !== unit);
	const among = chain.findLast(({ around }) => {
		const parent = around.at(-1);
		return parent !== undefined && others.some(({ element }) => within(element, parent));
	});
	return among ?? chain.find(({ element }) => element.name === 'li') ?? unit;
}
