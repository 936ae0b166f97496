import type { Framework } from './table.ts';

export interface Problem {
	/** `no answer` is worth knowing, and not the guard's fault. */
	kind: 'leak' | 'crash' | 'kept out' | 'no answer';
	/** Number and name of the row, or `generated`. */
	name: string;
	request: string;
	headers?: string[];
	status: number;
	location?: string;
	detail: string;
}

export interface Report {
	origin: string;
	path: string;
	framework: Framework;
	/** Repeats the generated requests. */
	seed: number;
	/** That browsers can call, found in public scripts. */
	functions: number;
	requests: number;
	problems: Problem[];
	/** Rows that were not sent, with the reason. */
	skipped: { row: string; name: string; why: string }[];
}

const kinds: readonly Problem['kind'][] = ['leak', 'crash', 'kept out', 'no answer'];

export const exitCode = ({ problems }: Report): number =>
	problems.some(({ kind }) => kind !== 'no answer') ? 1 : 0;

/** Data on stdout, talk on stderr. */
export function printReport(report: Report, json: boolean): void {
	if (json) {
		console.log(JSON.stringify({ schema: 1, ...report, exitCode: exitCode(report) }, null, '\t'));
		return;
	}
	const { problems, skipped, requests, path, origin, seed } = report;
	for (const { kind, name, request, status, detail, headers = [] } of problems) {
		console.log(`${kind.toUpperCase().padEnd(9)}  ${name}\n           ${request}  -> ${status}: ${detail}`);
		if (headers.length > 0) console.log(`           ${headers.join('\n           ')}`);
	}
	if (skipped.length > 0) console.error(`\nNot sent (${skipped.length}):`);
	for (const { row, name, why } of skipped) console.error(`  ${row} ${name}: ${why}`);
	const counts = kinds.map((kind) => `${problems.filter((one) => one.kind === kind).length} ${kind}`);
	console.log(`\n${requests} requests to ${origin}${path}: ${counts.join(', ')} (seed ${seed})`);
}
