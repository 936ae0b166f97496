import { findNodeAtLocation, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { indentOf } from '../syntax/source.ts';
import { lineAt, lineEnding } from '../syntax/text.ts';
import { applyEdits, type Edit, type EditResult, insertion, type Refusal } from './splice/edit.ts';

/** Where a package can be listed: there it keeps its place and its range. */
const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];

/** A section that entries are added to. */
export type ManifestSection = 'dependencies' | 'devDependencies' | 'scripts';

/**
 * Adds entries to a section of a package.json: in alphabetical place where the section is sorted, else at its end. Every
 * byte that stands there stays. A package that some section lists already keeps its range and its place, and a script of
 * a name that is there stays the host's own.
 * @param members name to range, or to command.
 */
export function addMembers(
	content: string,
	name: ManifestSection,
	members: Record<string, string>,
): EditResult {
	const bom = content.startsWith('\uFEFF') ? '\uFEFF' : '';
	const text = content.slice(bom.length);
	const snippet = JSON.stringify({ [name]: members }, null, '\t');
	const errors: ParseError[] = [];
	const root = parseTree(text, errors, { allowTrailingComma: false, disallowComments: true });
	const [error] = errors;
	if (error || root?.type !== 'object') {
		return { kind: 'refused', reason: 'is not valid JSON', line: lineAt(text, error?.offset ?? 0), snippet };
	}
	const fault = faultIn(text, root, snippet, name === 'scripts' ? ['scripts'] : sections);
	if (fault) return fault;
	const places = name === 'scripts' ? ['scripts'] : sections;
	const listed = (member: string) => places.some((place) => findNodeAtLocation(root, [place, member]));
	const missing = Object.entries(members).filter(([member]) => !listed(member));
	if (missing.length === 0) return { kind: 'unchanged', reason: `the ${name} are listed already` };
	const section = findNodeAtLocation(root, [name]);
	const edits = section ? addTo(text, section, missing, name) : [addSection(text, root, missing, name)];
	return { kind: 'edited', text: bom + applyEdits(text, edits) };
}

/** A section that is no object, or that is there twice: of two, package managers take the last. */
function faultIn(text: string, root: Node, snippet: string, looked: string[]): Refusal | undefined {
	const seen = new Set<string>();
	for (const { children: [key, value] = [] } of root.children ?? []) {
		if (!key || !looked.includes(key.value)) continue;
		const line = lineAt(text, key.offset);
		if (value?.type !== 'object')
			return { kind: 'refused', reason: `has \`${key.value}\` that are no object`, line, snippet };
		if (seen.has(key.value)) return { kind: 'refused', reason: `has \`${key.value}\` twice`, line, snippet };
		seen.add(key.value);
	}
	return undefined;
}

/** Of these `<` says what `localeCompare` does, which loads the rules of all languages the first time. */
const plainName = /^@?[a-z][a-z\d./-]*$/;

/** As npm sorts. */
export function compareNames(a: string, b: string): number {
	if (!plainName.test(a) || !plainName.test(b)) return a.localeCompare(b, 'en');
	return a < b ? -1 : Number(a > b);
}

function addTo(text: string, section: Node, missing: [string, string][], kind: ManifestSection): Edit[] {
	const names = (section.children ?? []).map(nameOf);
	// Scripts stand in the order in which people think of them, even where that happens to be the alphabet's.
	const isSorted =
		kind !== 'scripts' &&
		names.every((name, index) => index === 0 || compareNames(names[index - 1] ?? '', name) <= 0);
	const wanted = isSorted ? missing.toSorted(([a], [b]) => compareNames(a, b)) : missing;
	if (names.length === 0) {
		const { offset, length } = section;
		return [{ start: offset, end: offset + length, text: newObject(text, wanted, depthAt(text, offset)) }];
	}
	return wanted.map(([name, range]) => {
		const index = isSorted ? names.filter((other) => compareNames(other, name) < 0).length : names.length;
		return insertMember(text, section, index, JSON.stringify(name), JSON.stringify(range));
	});
}

/** `dependencies` stand in front of `devDependencies`, as npm writes them, and scripts in front of both. */
function addSection(text: string, root: Node, missing: [string, string][], kind: ManifestSection): Edit {
	const names = (root.children ?? []).map(nameOf);
	const sorted = missing.toSorted(([a], [b]) => compareNames(a, b));
	if (names.length === 0) {
		const { eol, indent } = layout(text);
		const value = newObject(text, sorted, indent);
		const inner = `${eol}${indent}"${kind}": ${value}${eol}`;
		return { start: root.offset + 1, end: root.offset + root.length - 1, text: inner };
	}
	const order = ['scripts', 'dependencies', 'devDependencies'];
	const later = order.slice(order.indexOf(kind) + 1).map((name) => names.indexOf(name));
	const index = Math.min(...later.filter((found) => found !== -1), names.length);
	const first = root.children?.[0] as Node;
	const value = newObject(text, sorted, depthAt(text, first.offset));
	return insertMember(text, root, index, `"${kind}"`, value);
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
