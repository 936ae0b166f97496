import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const codes = [...read('src/errors.ts').matchAll(/^\t\| '(AG_[A-Z_]+)'/gm)].map(([, code = '']) => code);
const entries = read('docs/errors.md').split(/^## /m).slice(1);

test('docs/errors.md has an entry for each code, and none for another', () => {
	expect(codes.length).toBeGreaterThan(40);
	const told = entries.map((entry) => entry.split('\n', 1)[0]);
	expect(told.toSorted()).toEqual(codes.toSorted());
});

test('each says what it is and what to do', () => {
	const short = entries.filter((entry) => entry.length < 100).map((entry) => entry.split('\n', 1)[0]);
	expect(short).toEqual([]);
});
