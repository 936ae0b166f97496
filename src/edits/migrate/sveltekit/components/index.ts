import semver from 'semver';
import { localNames } from '../../../../syntax/imports.ts';
import { lineAt } from '../../../../syntax/text.ts';
import { attributeOf, visibleChildren, walk } from '../../../sign-in-button/markup/index.ts';
import type { Edit, EditResult } from '../../../splice/edit.ts';
import { transform } from '../../../splice/transform.ts';
import { Findings } from '../../findings.ts';
import { mention, piecesOf } from '../../pieces.ts';
import { actionEdits, optionEdits, pageEdits } from './attributes.ts';
import { fitChildren, hasSlot } from './children.ts';
import type { Component, ComponentsRequest } from './component.ts';

const modules = [
	'@authgraft/runtime/sveltekit/components',
	'@authgraft/runtime/sveltekit/components/svelte4',
];

const snippet = '<SignOut>\n\t<svelte:fragment slot="submitButton">Sign out</svelte:fragment>\n</SignOut>';

/**
 * Makes the sign-in components of a page show what they showed and post to where they posted: children that the
 * predecessor's put into the button, or nowhere; options that it ignored; pages that it took for paths from the root.
 */
export function migrateComponents(path: string, content: string, request: ComponentsRequest): EditResult {
	return transform(path, content, { snippet, markup: true }, (source) => {
		const named = (name: string) => modules.flatMap((module) => localNames(source.ast, module, name));
		const names = { SignIn: named('SignIn'), SignOut: named('SignOut') };
		const all = [...names.SignIn, ...names.SignOut];
		if (all.length === 0) return { kind: 'unchanged', reason: 'shows none of the components' };
		const { text, markup, odd } = piecesOf(path, content, source, all);
		if (odd && mention(all).test(text))
			return { kind: 'refused', reason: `cannot be read (${odd.reason})`, line: odd.line, snippet };
		const findings = new Findings();
		const edits: Edit[] = [];
		for (const { node: element } of walk(markup?.roots ?? [])) {
			if (element.kind !== 'element' || !all.includes(element.name)) continue;
			const name = names.SignIn.includes(element.name) ? 'SignIn' : 'SignOut';
			const version = semver.coerce(request.version, { includePrerelease: true });
			const line = lineAt(text, element.start);
			const component = { text, element, name, line, version, svelte: request.svelte, findings } as const;
			const action = actionEdits(component);
			if (!Array.isArray(action)) return action;
			const children = fitChildren(component);
			if (!Array.isArray(children)) return children;
			edits.push(...action, ...children, ...optionEdits(component), ...pageEdits(component));
			tellButton(component);
		}
		if (edits.length === 0) return { kind: 'unchanged', reason: 'the components fit', ...findings.given() };
		return { kind: 'edits', edits, notes: [], ...findings.given() };
	});
}

/** The text of a button that the page does not say itself. */
function tellButton({ text, element, name, line, version, findings }: Component): void {
	const hasOwn = hasSlot(text, element) || attributeOf(element, 'submitButton') !== undefined;
	if (hasOwn || element.attributes.some(({ name: attribute }) => attribute === '')) return;
	if (
		visibleChildren(text, element).length > 0 &&
		version &&
		semver.lt(version, '0.14.0') &&
		name === 'SignOut'
	)
		return;
	const isEarly = version !== null && semver.lt(version, '0.14.0');
	const id = attributeOf(element, 'provider') ? ' with" and the provider\'s id' : '"';
	const before =
		name === 'SignIn' ? `"${isEarly ? 'Sign in' : 'Signin'}${id}` : isEarly ? 'nothing' : '"Sign Out"';
	const now = name === 'SignIn' ? 'Sign in' : 'Sign out';
	findings.add(
		'component-button',
		line,
		`shows \`<${element.name}>\`, whose button said ${before} and says "${now}" now.`,
	);
}
