import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { severities } from './codes.ts';

test('every code has an entry in docs/migrate.md, with how much it matters', () => {
	const document = readFileSync(new URL('../../../docs/migrate.md', import.meta.url), 'utf8');
	const rows = [...document.matchAll(/^\| <a id="([\w-]+)"><\/a>`([\w-]+)`\s*\| (\w+)\s*\|/gm)];
	expect(rows.every(([, id, code]) => id === code)).toBe(true);
	expect(Object.fromEntries(rows.map(([, , code, severity]) => [code, severity]))).toEqual(severities);
});
