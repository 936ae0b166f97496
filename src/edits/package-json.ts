import { applyEdits, findNodeAtLocation, modify, type ParseError, parseTree } from 'jsonc-parser';
import { indentOf } from './source.ts';
import { type EditResult, lineAt, lineEnding } from './text.ts';

/**
 * Adds dependencies to a package.json, in alphabetical place, keeping order, indentation and line ending.
 * A name that stands in `dependencies` or `devDependencies` already keeps its range and its place.
 * @param dependencies name to range.
 */
export function addDependencies(content: string, dependencies: Record<string, string>): EditResult {
	const bom = content.startsWith('\uFEFF') ? '\uFEFF' : '';
	let text = content.slice(bom.length);
	const snippet = JSON.stringify({ dependencies }, null, '\t');
	const errors: ParseError[] = [];
	const root = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
	const [error] = errors;
	if (error || root?.type !== 'object') {
		return { kind: 'refused', reason: 'is not valid JSON', line: lineAt(text, error?.offset ?? 0), snippet };
	}
	const missing = Object.entries(dependencies).filter(
		([name]) =>
			!['dependencies', 'devDependencies'].some((section) => findNodeAtLocation(root, [section, name])),
	);
	if (missing.length === 0) return { kind: 'unchanged', reason: 'the dependencies are listed already' };
	const indent = indentOf(text) ?? '\t';
	const formattingOptions = {
		eol: lineEnding(text),
		insertSpaces: indent !== '\t',
		tabSize: indent === '\t' ? 4 : indent.length,
	};
	for (const [name, range] of missing) {
		text = applyEdits(
			text,
			modify(text, ['dependencies', name], range, {
				formattingOptions,
				getInsertionIndex: (names) => {
					const after = names.findIndex((other) => other > name);
					return after === -1 ? names.length : after;
				},
			}),
		);
	}
	return { kind: 'edited', text: bom + text };
}
