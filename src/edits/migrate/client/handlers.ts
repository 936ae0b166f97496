import { lineAt } from '../../../syntax/text.ts';
import { isComponent, walk } from '../../sign-in-button/markup/index.ts';
import type { Edit } from '../../splice/edit.ts';
import type { Findings } from '../findings.ts';
import type { Pieces } from '../pieces.ts';

/**
 * `on:click={signIn}` hands the event over as a provider's id: the call gets parentheses of its own.
 * @param names the functions of the client
 * @param signIn those of them that sign in
 */
export function handlerEdits(
	{ text, markup }: Pieces,
	names: readonly string[],
	signIn: readonly string[],
	findings: Findings,
): Edit[] {
	const edits: Edit[] = [];
	for (const { node } of walk(markup?.roots ?? [])) {
		if (node.kind !== 'element') continue;
		for (const { name, values } of node.attributes) {
			const [value, ...more] = values;
			if (!/^on(?::|[a-z])/.test(name) || !value?.code || more.length > 0) continue;
			const code = text.slice(value.start, value.end);
			const callee = code.trim();
			if (!names.includes(callee)) continue;
			// What a component calls its property with is for itself to say; an `on:` is always an event.
			if (name.startsWith('on:') || !isComponent(node)) {
				const start = value.start + code.indexOf(callee);
				edits.push({ start, end: start + callee.length, text: `() => ${callee}()` });
			} else if (signIn.includes(callee)) handedToComponent(findings, lineAt(text, value.start), callee);
		}
	}
	return edits;
}

/** Told, since only the component knows. */
export const handedToComponent = (findings: Findings, line: number, callee: string): void =>
	findings.add(
		'client-handler',
		line,
		`hands \`${callee}\` to a component: where that calls it with an event, the event is taken for a provider's id, and people see an error. \`() => ${callee}()\` is safe.`,
	);
