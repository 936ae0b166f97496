import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse } from 'dotenv';
import fc from 'fast-check';
import { loadEnv } from 'vite';
import { afterAll, describe, expect, test } from 'vitest';
import type { Change } from '../../plan/change.ts';
import { planToJson, renderDiff } from '../../plan/index.ts';
import { removeEnvEntries, setEnvEntry } from './change.ts';
import { addEnvEntries, EnvFileError } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'authgraft-env-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The loaders themselves; Vite's fills in `$NAME` besides. */
const loaders: Record<string, (text: string) => Record<string, string | undefined>> = {
	dotenv: (text) => parse(text),
	'node --env-file': (text) => parseEnv(text),
	vite: (text) => {
		writeFileSync(join(folder, '.env'), text);
		return loadEnv('development', folder, ['AUTH_', 'MINE']);
	},
};

const pem = '-----BEGIN PRIVATE KEY-----\nMIIE+/vQ==\nabc\n-----END PRIVATE KEY-----\n';
const files = ['', 'MINE="1"\nMINE_2="two # no comment"\n', "MINE='1'\r\nMINE_2='two'\r\n", 'MINE=1'];

const readBack = (text: string, name: string) =>
	Object.fromEntries(Object.entries(loaders).map(([loader, load]) => [loader, load(text)[name]]));

const everywhere = (value: string) => ({ dotenv: value, 'node --env-file': value, vite: value });

describe('values as people have them', () => {
	test.each([
		['plain~value/with+signs=', 'plain~value/with+signs='],
		['two words', '"two words"'],
		[' blanks around\t', '" blanks around\t"'],
		['a#b', '"a#b"'],
		['a # b', '"a # b"'],
		["it's", '"it\'s"'],
		['say "hi"', `'say "hi"'`],
		[`'"'`, `\`'"'\``],
		['tick`tock', '"tick`tock"'],
		['C:\\new\\table', "'C:\\new\\table'"],
		['5$', '"5$"'],
		['grüße-日本語-🦊', 'grüße-日本語-🦊'],
		['a\u00A0', '"a\u00A0"'],
		['user=a;pass=b', '"user=a;pass=b"'],
		['smtp://me:p%20w@mail.example.com:587?x=1&y=2', '"smtp://me:p%20w@mail.example.com:587?x=1&y=2"'],
		['first\nsecond', '"first\\nsecond"'],
		[pem, `"${pem.replaceAll('\n', '\\n')}"`],
		['literal \\n and\na line', "'literal \\n and\na line'"],
		['__proto__', '__proto__'],
	])('%j', (value, written) => {
		for (const before of files) {
			const after = addEnvEntries(before, [{ name: 'AUTH_X', value }]) as string;
			expect(readBack(after, 'AUTH_X')).toEqual(everywhere(value));
			expect(readBack(after, 'MINE_2')).toEqual(readBack(before, 'MINE_2'));
		}
		expect(addEnvEntries('', [{ name: 'AUTH_X', value }])).toBe(`AUTH_X=${written}\n`);
	});

	test.each([
		['pa$word', /variable/],
		[`pa\${word}`, /variable/],
		['pa\\$', /variable/],
		['$1', /variable/],
		['a\rb', /carriage return/],
		['a\0b', /null/],
		['a\uD800', /half a character/],
		['\'"`', /quotes/],
		['it\'s "q" \\ `', /quotes/],
	])('that loaders do not agree about are refused by name, and not shown: %j', (value, reason) => {
		const add = () => addEnvEntries('MINE=1\n', [{ name: 'AUTH_X', value }]);
		expect(add).toThrow(EnvFileError);
		expect(add).toThrow(reason);
		expect(add).not.toThrow(value);
		expect(setEnvEntry('AUTH_X=1\n', { name: 'AUTH_X', value }).kind).toBe('refused');
	});

	test("the file's own quotes stay where the value allows it", () => {
		const double = 'MINE="1"\nMINE_2="2"\n';
		expect(addEnvEntries(double, [{ name: 'AUTH_X', value: 'plain' }])).toBe(`${double}\nAUTH_X="plain"\n`);
		expect(addEnvEntries(double, [{ name: 'AUTH_X', value: 'a"b' }])).toBe(`${double}\nAUTH_X='a"b'\n`);
	});

	test('a comment of several lines stays a comment', () => {
		const after = addEnvEntries('', [{ name: 'AUTH_X', value: '1', comment: 'one\nMINE=2' }]) as string;
		expect(after).toBe('# one MINE=2\nAUTH_X=1\n');
	});

	test('an empty line is filled in, and what stands behind it stays', () => {
		expect(addEnvEntries('AUTH_X=\nMINE=1\n', [{ name: 'AUTH_X', value: 'two words' }])).toBe(
			'AUTH_X="two words"\nMINE=1\n',
		);
		expect(addEnvEntries("AUTH_X=''\nMINE=1\n", [{ name: 'AUTH_X', value: "it's $" }])).toBe(
			`AUTH_X="it's $"\nMINE=1\n`,
		);
	});
});

