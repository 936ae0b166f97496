import { beforeInit, type Cell, isOf, nameOf, readSeen, type Seen } from '../../scripts/lib/matrix/seen.ts';
import { type MatrixHost, managers, matrixHosts, type Proof, proofs, realInstalls } from './matrix.ts';

/** Widths as the formatter of this repository writes them. */
export function table(rows: readonly string[][]): string[] {
	const widths = (rows[0] ?? []).map((_, column) =>
		Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
	);
	const line = (row: string[]) =>
		`| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
	const [head = [], ...body] = rows;
	return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)];
}

/** The most that was done with a cell, by a test or by `npm run matrix`. */
export function proofOf(cell: Cell, isPlanned: boolean): string {
	const { host, manager, layout } = cell;
	const tested = realInstalls.find(
		(one) => one.fixture === host.fixture && one.manager === manager && one.layout === layout,
	);
	const seen = readSeen().find(isOf(cell));
	const reached: (Proof | false | undefined)[] = [
		tested?.proof,
		seen !== undefined && !seen.failed && 'built',
		isPlanned && 'planned',
	];
	const best = proofs.findLast((proof) => reached.includes(proof)) ?? '';
	return seen?.failed && seen.failed.step !== beforeInit ? `${best}, fails`.replace(/^, /, '') : best;
}

/** Each value once, in the order of versions and dates. */
const listed = (values: readonly (string | undefined)[]): string =>
	[...new Set(values.filter((value) => value !== undefined))]
		.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
		.join(', ');

/** What `npm run matrix` had installed, by host and by package manager; the head first. */
export function versionRows(): string[][] {
	const seen = readSeen();
	const rowOf = (name: string, language: string, found: readonly Seen[], packages: readonly string[]) => [
		...[name, language, listed(found.flatMap((one) => packages.map((other) => one.versions[other])))],
		...[listed(found.map((one) => one.versions.vite)), `${found.length}`],
		listed(found.map(({ date }) => date)),
	];
	const ofHost = ({ fixture, name, language }: MatrixHost) =>
		rowOf(...([name, language, seen.filter((one) => one.fixture === fixture)] as const), [
			'@sveltejs/kit',
			'@solidjs/start',
		]);
	return [
		['host or manager', 'language', 'version', 'vite', 'cells', 'when'],
		...matrixHosts.map(ofHost),
		...managers.map((manager) =>
			rowOf(
				manager,
				'',
				seen.filter((one) => one.manager === manager),
				[manager],
			),
		),
	];
}

/** Cells that do not work, or cannot be installed here even without us, with where they end; the head first. */
export function failureRows(): string[][] {
	const rows = matrixHosts.flatMap((host) =>
		readSeen().flatMap(({ fixture, manager, layout, failed }) =>
			failed && fixture === host.fixture
				? [[nameOf({ host, manager, layout }), failed.step, failed.why.replaceAll('|', '\\|')]]
				: [],
		),
	);
	return [['cell', 'ends at', 'what is said'], ...rows];
}
