import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { visible } from '../../../src/cli/terminal/visible.ts';
import { buildIfStale } from '../build/index.ts';
import { cleanEnv } from '../process/clean-env.ts';
import { tidily } from '../process/tidy.ts';
import { seconds } from '../steps.ts';
import { gitSettings } from './git.ts';
import { type CorpusCommand, type Project, readOptions, usage } from './options.ts';
import { runProject } from './project.ts';
import type { Row } from './row.ts';
import { type Run, Runner } from './runner.ts';
import { summary, table } from './table.ts';
import { countTypeErrors } from './types.ts';

/** Each is one busy process. */
const atOnce = 2;

/**
 * `npm run corpus`: every command on a copy of each checkout in a folder, and a table of what came of it.
 * @returns 0 all as it must be, 1 something is not, 2 wrong usage
 */
export async function corpus(argv: string[]): Promise<number> {
	const options = readOptions(argv);
	if (typeof options === 'string') {
		if (options === 'help') console.log(usage);
		else console.error(`corpus: ${options}\n\n${usage}`);
		return options === 'help' ? 0 : 2;
	}
	await buildIfStale();
	return tidily(
		'corpus',
		(folder) => runCorpus(options, folder),
		() => {
			for (const runner of runners) runner.end();
			return 130;
		},
	);
}

/** Those at work: a run that is stopped leaves no process behind. */
const runners = new Set<Runner>();

/**
 * Runs all projects, and prints and writes the table. One that fails never stops the others.
 *
 * @param folder an empty folder, for the copies
 * @param run runs a command; a process of its own for each that works here, unless it is given
 * @param print takes the table
 * @returns the exit code
 */
export async function runCorpus(
	options: CorpusCommand,
	folder: string,
	run?: Run,
	print: (text: string) => void = console.log,
): Promise<number> {
	const start = performance.now();
	const rows: Row[] = [];
	const { projects } = options;
	let next = 0;
	const worker = async () => {
		const runner = new Runner(environment(folder));
		runners.add(runner);
		while (next < projects.length) {
			const index = next++;
			const project = projects[index] as Project;
			const own = join(folder, String(index));
			rows[index] = await one(project, own, run ?? runner.run, options);
			await rm(own, { recursive: true, force: true, maxRetries: 5 });
			tell(rows[index]);
			// What is there so far outlives a run that is stopped.
			save(rows.filter(Boolean), options, start);
		}
		runner.end();
		runners.delete(runner);
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	print(report(rows, start));
	return rows.some(({ faults }) => faults.length > 0) ? 1 : 0;
}

/** Of the command: a key of its own, and nothing of the person who runs this. */
const environment = (folder: string): NodeJS.ProcessEnv =>
	cleanEnv({ ...gitSettings, NO_COLOR: '1', XDG_STATE_HOME: join(folder, 'state') });

async function one(project: Project, folder: string, run: Run, { types }: CorpusCommand): Promise<Row> {
	const row = await runProject(project, folder, run).catch((error: unknown) => broken(project, error));
	if (!types || row.outcome === 'left out') return row;
	row.types =
		row.outcome === 'applied'
			? await countTypeErrors(project, join(folder, 'types'), row.app ?? '', run).catch((error: unknown) => ({
					not: String(error),
				}))
			: { not: row.outcome };
	if ('after' in row.types && row.types.after > row.types.before)
		row.faults.push(`${row.types.after - row.types.before} more type errors after init`);
	return row;
}

/** Of this tool: what it did not foresee is a fault, and not a reason to be silent. */
const broken = ({ name }: Project, error: unknown): Row => ({
	project: name,
	outcome: 'crashed',
	...{ created: 0, changed: 0, notCopied: 0, time: 0 },
	...{ findings: [], steps: [], faults: [String(error)] },
});

/** While it runs, a line for each on stderr. */
function tell({ project, outcome, why, faults }: Row): void {
	const line = `${faults.length > 0 ? '✗' : '✓'} ${project}  ${outcome}${why === undefined ? '' : `: ${why}`}`;
	for (const text of [line, ...faults.map((fault) => `    ${fault}`)]) console.error(visible(text));
}

const report = (rows: readonly Row[], start: number): string =>
	`${table(rows)}\n${summary(rows, seconds(start))}`;

function save(rows: readonly Row[], { out, json }: CorpusCommand, start: number): void {
	if (out !== undefined) writeFileSync(out, `${report(rows, start)}\n`);
	if (json !== undefined)
		writeFileSync(json, `${JSON.stringify({ schema: 1, projects: rows }, null, '\t')}\n`);
}