const pieces = ['x', 'y ', '"', "'", '`', '#', ' # ', '$ ', '\\', '\\n', '\n', '=', 'AUTH_Y=', 'ß', ' ', ','];
const value = fc
	.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 3 })), {
		maxLength: 8,
	})
	.map((parts) => parts.join(''));
const line = fc.constantFrom(
	'MINE=1',
	'MINE_2="a b"',
	"MINE_3='c # d' # note",
	'# note',
	'',
	'export MINE_4=`e`',
	'MINE_5=',
);
const file = fc
	.tuple(fc.array(line, { maxLength: 5 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
	.map(([lines, eol, final]) => lines.join(eol) + (final && lines.length > 0 ? eol : ''));
const settings = { seed: 8, numRuns: 600 };

function added(
	before: string,
	entries: { name: string; value: string; comment?: string }[],
): string | undefined {
	try {
		return addEnvEntries(before, entries);
	} catch (error) {
		if (error instanceof EnvFileError) return undefined;
		throw error;
	}
}

describe('properties', () => {
	test('what is written is read back by every loader, changes no other variable, and comes out again', () => {
		let written = 0;
		fc.assert(
			fc.property(file, value, value, (before, one, two) => {
				const entries = [
					{ name: 'AUTH_X', value: one, comment: 'Says what it is' },
					{ name: 'AUTH_Y', value: two },
				];
				const after = added(before, entries);
				if (after === undefined) return;
				written++;
				for (const [loader, load] of Object.entries(loaders)) {
					const [old, now] = [load(before), load(after)];
					expect(now, loader).toEqual({ ...old, AUTH_X: one, AUTH_Y: two });
				}
				expect(addEnvEntries(after, entries)).toBeUndefined();
				expect(removeEnvEntries(after, entries)).toEqual({ kind: 'edited', text: before });
			}),
			settings,
		);
		expect(written).toBeGreaterThan(280);
	});

	test('a value that is set instead is read back by every loader, and changes no other variable', () => {
		let written = 0;
		fc.assert(
			fc.property(file, value, value, (before, one, two) => {
				const between = added(before, [{ name: 'AUTH_X', value: one }]);
				const text = between && added(between, [{ name: 'AUTH_Y', value: 'last one' }]);
				if (text === undefined) return;
				const result = setEnvEntry(text, { name: 'AUTH_X', value: two });
				if (one === two) expect(result.kind).toBe('unchanged');
				if (result.kind !== 'edited') return;
				written++;
				for (const [loader, load] of Object.entries(loaders))
					expect(load(result.text), loader).toEqual({ ...load(text), AUTH_X: two });
			}),
			settings,
		);
		expect(written).toBeGreaterThan(200);
	});

	test('no preview shows any part of a value', async () => {
		let shown = 0;
		const preview = fc.asyncProperty(file, value, async (before, rest) => {
			const after = added(before, [{ name: 'AUTH_X', value: `leak${rest}leak\n${rest}leak` }]);
			if (after === undefined) return;
			shown++;
			const changes: Change[] = [{ kind: 'modify', path: '.env.local', summary: '', before, after }];
			const plan = { root: folder, command: 'add-provider', changes };
			expect(JSON.stringify(planToJson(plan)) + (await renderDiff(plan))).not.toContain('leak');
		});
		await fc.assert(preview, settings);
		expect(shown).toBeGreaterThan(280);
	});
});
