import { parseArgs } from 'node:util';

export interface MatrixCommand {
	/** All of these stand in the name of each cell that is tried. */
	only: string[];
	/** Also what was seen working before. */
	again: boolean;
	/** No cell is begun after so many. */
	minutes: number;
	/** Cells at a time. */
	jobs: number;
}

export const usage = `npm run matrix -- --only pnpm

  --only <text>       cells whose name has that text ("SolidStart 2, TypeScript, pnpm, workspace member"); several times: all of them
  --again             also those that were seen working before; otherwise a run goes on where the one before ended
  --minutes <number>  begins no cell after so many minutes
  --jobs <number>     cells at a time; default 1

What was seen is kept in test/support/matrix-seen.json, after each cell. Then \`npm run test:all -- test/cli/matrix.test.ts -u\` writes the table.
Exit codes: 0 every cell that was tried is built and signs in, 1 one does not, 2 wrong usage.`;

/** @returns what is wrong, as a text, when it cannot be understood; `help` when help is asked for */
export function readOptions(argv: string[]): MatrixCommand | string {
	const text = { type: 'string' } as const;
	try {
		const { values } = parseArgs({
			args: argv,
			options: {
				...{ only: { ...text, multiple: true }, minutes: text, jobs: text },
				...{ again: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
			},
		});
		if (values.help) return 'help';
		const { only = [], again = false, minutes = '100000', jobs = '1' } = values;
		const wrong = [minutes, jobs].find((one) => !/^[1-9]\d{0,5}$/.test(one));
		if (wrong !== undefined) return `${wrong}: not a whole number above 0`;
		return { only, again, minutes: Number(minutes), jobs: Number(jobs) };
	} catch (error) {
		return (error as Error).message;
	}
}
