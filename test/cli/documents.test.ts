import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

/* Documents that name places of this repository, and code that cites documents: what is named exists. */

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const find = (pattern: string) =>
	globSync(pattern, { cwd: root }).map((path) => path.replaceAll('\\', '/').replace(/\/$/, ''));

const place = /^(?:bin|src|runtime|scripts|test|templates|docs|bench)\/\S*$/;

/** Places in backticks and in links. `<name>` stands for any name. */
function placesIn(document: string, text: string): string[] {
	const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
	const links = [...text.matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)].map(([, target = '']) =>
		posix.join(posix.dirname(document), target),
	);
	return [...new Set([...code.filter((name) => place.test(name)), ...links])];
}

const isThere = (name: string): boolean => find(name.replaceAll(/<[^>]*>/g, '*')).length > 0;

describe.each([
	['docs/architecture.md', 60],
	['CONTRIBUTING.md', 15],
	['docs/host-shapes.md', 60],
	['templates/README.md', 2],
])('%s', (document, least) => {
	const places = placesIn(document, read(document));

	test('names places', () => expect(places.length).toBeGreaterThanOrEqual(least));

	test('every place that it names exists', () => {
		expect(places.filter((name) => !isThere(name))).toEqual([]);
	});
});

test('the check sees globs, names that stand for others, links, and what is gone', () => {
	const text =
		'`src/plan/*.ts` `src/{plan,host}/` `test/fixtures/edits/<transform>/` `npm run x` [a](docs/guards.md) [b](https://x.y) `src/gone/a.ts`';
	const places = placesIn('CONTRIBUTING.md', text);
	expect(places).toHaveLength(5);
	expect(places.filter((name) => !isThere(name))).toEqual(['src/gone/a.ts']);
});

const described = [
	...['src', 'src/edits', 'src/host', 'src/generators', 'src/audit', 'src/cli', 'src/plan', 'src/syntax'],
	...['runtime/src', 'runtime/src/core', 'runtime/src/sveltekit', 'runtime/src/solid-start', 'scripts/lib'],
];

test.each(described)('docs/architecture.md describes every folder of %s', (folder) => {
	const rows = [...read('docs/architecture.md').matchAll(/^\| `([^`]+)\/` *\| *(\S.*\S) *\|$/gm)];
	const told = rows.map(([, name]) => name);
	const folders = find(`${folder}/*/`);
	expect(folders).not.toEqual([]);
	expect(folders.filter((name) => !told.includes(name))).toEqual([]);
});

describe('citations in comments', () => {
	const files = [
		...find('{src,runtime/src,scripts,bench,bin}/**/*.{ts,mts,js,mjs,svelte}'),
		...find('test/**/*.{ts,mjs}').filter((path) => !path.startsWith('test/fixtures/')),
	];
	const cited = (pattern: RegExp) =>
		files.flatMap((path) =>
			[...read(path).matchAll(pattern)].map(([all, name = '']) => ({ at: `${path}: ${all}`, name })),
		);

	test('enough is looked at', () => expect(files.length).toBeGreaterThan(500));

	test('a document that is cited is there', () => {
		const documents = cited(/\b(docs\/(?:[\w-]+\/)?[\w-]+\.md)\b/g);
		expect(documents.length).toBeGreaterThan(20);
		expect(documents.filter(({ name }) => !existsSync(join(root, name)))).toEqual([]);
	});

	test.each<[document: string, pattern: RegExp, rows: RegExp, least: number]>([
		// H13 in a comment or in the title of a test.
		['docs/host-shapes.md', /(?<![\w#$./-])([HLDS]\d{1,2})(?![\w-])/g, /^\| ([HLDS]\d+) /gm, 40],
		['docs/specification.md', /docs\/specification\.md, (\d[\d.]*\d)/g, /^\| ([\d.]+) |^#+ ([\d.]+) /gm, 3],
		['docs/specification.md', /\bfault (\d+)/g, /^\| (\d+) /gm, 40],
		['docs/failure-checklist.md', /docs\/failure-checklist\.md, row (\d+)/g, /^\| (\d+) /gm, 3],
	])('%s has every row that is cited as %s', (document, pattern, rows, least) => {
		const known = new Set([...read(document).matchAll(rows)].flatMap(([, ...names]) => names));
		const found = cited(pattern);
		expect(found.length).toBeGreaterThanOrEqual(least);
		expect(found.filter(({ name }) => !known.has(name))).toEqual([]);
	});
});
