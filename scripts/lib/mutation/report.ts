import type { Verdict } from './results.ts';

export interface Judged {
	room: string;
	/** Where it stands: `src/edits/condition.ts:12`. */
	place: string;
	what: string;
	/** The line of code. */
	line: string;
	verdict: Verdict;
}

const headings = ['Room', 'Mutants', 'Asked', 'Killed', 'Out of time', 'Survived', 'Score'];

/** A table in Markdown, one row a room. */
export function table(judged: Judged[], totals: ReadonlyMap<string, number>): string {
	const rows = [...totals].map(([room, total]) =>
		row(
			room,
			total,
			judged.filter((one) => one.room === room),
		),
	);
	const sum = [...totals.values()].reduce((all, total) => all + total, 0);
	const lines = [headings, headings.map((_, index) => (index === 0 ? '---' : '---:')), ...rows];
	return [...lines, row('all', sum, judged)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function row(name: string, total: number, judged: Judged[]): string[] {
	const count = (verdict: Verdict) => judged.filter((one) => one.verdict === verdict).length;
	const seen = count('killed') + count('timeout');
	const score = judged.length === 0 ? '' : `${Math.round((100 * seen) / judged.length)} %`;
	const counts = [total, judged.length, count('killed'), count('timeout'), count('survived')];
	return [name, ...counts.map(String), score];
}

export const survivor = ({ place, what, line }: Judged): string => `${place}: ${what}\n    ${line}`;
