import { visible } from '../../../src/cli/terminal/visible.ts';
import type { Row } from './row.ts';
import type { TypeErrors } from './types.ts';

const titles = [
	...['project', 'host', 'init', 'findings', 'doctor', 'files', 'time', 'second run', 'other commands'],
	...['undo', 'types', 'faults'],
];

/** The rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
	const lines = [titles, titles.map(() => '---'), ...rows.map(cells)];
	return `${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`;
}

/** `12 projects in 31.0 s: 9 applied, 2 refused, 1 left out; 1 with faults` */
export function summary(rows: readonly Row[], time: string): string {
	const outcomes = ['applied', 'nothing to do', 'refused', 'crashed', 'left out'] as const;
	const counts = outcomes.flatMap((outcome) => {
		const count = rows.filter((row) => row.outcome === outcome).length;
		return count > 0 ? [`${count} ${outcome}`] : [];
	});
	const faulty = rows.filter(({ faults }) => faults.length > 0).length;
	return `${rows.length} ${rows.length === 1 ? 'project' : 'projects'} in ${time}: ${counts.join(', ')}; ${faulty} with faults`;
}

function cells(row: Row): string[] {
	const { project, app, host = '', outcome, why, created, changed, time, notCopied } = row;
	return [
		`${project}${app === undefined ? '' : `, in ${app}`}${notCopied > 0 ? ` (${notCopied} not copied)` : ''}`,
		host,
		why === undefined ? outcome : `${outcome}: ${why}`,
		counted(row.findings.map(({ code }) => code)),
		row.doctor === undefined ? '' : counted(row.doctor) || 'nothing',
		outcome === 'applied' ? `${created} new, ${changed} changed` : '',
		row.steps.length > 0 ? `${(time / 1000).toFixed(1)} s` : '',
		row.still === undefined ? '' : row.still ? 'still' : 'NOT STILL',
		otherCommands(row),
		row.exact === undefined ? '' : row.exact ? 'byte-exact' : 'NOT EXACT',
		typesCell(row.types),
		row.faults.join('; '),
	].map(cell);
}

/** Those that did not come to an end as they should: `add-adapter unstorage AG_REFUSED`. */
function otherCommands({ steps }: Row): string {
	const rest = steps.filter(({ command }) => !['init', 'doctor', 'undo'].includes(command));
	const failed = rest.filter(({ exit }) => exit !== 0);
	const told = failed.map(({ command, exit, code }) => `${command} ${code ?? `exit ${exit}`}`);
	if (rest.length === 0) return '';
	return failed.length === 0 ? 'all done' : `${rest.length - failed.length} done, ${told.join(', ')}`;
}

const typesCell = (types: TypeErrors | undefined): string =>
	types === undefined ? '' : 'not' in types ? types.not : `${types.before} → ${types.after}`;

function counted(codes: readonly string[]): string {
	const groups = Map.groupBy(codes, (code) => code);
	return [...groups].map(([code, { length }]) => (length > 1 ? `${code} (${length})` : code)).join(', ');
}

/** Names of files and texts of strangers, in a table and on a terminal. */
const cell = (text: string): string =>
	visible(text.replace(/\s+/g, ' ')).replace(/[\\`*_<[|]/g, (character) => `\\${character}`);
