import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type ParseError, parse } from 'jsonc-parser';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import {
	allBlocks,
	blocksOf,
	documents,
	placeOf,
	readDocument,
	testOf,
	wayOf,
} from '../../scripts/lib/site/blocks.ts';
import {
	commandsIn,
	complaintAbout,
	complaintAboutMention,
	mentionsIn,
} from '../support/documents/commands.ts';
import { placesOf } from '../support/documents/places.ts';

/*
 * Every block of code in every document: commands are read by the command line itself, JSON is parsed, code can be parsed
 * (test/e2e/code-blocks.test.ts checks its types in real hosts), and what none of that holds for says why, in a comment.
 */

const root = join(import.meta.dirname, '../..');
const of = (...ways: string[]) => allBlocks.filter((block) => ways.includes(wayOf(block)));

test('documents are read', () => {
	expect(documents.length).toBeGreaterThan(70);
	expect(allBlocks.length).toBeGreaterThan(100);
});

test('no block is left unchecked without a reason: <!-- code: no, ... --> in front of it', () => {
	expect(of('nothing').map((block) => `${placeOf(block)} (${block.language || 'no language'})`)).toEqual([]);
});

test('a test that is said to run a block exists, and names the document', () => {
	const claims = of('run').map((block) => ({ block, test: testOf(block) ?? '' }));
	expect(claims.length).toBeGreaterThan(20);
	const wrong = claims.filter(({ block, test }) => {
		const file = join(root, test);
		return !existsSync(file) || !readFileSync(file, 'utf8').includes(basename(block.document, '.md'));
	});
	expect(wrong.map(({ block, test }) => `${placeOf(block)}: ${test}`)).toEqual([]);
});

describe('commands', () => {
	const complaints = (text: string) => commandsIn(text).flatMap((command) => complaintAbout(command) ?? []);

	test('in blocks: each command, argument, flag, script and variable is there', () => {
		const blocks = of('commands');
		expect(blocks.length).toBeGreaterThan(15);
		const found = blocks.flatMap((block) =>
			complaints(block.text).map((complaint) => `${placeOf(block)}: ${complaint}`),
		);
		expect(found).toEqual([]);
	});

	test('in sentences', () => {
		const mentions = documents.flatMap((path) =>
			mentionsIn(readDocument(path)).map((mention) => ({ path, mention })),
		);
		expect(mentions.length).toBeGreaterThan(100);
		const found = mentions.flatMap(({ path, mention }) => {
			const complaint = complaintAboutMention(mention);
			return complaint ? [`${path}: \`${mention}\`: ${complaint}`] : [];
		});
		expect(found).toEqual([]);
	});

	test.each([
		['npx authgraft ini', /unknown command/],
		['authgraft init --nonsense', /unknown option/],
		['npx authgraft add-provider githup', /no provider githup/],
		['npx authgraft init --providers github,gogle', /no provider gogle/],
		['npx authgraft doctor --fail-on everything', /Allowed choices/],
		['npx authgraft routes --cwd', /argument missing/],
		['printf "a | b" | npx authgraft doctor --stdin --everything # --start', /unknown option '--everything'/],
		['npm run demos', /no script demos/],
		['AUTH_SECRETS=1 npm run dev', /nothing reads AUTH_SECRETS/],
		['node scripts/gone.mjs', /no scripts\/gone\.mjs/],
		['curl https://example.com', /nobody checks curl/],
	])('%s is found', (text, complaint) => {
		expect(complaints(text)).toEqual([expect.stringMatching(complaint)]);
		expect(complaintAboutMention('authgraft protect-route <path> --nonsense')).toMatch(/unknown option/);
	});

	test('comments, quotes, lines that go on, variables and pipes are read as a shell does', () => {
		const text = 'A_B="x y" npx a \'b # c\' \\\n\t--d "e|f" # g\nh && i | j';
		expect(commandsIn(text)).toEqual([['A_B=x y', 'npx', 'a', 'b # c', '--d', 'e|f'], ['h'], ['i'], ['j']]);
	});
});

test('JSON is JSON; where braces are missing it is a part of an object', () => {
	const blocks = of('json');
	expect(blocks).not.toEqual([]);
	for (const block of blocks) {
		const text = block.text.trim().startsWith('"') ? `{${block.text}}` : block.text;
		const faults: ParseError[] = [];
		parse(text, faults, { disallowComments: block.language === 'json' });
		expect(faults, placeOf(block)).toEqual([]);
	}
});

test('code can be parsed, in its frame where it is a part of a file', () => {
	const blocks = of('types').filter(({ language }) => language !== 'svelte');
	expect(blocks.length).toBeGreaterThan(20);
	const found = blocks.flatMap((block) =>
		placesOf(block).flatMap(({ path, text }) => {
			const { diagnostics = [] } = ts.transpileModule(text, { reportDiagnostics: true, fileName: path });
			return diagnostics.map(({ messageText }) => `${placeOf(block)}: ${messageText}`);
		}),
	);
	expect(found).toEqual([]);
});

test('blocks are found in lists, with their marks, and a mark that nobody knows is refused', () => {
	const text = 'a\n\n<!-- code: no, a picture of it -->\n\n```\nx\n```\n\n- b\n\n  ```ts\n  c();\n  ```\n';
	expect(blocksOf('a.md', text)).toMatchObject([
		{ line: 5, language: '', text: 'x\n', mark: { kind: 'no', reason: 'a picture of it' } },
		{ line: 11, language: 'ts', text: 'c();\n', mark: null },
	]);
	expect(() => blocksOf('a.md', '<!-- code: never -->\n```ts\n```\n')).toThrow('code: never');
});
