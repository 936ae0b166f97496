import {
	applyEdits,
	type FormattingOptions,
	findNodeAtLocation,
	modify,
	type ParseError,
	parseTree,
} from 'jsonc-parser';
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
	if (!findNodeAtLocation(root, ['dependencies'])) {
		const before = (names: string[]) =>
			names.includes('devDependencies') ? names.indexOf('devDependencies') : names.length;
		text = set(text, ['dependencies'], Object.fromEntries(missing), formattingOptions, before);
		return { kind: 'edited', text: bom + text };
	}
	for (const [name, range] of missing) {
		const before = (names: string[]) => names.filter((other) => other < name).length;
		text = set(text, ['dependencies', name], range, formattingOptions, before);
	}
	return { kind: 'edited', text: bom + text };
}

function set(
	text: string,
	path: string[],
	value: unknown,
	formattingOptions: FormattingOptions,
	getInsertionIndex: (names: string[]) => number,
): string {
	return applyEdits(text, modify(text, path, value, { formattingOptions, getInsertionIndex }));
}
