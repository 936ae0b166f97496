import { parseArgs } from 'node:util';

/**
 * What `--runs <n>` says, or else so many.
 * @throws Error when it is no number from 1 up
 */
export function runsOf(argv, otherwise) {
	const { values } = parseArgs({ args: argv, options: { runs: { type: 'string' } } });
	const runs = Number(values.runs ?? otherwise);
	if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs <n> takes a number from 1 up');
	return runs;
}
