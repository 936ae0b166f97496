import { CommanderError } from 'commander';
import { reportFailure } from './failure.ts';
import { createProgram } from './program.ts';

/**
 * Runs one command line.
 * @param argv arguments behind the command's name.
 * @returns the exit code: 0 done or nothing to do, 1 refused or failed, 2 wrong usage, 130 cancelled.
 */
export async function main(argv: string[]): Promise<number> {
	let exitCode = 0;
	const program = createProgram((code) => {
		exitCode = code;
	});
	try {
		await program.parseAsync(argv, { from: 'user' });
		return exitCode;
	} catch (error) {
		// Commander has printed its message; help and version end this way too.
		if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
		return reportFailure(error, { json: argv.includes('--json'), verbose: argv.includes('--verbose') });
	}
}
