import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { indentOf } from './source.ts';
import {
	applyEdits,
	type Edit,
	type EditResult,
	insertion,
	lineAt,
	lineEnding,
	type Refusal,
} from './text.ts';

/** Where a package can be listed: there it keeps its place and its range. */
const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/**
 * Adds dependencies to a package.json: in alphabetical place where the section is sorted, else at its end. Every byte
 * that stands there stays. A name that some section lists already keeps its range and its place.
 * @param dependencies name to range.
 */
export function addDependencies(content: string, dependencies: Record<string, string>): EditResult {
	const bom = content.startsWith('\uFEFF') ? '\uFEFF' : '';
	const text = content.slice(bom.length);
	const snippet = JSON.stringify({ dependencies }, null, '\t');
	const errors: ParseError[] = [];
	const root = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
	const [error] = errors;
	if (error || root?.type !== 'object') {
		return { kind: 'refused', reason: 'is not valid JSON', line: lineAt(text, error?.offset ?? 0), snippet };
	}
	const fault = faultIn(text, root, snippet);
	if (fault) return fault;
	const listed = (name: string) => sections.some((section) => findNodeAtLocation(root, [section, name]));
	const missing = Object.entries(dependencies).filter(([name]) => !listed(name));
	if (missing.length === 0) return { kind: 'unchanged', reason: 'the dependencies are listed already' };
	const section = findNodeAtLocation(root, ['dependencies']);
	const edits = section ? addTo(text, section, missing) : [addSection(text, root, missing)];
	return { kind: 'edited', text: bom + applyEdits(text, edits) };
}

/** A section that is no object, or that is there twice: of two, package managers take the last. */
function faultIn(text: string, root: Node, snippet: string): Refusal | undefined {
	const seen = new Set<string>();
	for (const { children: [key, value] = [] } of root.children ?? []) {
		if (!key || !sections.includes(key.value)) continue;
		const line = lineAt(text, key.offset);
		if (value?.type !== 'object')
			return { kind: 'refused', reason: `has \`${key.value}\` that are no object`, line, snippet };
		if (seen.has(key.value)) return { kind: 'refused', reason: `has \`${key.value}\` twice`, line, snippet };
		seen.add(key.value);
	}
	return undefined;
}

/** As npm sorts. */
const compare = (a: string, b: string): number => a.localeCompare(b, 'en');

function addTo(text: string, section: Node, missing: [string, string][]): Edit[] {
	const names = (section.children ?? []).map(nameOf);
	const isSorted = names.every((name, index) => index === 0 || compare(names[index - 1] ?? '', name) <= 0);
	const wanted = isSorted ? missing.toSorted(([a], [b]) => compare(a, b)) : missing;
	if (names.length === 0) {
		const { offset, length } = section;
		return [{ start: offset, end: offset + length, text: newObject(text, wanted, depthAt(text, offset)) }];
	}
	return wanted.map(([name, range]) => {
		const index = isSorted ? names.filter((other) => compare(other, name) < 0).length : names.length;
		return insertMember(text, section, index, JSON.stringify(name), JSON.stringify(range));
	});
}

/** The section stands in front of `devDependencies`, as npm writes it. */
function addSection(text: string, root: Node, missing: [string, string][]): Edit {
	const names = (root.children ?? []).map(nameOf);
	const sorted = missing.toSorted(([a], [b]) => compare(a, b));
	if (names.length === 0) {
		const { eol, indent } = layout(text);
		const value = newObject(text, sorted, indent);
		const inner = `${eol}${indent}"dependencies": ${value}${eol}`;
		return { start: root.offset + 1, end: root.offset + root.length - 1, text: inner };
	}
	const index = names.includes('devDependencies') ? names.indexOf('devDependencies') : names.length;
	const first = root.children?.[0] as Node;
	const value = newObject(text, sorted, depthAt(text, first.offset));
	return insertMember(text, root, index, '"dependencies"', value);
}

const nameOf = (property: Node): string => property.children?.[0]?.value;

/** Takes over the white space that the neighbours have around them. */
function insertMember(text: string, object: Node, index: number, name: string, value: string): Edit {
	const members = object.children ?? [];
	const next = members[index];
	const last = members.at(-1) as Node;
	const neighbour = next ?? last;
	const gap = /\s*$/.exec(text.slice(0, neighbour.offset))?.[0] ?? '';
	const member = name + colonOf(text, neighbour) + value;
	if (next) return insertion(next.offset, `${member},${gap}`);
	return insertion(last.offset + last.length, `,${gap}${member}`);
}

/** `: ` or `:` */
function colonOf(text: string, property: Node): string {
	const [name, value] = property.children ?? [];
	return name && value ? text.slice(name.offset + name.length, value.offset) : ': ';
}

/** White space in front of the line of an offset. */
const depthAt = (text: string, offset: number): string =>
	/^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset))?.[0] ?? '';

const layout = (text: string) => ({ eol: lineEnding(text), indent: indentOf(text) ?? '\t' });

/** An object on lines of its own; on one line in a file that is one line. */
function newObject(text: string, members: [string, string][], depth: string): string {
	if (!text.trim().includes('\n') && text.trim() !== '{}') return JSON.stringify(Object.fromEntries(members));
	const { eol, indent } = layout(text);
	const lines = members.map(
		([name, range]) => `${depth}${indent}${JSON.stringify(name)}: ${JSON.stringify(range)}`,
	);
	return `{${eol}${lines.join(`,${eol}`)}${eol}${depth}}`;
}
