import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { circles, folded, type Graph, importGraph } from './support/import-graph.ts';

/* The rules of the layout (docs/decisions/0027-the-layout.md), so that they hold without anybody having to remember them. */

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const files = (...patterns: string[]) =>
	globSync(patterns, { cwd: root })
		.map((path) => path.replaceAll('\\', '/'))
		.sort();

/** Beside the source, and no part of it: tests, and what helps them. */
const isForTests = (path: string) => /\.(?:test|testing|test\.helper)\.ts$|\/testing\.ts$/.test(path);
const generated = ['src/generators/providers/catalogue.ts'];
const source = files(
	...['src', 'runtime/src', 'scripts'].map((folder) => `${folder}/**/*.{ts,mts,js,mjs,svelte}`),
).filter((path) => !isForTests(path));

test('the source is looked at', () => {
	expect(source.length).toBeGreaterThan(300);
	for (const path of generated) expect(source).toContain(path);
});

test('no folder has more than 16 files', () => {
	const folders = Map.groupBy(source, (path) => posix.dirname(path));
	expect(folders.size).toBeGreaterThan(60);
	const full = [...folders].filter(([, inside]) => inside.length > 16);
	expect(full.map(([folder, inside]) => `${folder}: ${inside.length}`)).toEqual([]);
});

test('no file has more than 300 lines', () => {
	const lines = (path: string) => read(path).split('\n').length - 1;
	const long = source.filter((path) => !generated.includes(path) && lines(path) > 300);
	expect(long).toEqual([]);
});

/** Lower ones first; those of one floor do not import each other. */
const floors = [
	['src/errors.ts', 'src/framework.ts', 'src/distance.ts', 'src/names.ts'],
	['src/syntax'],
	['src/edits', 'src/host', 'src/plan'],
	['src/audit'],
	['src/generators'],
	['src/doctor'],
	['src/cli'],
];
const runtimeFloors = [
	['runtime/src/core'],
	['runtime/src/accounts'],
	['runtime/src/sveltekit', 'runtime/src/solid-start'],
	['runtime/src/testing'],
];

/** Rooms are the folders and files directly in `src` and `runtime/src`. */
const roomOf = (path: string): string =>
	path
		.split('/')
		.slice(0, path.startsWith('runtime/') ? 3 : 2)
		.join('/');

function upwards(graph: Graph, order: string[][]): string[] {
	const floor = (path: string) => order.findIndex((rooms) => rooms.includes(roomOf(path)));
	return [...graph].flatMap(([from, targets]) =>
		[...targets]
			.filter((to) => roomOf(from) !== roomOf(to) && floor(to) >= floor(from))
			.map((to) => `${from} imports ${to}`),
	);
}

