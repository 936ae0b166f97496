import { escapePattern } from '../../syntax/text.ts';
import { applyEdits, type Edit } from '../splice/edit.ts';
import {
	attributeOf,
	type ElementNode,
	isComponent,
	literalsIn,
	plainValue,
	type Range,
	visibleChildren,
	walk,
} from './markup/index.ts';
import { callsIn, type Unit } from './units.ts';

/** A provider as its button shows it. */
export interface ButtonProvider {
	id: string;
	name: string;
}

/**
 * The element of one provider, written for another one.
 * @returns its text, or why it cannot be: something in it is the old one's, or may stand in a page only once.
 */
export function copyOf(
	text: string,
	item: Unit,
	old: ButtonProvider,
	next: ButtonProvider,
): { text: string } | { why: string } {
	const { element, ids } = item;
	const why = uniqueIn(text, item);
	if (why) return { why };
	const names = namesIn(text, element, old.name);
	const edits: Edit[] = [
		...ids.map((range) => ({ ...range, text: next.id })),
		...names.map((range) => ({ ...range, text: next.name })),
	].sort((a, b) => a.start - b.start);
	const rest = remainder(text, element, edits);
	const left = leftOf(rest, old);
	if (left) return { why: `“${left}” stands in it, too` };
	if (names.length === 0) return { why: `the name ${old.name} does not stand in it` };
	const local = edits.map(({ start, end, ...edit }) => ({
		...edit,
		start: start - element.start,
		end: end - element.start,
	}));
	return { text: applyEdits(text.slice(element.start, element.end), local) };
}

/** The text of an element without what is replaced. */
function remainder(text: string, { start, end }: Range, edits: readonly Edit[]): string {
	let at = start;
	let rest = '';
	for (const edit of edits) {
		rest += `${text.slice(at, edit.start)} `;
		at = edit.end;
	}
	return rest + text.slice(at, end);
}

/** Words that say nothing of a provider. */
const common = new Set([
	'the',
	'and',
	'for',
	'with',
	'sign',
	'login',
	'auth',
	'provider',
	'identity',
	'account',
]);

/** A word of a provider in a text: its id, its name, or a part of one, such as `microsoft`. */
export function leftOf(text: string, { id, name }: ButtonProvider): string | undefined {
	const words = [id, name, ...id.split(/[^a-z0-9]+/i), ...name.split(/[^\p{L}\p{N}]+/u)];
	return words.find((word) => {
		if (word !== id && (word.length < 3 || common.has(word.toLowerCase()))) return false;
		// Short ones are a part of many words.
		const alone = word.length < 4 ? ['(?<![a-z0-9])', '(?![a-z0-9])'] : ['', ''];
		return new RegExp(alone[0] + escapePattern(word) + alone[1], 'i').test(text);
	});
}

/** Attributes with words for people. */
const spoken = /^(?:aria-label|title|label|text|submitbutton|caption)$/i;

/** Where the provider's name is shown: in text, in literals of expressions among it, in labels. */
function namesIn(text: string, element: ElementNode, name: string): Range[] {
	const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(name)}(?![\\p{L}\\p{N}])`, 'giu');
	const inside = ({ start, end }: Range): Range[] =>
		[...text.slice(start, end).matchAll(pattern)].map(({ index, 0: found }) => ({
			start: start + index,
			end: start + index + found.length,
		}));
	return [...walk([element])].flatMap(({ node }) => {
		if (node.kind === 'text') return inside(node);
		if (node.kind === 'code' && node.expression)
			return node.heads
				.flatMap(({ start, end }) => literalsIn(text.slice(start, end), start))
				.flatMap(inside);
		if (node.kind !== 'element') return [];
		const labels = node.attributes.filter((attribute) => spoken.test(attribute.name));
		return labels.flatMap((label) => {
			const value = plainValue(text, label);
			return value ? inside(value) : [];
		});
	});
}

const pictures = /^(?:svg|img|picture|object|embed|canvas|video|i)$/i;
const emptyAnyway = /^(?:input|br|hr|wbr)$/i;
/** What a page must not have twice; tests of people look for one by theirs. */
const once = /^(?:id|ref|key|autofocus|accesskey|data-(?:test-?id|test|cy|qa)|bind:.*)$/i;

/** Why an element must not stand there a second time. */
function uniqueIn(text: string, { element, ids }: Unit): string | undefined {
	for (const { node } of walk([element])) {
		if (node.kind === 'code' && /^\s*@(?!const\b)/.test(textOf(text, node.heads[0])))
			return 'what it shows is computed';
		if (node.kind !== 'element') continue;
		const twice = node.attributes.find(({ name, values }) =>
			once.test(name || textOf(text, values[0]).trim()),
		);
		if (twice) return `it has ${textOf(text, twice)}`;
		// A component takes one element for a slot. Inside the copy it is the copy's own.
		if (node === element && attributeOf(node, 'slot')) return 'it has a slot of its own';
		if (attributeOf(node, 'authorizationParams')) return 'it has parameters of its own';
		if (node.attributes.some(({ values }) => callsIn(text, values).some(({ count }) => count > 2)))
			return 'it has parameters of its own';
		if (isTypedInto(text, node)) return 'it has a field to type into';
		const named = ids.some(({ start }) => node.start < start && start < node.openEnd);
		if (pictures.test(node.name)) return `it has a picture (<${node.name}>)`;
		if (!named && !emptyAnyway.test(node.name) && visibleChildren(text, node).length === 0)
			return `it may have a picture (<${node.name}>)`;
		if (node !== element && isComponent(node) && /input|field|select/i.test(node.name))
			return 'it has a field to type into';
	}
	return undefined;
}

const textOf = (text: string, range: Range | undefined): string =>
	range ? text.slice(range.start, range.end) : '';

function isTypedInto(text: string, node: ElementNode): boolean {
	if (/^(?:select|textarea)$/i.test(node.name)) return true;
	if (node.name.toLowerCase() !== 'input') return false;
	return !/^(?:hidden|submit)$/i.test(textOf(text, plainValue(text, attributeOf(node, 'type'))));
}
