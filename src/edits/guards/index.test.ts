import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from '../../syntax/source.ts';
import { guardRequest } from '../testing/guards.ts';
import { addFunctionGuards } from './add.ts';
import { functionGuards } from './index.ts';
import { removeFunctionGuards } from './remove.ts';

const root = join(import.meta.dirname, '../../../test/fixtures/edits/guards/add');
const cases = readdirSync(root).flatMap((name) => {
	const folder = join(root, name);
	const files = readdirSync(folder);
	if (!files.some((file) => file.startsWith('output.'))) return [];
	const input = files.find((file) => file.startsWith('input.')) as string;
	const request = files.includes('request.json')
		? JSON.parse(readFileSync(join(folder, 'request.json'), 'utf8'))
		: {};
	return [{ name, path: input, text: readFileSync(join(folder, input), 'utf8'), request }];
});

/** What a query makes while building has no guard, and nothing is done about it. */
const unguarded = ['remote-prerender-passed-over'];

test.each(cases.filter(({ name }) => !unguarded.includes(name)))('what was added is found: $name', (one) => {
	const wanted = guardRequest(one.path, one.request);
	const states = functionGuards(parse(one.path, added(one)), wanted).map(({ guard }) => guard.kind);
	expect(states.length).toBeGreaterThan(0);
	expect(new Set(states)).toEqual(new Set(['guarded']));
});

/** The file only got lines: nothing of it had to change its shape. */
const gotLines = (before: string, after: string): boolean => {
	const lines = before.split('\n');
	let next = 0;
	for (const line of after.split('\n')) if (line === lines[next]) next++;
	return next === lines.length;
};

const plain = cases.filter(
	(one) => !/requireUser|requireSession/.test(one.text) && gotLines(one.text, added(one)),
);

test('most fixtures only get lines', () => expect(plain.length).toBeGreaterThan(20));

test.each(plain)('what was added and taken back leaves the file as it was: $name', (one) => {
	const result = removeFunctionGuards(one.path, added(one), guardRequest(one.path, one.request));
	expect(result.kind === 'edited' ? result.text : result).toBe(one.text);
});

test.each(cases)('nothing that goes leaves a guard behind: $name', (one) => {
	const wanted = guardRequest(one.path, one.request);
	const result = removeFunctionGuards(one.path, added(one), wanted);
	// Where the code goes on with the person, or is nothing but the guard, somebody has to look at it.
	if (result.kind === 'refused') return expect(result.reason).toMatch(/goes on with|nothing but the guard/);
	if (result.kind !== 'edited') throw new Error(`Nothing was removed: ${result.reason}`);
	const states = functionGuards(parse(one.path, result.text), wanted).map(({ guard }) => guard.kind);
	expect(states).not.toContain('guarded');
	// What stood there in a place that does not hold is not ours to take.
	if (!one.text.includes('requireUser')) expect(states).not.toContain('weak');
});

function added({ path, text, request }: (typeof cases)[number]): string {
	const result = addFunctionGuards(path, text, guardRequest(path, request));
	if (result.kind !== 'edited') throw new Error('The fixture is edited');
	return result.text;
}