describe('imports', () => {
	const graph = importGraph(root, source);
	const inside = (folder: string): Graph =>
		new Map([...graph].filter(([path]) => path.startsWith(folder)).map(([path, to]) => [path, to]));

	test('are read', () => {
		expect([...graph.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(1000);
		expect(graph.get('src/generators/init/index.ts')).toContain('src/generators/init/auth-module.ts');
		expect(graph.get('runtime/src/sveltekit/components/SignIn.svelte')).toContain(
			'runtime/src/sveltekit/components/form.ts',
		);
	});

	test('no circles of files', () => expect(circles(graph)).toEqual([]));

	test.each([2, 3, 4, 5])('no circles of folders, %i deep', (depth) => {
		const folder = (path: string) => path.split('/').slice(0, depth).join('/');
		expect(circles(folded(graph, folder))).toEqual([]);
	});

	test.each([
		['src/', floors],
		['runtime/src/', runtimeFloors],
	])('%s: none goes upwards, and every room has its floor', (folder, order) => {
		const part = inside(folder);
		expect([...new Set([...part.keys()].map(roomOf))].sort()).toEqual(order.flat().sort());
		expect(upwards(part, order)).toEqual([]);
	});

	test('the check finds a circle, and a way upwards', () => {
		const small: Graph = new Map([
			['src/plan/a.ts', new Set(['src/plan/b.ts', 'src/errors.ts'])],
			['src/plan/b.ts', new Set(['src/plan/c.ts'])],
			['src/plan/c.ts', new Set(['src/plan/a.ts', 'src/host/d.ts'])],
			['src/host/d.ts', new Set()],
			['src/errors.ts', new Set()],
		]);
		expect(circles(small)).toEqual([['src/plan/a.ts', 'src/plan/b.ts', 'src/plan/c.ts']]);
		expect(upwards(small, floors)).toEqual(['src/plan/c.ts imports src/host/d.ts']);
	});
});

/** Places where a value is called `never` to make the compiler accept it. Text in strings and comments is none. */
function castsToNever(path: string, text: string): string[] {
	if (!/\bas\s+never\b/.test(text)) return [];
	const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
	const found: string[] = [];
	const visit = (node: ts.Node) => {
		if (ts.isAsExpression(node) && node.type.kind === ts.SyntaxKind.NeverKeyword)
			found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return found;
}

test('nothing is cast to never', () => {
	expect(castsToNever('a.ts', "const a = 'x as never';\nconst b = a as never;")).toEqual(['a.ts:2']);
	expect(source.flatMap((path) => castsToNever(path, read(path)))).toEqual([]);
});

/**
 * What only those who were there can look up. Comments say the thing itself, or cite a document of this repository, whose
 * rows `documents.test.ts` checks.
 */
const elsewhere =
	/\bfacts\/|\b(?:design|redesign)[, ]+\(?\d|\bissues?[, ]+#?\d|\bcli-anchors\b|\/work\/|\/tmp\/w\//i;

describe('comments stand alone', () => {
	const all = files(
		...['src', 'runtime/src', 'scripts', 'bench', 'bin'].map(
			(folder) => `${folder}/**/*.{ts,mts,js,mjs,cjs,svelte}`,
		),
		'templates/**/*.hbs',
		'test/**/*.{ts,mjs,json}',
		'docs/**/*.md',
		'*.{md,json,ts}',
	).filter((path) => !/node_modules|package-lock|^test\/fixtures\/|house\.test/.test(path));

	test('enough is looked at', () => expect(all.length).toBeGreaterThan(600));

	test.each(['see facts/authjs.md', '(design 4.2)', 'issue 7, 3', 'Issue #16', 'cli-anchors 1.4'])(
		'%s would be found',
		(text) => expect(text).toMatch(elsewhere),
	);

	test('nothing is cited that is not in the repository', () => {
		const cited = all.flatMap((path) =>
			read(path)
				.split('\n')
				.flatMap((line, index) => (elsewhere.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
		);
		expect(cited).toEqual([]);
	});
});

test('what is printed goes through the one place that makes it visible', () => {
	const prints = (path: string) =>
		/\bconsole\.\w+\(|\bstd(?:out|err)\.write\(|from '@clack\/prompts'/.test(read(path)) ? [path] : [];
	expect(source.filter((path) => path.startsWith('src/')).flatMap(prints)).toEqual([
		'src/cli/terminal/output.ts',
		'src/cli/terminal/prompts.ts',
		// A process of its own, which is read and not shown.
		'src/generators/providers/derive/child.ts',
	]);
});

/** What makes ts-morph ask for types, symbols or a language service: the bundle has none of them (decision 38). */
const needsChecker = new RegExp(
	`\\.(${[
		...['getType', 'getTypeAtLocation', 'getSymbol', 'getSymbolOrThrow', 'isExported', 'isDefaultExport'],
		...[
			'getDefinitions',
			'getDefinitionNodes',
			'findReferences',
			'findReferencesAsNodes',
			'getReferencingNodes',
		],
		...['formatText', 'organizeImports', 'fixMissingImports', 'getImplementations', 'getTypeChecker'],
		...['getLanguageService', 'getExportedDeclarations', 'getExportSymbols', 'getPreEmitDiagnostics'],
		...['getContextualType', 'getReturnType', 'getAliasedSymbol', 'fixUnusedIdentifiers', 'emit'],
	].join('|')})\\(`,
);

test('nothing asks for what the bundle leaves out of TypeScript', () => {
	expect(needsChecker.test('node.getSymbol()')).toBe(true);
	const ours = source.filter((path) => path.startsWith('src/'));
	expect(ours.filter((path) => needsChecker.test(read(path)))).toEqual([]);
});
