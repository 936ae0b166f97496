import type { WorldCommand } from './options.ts';
import type { WorldResult } from './run.ts';
import type { Problem } from './visit/bench.ts';

/** Problems of one world that are printed; the others are counted. */
const mostShown = 12;

const repeat = ({ framework, seed, trees }: WorldResult): string =>
	`npm run world -- --framework ${framework} --seed ${seed} --trees ${trees}`;

/** One line for a world, and what is wrong in it. */
export function printResult(result: WorldResult, progress: string): void {
	const { seed, trees, dress, requests, compared, guarded, unreached, refused, problems } = result;
	console.error(
		`world ${seed}: ${trees} trees ${dress}; ${requests} requests, ${compared} entries (${guarded} guarded), ` +
			`${unreached.length} unreached, ${refused.length} rules refused, ${problems.length} problems  [${progress}]`,
	);
	for (const line of problemLines(result)) console.error(line);
}

/** What is wrong in a world, with what repeats it. */
export function problemLines(result: WorldResult): string[] {
	const { problems, rules } = result;
	if (problems.length === 0) return [];
	const shown = problems.slice(0, mostShown).map(problemLine);
	const more = problems.length > mostShown ? [`  and ${problems.length - mostShown} more`] : [];
	const written = rules.map((rule) => `  protect-route ${rule}`);
	return [...shown, ...more, ...written, `  repeat: ${repeat(result)}`];
}

const problemLine = ({ kind, detail, request, status }: Problem): string =>
	`  ${kind.toUpperCase().padEnd(10)} ${detail}${request ? `\n             ${request}  -> ${status}` : ''}`;

/** @returns the exit code */
export function printSummary(results: readonly WorldResult[], { json, seed }: WorldCommand): number {
	const sum = (of: (result: WorldResult) => number) =>
		results.reduce((total, result) => total + of(result), 0);
	const problems = results.flatMap((result) => result.problems);
	const exitCode = problems.length > 0 ? 1 : 0;
	if (json) console.log(JSON.stringify({ schema: 1, seed, results, exitCode }, null, '\t'));
	for (const framework of new Set(results.map((one) => one.framework))) {
		const of = (count: (result: WorldResult) => number) =>
			sum((result) => (result.framework === framework ? count(result) : 0));
		const kinds = ['leak', 'crash', 'over-block', 'kept out', 'routes', 'error'] as const;
		const counts = kinds.map(
			(kind) => `${of((one) => one.problems.filter((it) => it.kind === kind).length)} ${kind}`,
		);
		console.error(
			`\n${framework}: ${of((one) => one.trees)} trees in ${of(() => 1)} builds, ${of((one) => one.requests)} requests, ` +
				`${of((one) => one.compared)} entries compared (${of((one) => one.guarded)} guarded, ${of((one) => one.unreached.length)} unreached): ${counts.join(', ')}`,
		);
	}
	return exitCode;
}
