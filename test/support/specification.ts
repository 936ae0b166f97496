import { testNames } from './named-tests.ts';

/** One line of docs/specification.md. */
export interface Row {
	/** `2.5.3`, or `fault 3`. */
	id: string;
	item: string;
	exports: string;
	tests: string;
	note: string;
}

/** What the document is held against. */
export interface Project {
	/** How many rows each section has: a row that goes missing proves nothing any more. */
	sections: Readonly<Record<string, number>>;
	/** What each import of the runtime gives: `sveltekit/client` and its names. */
	exports: ReadonlyMap<string, readonly string[]>;
	/** The text of a file, or undefined where there is none. */
	read(path: string): string | undefined;
	/** Whether vitest runs the tests of that file. */
	isRun(path: string): boolean;
}

/** Why a row may do without a test. */
const reason = /^(?:No test|The core’s|The command line’s|Not yet): .{20}/;

/** The rows of all tables whose first cell is a number. */
export function readRows(markdown: string): Row[] {
	return markdown.split('\n').flatMap((line) => {
		const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
		const [, id = '', ...rest] = cells;
		if (!/^\d/.test(id)) return [];
		const [item = '', second = '', third = '', fourth = ''] = rest;
		return id.includes('.')
			? [{ id, item, exports: second, tests: third, note: fourth }]
			: [{ id: `fault ${id}`, item, exports: '', note: second, tests: third }];
	});
}

/** Everything in the document that is not so. */
export function findProblems(markdown: string, project: Project): string[] {
	const rows = readRows(markdown);
	return [
		...findMissingRows(rows, project),
		...rows.flatMap((row) => findTestProblems(row, project).map((problem) => `${row.id}: ${problem}`)),
		...findExportProblems(rows, project),
	];
}

function findMissingRows(rows: readonly Row[], { sections }: Project): string[] {
	const wanted = Object.entries(sections).flatMap(([section, count]) => {
		const separator = section === 'fault' ? ' ' : '.';
		return Array.from({ length: count }, (_, index) => `${section}${separator}${index + 1}`);
	});
	const ids = rows.map(({ id }) => id);
	return [
		...wanted.filter((id) => !ids.includes(id)).map((id) => `${id}: no such row`),
		...ids.filter((id) => !wanted.includes(id)).map((id) => `${id}: a row too many`),
		...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: there twice`),
	];
}

function findTestProblems({ item, tests, note }: Row, project: Project): string[] {
	const named = readNamed(tests);
	const problems = item && note ? [] : ['a cell is empty'];
	if (named.length === 0 && !reason.test(tests)) problems.push('neither a test nor a reason');
	for (const { path, names } of named) {
		const text = project.read(path);
		if (text === undefined) problems.push(`${path} is missing`);
		else if (!project.isRun(path)) problems.push(`${path} is run by no test file`);
		else if (names.length === 0) problems.push(`${path}: no test is named`);
		else problems.push(...missingIn(text, names).map((name) => `${path} has no test "${name}"`));
	}
	return problems;
}

const known = new Map<string, Set<string>>();

function missingIn(text: string, names: readonly string[]): string[] {
	const found = known.get(text) ?? testNames(text);
	known.set(text, found);
	return names.filter((name) => !found.has(name));
}

/** `path` "name", "name": the names belong to the path in front of them, and may hold backticks themselves. */
function readNamed(cell: string): { path: string; names: string[] }[] {
	const named: { path: string; names: string[] }[] = [];
	for (const [, path, name] of cell.matchAll(
		/`((?:src|test|scripts|runtime)\/[^`\s]+)`|"((?:[^"\\]|\\.)+)"/g,
	)) {
		if (path) named.push({ path, names: [] });
		else named.at(-1)?.names.push((name ?? '').replaceAll('\\"', '"'));
	}
	return named;
}

/** `import` `name`, `name`: the names belong to the import in front of them. Both ways: all are there, all exist. */
function findExportProblems(rows: readonly Row[], { exports }: Project): string[] {
	const used = new Set<string>();
	const problems: string[] = [];
	for (const { id, exports: cell } of rows) {
		let entry: string | undefined;
		for (const [, token = ''] of cell.matchAll(/`([^`]+)`/g)) {
			const name = token.split(/[.(]/, 1)[0] ?? '';
			if (exports.has(token)) entry = token;
			else if (entry === undefined) problems.push(`${id}: \`${token}\` belongs to no import`);
			else if (exports.get(entry)?.includes(name)) used.add(`${entry} ${name}`);
			else problems.push(`${id}: ${entry} does not export ${name}`);
		}
	}
	for (const [entry, names] of exports) {
		for (const name of names)
			if (!used.has(`${entry} ${name}`)) problems.push(`${entry}: ${name} is in no row`);
	}
	return problems;
}
