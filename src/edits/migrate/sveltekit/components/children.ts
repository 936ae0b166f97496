import semver from 'semver';
import { indentationAt, lineEnding } from '../../../../syntax/text.ts';
import {
	attributeOf,
	type ElementNode,
	type MarkupNode,
	plainValue,
	type Range,
	visibleChildren,
} from '../../../sign-in-button/markup/index.ts';
import { type Edit, type Refusal, surround } from '../../../splice/edit.ts';
import type { Component } from './component.ts';

/** What stands in a component without naming a place in it. */
export function fitChildren(component: Component): Edit[] | Refusal {
	const { text, element, name, line, version, findings } = component;
	const inside = visibleChildren(text, element).filter((child) => slotOf(text, child) === undefined);
	const [first] = inside;
	const last = inside.at(-1);
	if (!first || !last) return [];
	if (!version)
		return refused(component, 'holds something, which versions of the predecessor showed differently');
	if (name === 'SignOut' && semver.lt(version, '0.14.0')) return wrapped(component, first, last);
	findings.add(
		'component-children',
		line,
		`had something in \`<${element.name}>\` that was never shown, and would take the place of the whole button now: it is taken out.`,
	);
	return inside.map((child) => ({ ...withBlanks(text, child), text: '' }));
}

/** Up to 0.13 the button was around what stood in there. */
function wrapped(component: Component, first: MarkupNode, last: MarkupNode): Edit[] | Refusal {
	const { text, element, svelte } = component;
	const isPlain = visibleChildren(text, element).every((child) => placeOf(text, child) === undefined);
	if (!isPlain) return refused(component, 'holds what names its place, and something beside it');
	const { start, end } = trimmed(text, { start: first.start, end: last.end });
	return svelte >= 5
		? surround(start, end, '{#snippet submitButton()}', '{/snippet}')
		: surround(start, end, '<svelte:fragment slot="submitButton">', '</svelte:fragment>');
}

const refused = ({ element, line }: Component, what: string): Refusal => ({
	...{ kind: 'refused', reason: `\`<${element.name}>\` ${what}`, line },
	snippet: `<${element.name}>\n\t<svelte:fragment slot="submitButton">...</svelte:fragment>\n</${element.name}>`,
});

/** What goes nowhere by name: `{#snippet children()}` is the same as no name. */
function slotOf(text: string, child: MarkupNode): string | undefined {
	const place = placeOf(text, child);
	return place === 'children' && child.kind === 'code' ? undefined : place;
}

/** The place that a child names: `slot="submitButton"`, `{#snippet submitButton()}`. */
function placeOf(text: string, child: MarkupNode): string | undefined {
	if (child.kind === 'element') {
		const slot = attributeOf(child, 'slot');
		if (!slot) return undefined;
		const value = plainValue(text, slot);
		return value ? text.slice(value.start, value.end) : '';
	}
	const [head] = child.kind === 'code' ? child.heads : [];
	return head && /^\s*#snippet\s+([\w$]+)/.exec(text.slice(head.start, head.end))?.[1];
}

/** Whether the button has something of its own in it. */
export const hasSlot = (text: string, element: ElementNode): boolean =>
	visibleChildren(text, element).some((child) => slotOf(text, child) === 'submitButton');

function trimmed(text: string, { start, end }: Range): Range {
	const code = text.slice(start, end);
	return {
		start: start + code.length - code.trimStart().length,
		end: end - (code.length - code.trimEnd().length),
	};
}

/** A child with its line, where it has one to itself. */
function withBlanks(text: string, child: Range): Range {
	const { start, end } = trimmed(text, child);
	const lineStart = start - indentationAt(text, start).length;
	const eol = lineEnding(text);
	const isOwnLine = (lineStart === 0 || text[lineStart - 1] === '\n') && text.startsWith(eol, end);
	return isOwnLine ? { start: lineStart, end: end + eol.length } : { start, end };
}
