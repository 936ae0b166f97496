import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { lineAt } from '../../syntax/text.ts';
import { applyEdits, type Edit, type EditResult } from '../splice/edit.ts';

const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'];
/** What decides about a package over the heads of all ranges, by package manager. */
const overrides = [['overrides'], ['resolutions'], ['pnpm', 'overrides']];

/** What becomes of packages that a package.json lists. */
export interface ManifestMove {
	/** Those that go. */
	remove: readonly string[];
	/** Those that get another range, where they are listed: package to range. */
	raise: Readonly<Record<string, string>>;
}

/** Takes packages out of a package.json, and gives others another range. Every other byte stays. */
export function moveDependencies(content: string, { remove, raise }: ManifestMove): EditResult {
	const bom = content.startsWith('\uFEFF') ? '\uFEFF' : '';
	const text = content.slice(bom.length);
	const root = parseTree(text, [], { allowTrailingComma: false, disallowComments: true });
	const snippet = JSON.stringify({ remove, raise }, null, '\t');
	if (root?.type !== 'object') return { kind: 'refused', reason: 'is not valid JSON', snippet };
	for (const path of overrides) {
		const held = findNodeAtLocation(root, [...path, '@auth/core']);
		if (held)
			return {
				...{ kind: 'refused', line: lineAt(text, held.offset), snippet: '"@auth/core": "^0.41.3"' },
				reason: `holds @auth/core at ${held.value} in \`${path.join('.')}\`: one copy of ^0.41.3 is needed`,
			};
	}
	const edits: Edit[] = [];
	for (const section of sections) {
		const node = findNodeAtLocation(root, [section]);
		if (node?.type !== 'object') continue;
		edits.push(...withoutMembers(node, remove));
		for (const [name, range] of Object.entries(raise)) {
			const value = findNodeAtLocation(node, [name]);
			if (value?.type === 'string' && value.value !== range)
				edits.push({ start: value.offset, end: value.offset + value.length, text: JSON.stringify(range) });
		}
	}
	return edits.length === 0
		? { kind: 'unchanged', reason: 'lists none of them' }
		: { kind: 'edited', text: bom + applyEdits(text, edits) };
}

/** Members go with one comma, and with the blanks in front of them; the last of a section leaves `{}`. */
function withoutMembers(section: Node, names: readonly string[]): Edit[] {
	const members = section.children ?? [];
	const isGone = (member: Node) => names.includes(member.children?.[0]?.value);
	const kept = members.filter((member) => !isGone(member));
	if (kept.length === members.length) return [];
	const first = kept[0];
	if (!first) return [{ start: section.offset + 1, end: section.offset + section.length - 1, text: '' }];
	const end = (member: Node) => member.offset + member.length;
	return members.flatMap((member, index) => {
		if (!isGone(member)) return [];
		const before = members[index - 1];
		// From the first one that stays on, each takes the comma in front of it along; those before it the one behind.
		return member.offset < first.offset
			? [{ start: member.offset, end: (members[index + 1] as Node).offset, text: '' }]
			: [{ start: end(before as Node), end: end(member), text: '' }];
	});
}
