import { expect, test } from 'vitest';
import { read, thisRepository } from '../support/named-project.ts';
import { findProblems, readRows } from '../support/specification.ts';

/* docs/threat-model.md names the test of each promise. How such a table is checked is tested by specification.test.ts. */

const text = read('docs/threat-model.md') ?? '';
const attackers = [...text.matchAll(/^\| \*\*(\w+)\*\*/gm)].map(([, name]) => name);

test('docs/threat-model.md: every promise names tests that exist', () => {
	const sections = { '1': 12, '2': 11, '3': 8, '4': 9, '5': 5, '6': 6, '7': 8, '8': 10 };
	expect(findProblems(text, { ...thisRepository, sections, exports: new Map() })).toEqual([]);
});

test('each is made against somebody who is described', () => {
	expect(attackers.length).toBeGreaterThan(5);
	for (const { id, exports: against } of readRows(text)) expect(attackers, id).toContain(against);
});

test('SECURITY.md leads there', () => {
	expect(read('SECURITY.md')).toContain('(docs/threat-model.md)');
});
