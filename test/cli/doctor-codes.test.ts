import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codes } from '../../src/doctor/codes.ts';

/* Every code has an entry in docs/doctor.md, something that produces it, and a test that shows it. */

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const all = (...patterns: string[]) =>
	patterns
		.flatMap((pattern) => globSync(pattern, { cwd: root }))
		.map((path) => path.replaceAll('\\', '/'))
		.sort();
const known = Object.keys(codes);

describe('docs/doctor.md', () => {
	const document = read('docs/doctor.md');
	const entries = document.split(/^##? /m).flatMap((part) => {
		const [, code] = /^([a-z]+(?:-[a-z]+)*)\n/.exec(part) ?? [];
		return code === undefined ? [] : [{ code, text: part.slice(code.length).trim() }];
	});

	test('has an entry for each code, and none for another', () => {
		expect(entries.map(({ code }) => code).sort()).toEqual([...known].sort());
	});

	test('says of each how bad it is, why, and what to do', () => {
		const short = entries.filter(
			({ text }) => !/^\*\*(?:Error|Warning|Note)\b/.test(text) || text.length < 120,
		);
		expect(short.map(({ code }) => code)).toEqual([]);
	});

	test('says the severity that a code has', () => {
		const told = Object.fromEntries(
			entries.map(({ code, text }) => [code, /^\*\*(\w+)/.exec(text)?.[1]?.toLowerCase()]),
		);
		expect(told).toEqual(
			Object.fromEntries(Object.entries(codes).map(([code, row]) => [code, row.severity])),
		);
	});

	test('leads nowhere that it does not have', () => {
		const linked = [...document.matchAll(/\]\(#([\w-]+)\)/g)].map(([, code = '']) => code);
		expect(linked.filter((code) => !known.includes(code))).toEqual([]);
	});
});

const sources = all('src/doctor/**/*.ts').filter(
	(path) => !/\.test\.ts$|\/(?:testing|codes)\.ts$/.test(path),
);

test('every code is produced somewhere', () => {
	const text = sources.map(read).join('\n');
	const isProduced = (code: string) =>
		text.includes(`diagnosis('${code}'`) || new RegExp(`(?:code: |\\? |: )'${code}'`).test(text);
	expect(known.filter((code) => !isProduced(code))).toEqual([]);
});

test('what a code explains is a code', () => {
	const explained = Object.values(codes).flatMap((row) => ('explains' in row ? [...row.explains] : []));
	expect(explained.filter((code) => !known.includes(code))).toEqual([]);
});

test('every code is shown by a test', () => {
	const tests = all('src/doctor/**/*.test.ts', 'test/{conformance,e2e}/doctor*.test.ts');
	const text = tests.map(read).join('\n');
	expect(known.filter((code) => !text.includes(`'${code}'`))).toEqual([]);
});
