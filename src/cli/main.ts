import { CommanderError } from 'commander';
import { AuthgraftError } from '../errors.ts';
import { jsonFlag, verboseFlag } from './command/common.ts';
import { createProgram } from './program.ts';
import { reportFailure } from './terminal/failure.ts';

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
		const [json, verbose] = [argv.includes(jsonFlag), argv.includes(verboseFlag)];
		if (!(error instanceof CommanderError)) return reportFailure(error, { json, verbose });
		// Help and version end this way too, and are printed already.
		if (/^commander\.(?:help|version)/.test(error.code)) return error.exitCode === 0 ? 0 : 2;
		return reportFailure(wrongUsage(error), { json, verbose });
	}
}

/** `error: unknown command 'inti'` and, on a line of its own, `(Did you mean init?)`. */
function wrongUsage({ message }: CommanderError): AuthgraftError {
	const [first = '', near] = message.replace(/^error: /, '').split('\n');
	// What stands behind the sign may be a secret.
	const what = first.replace(/^(unknown option '--?[\w-]+)=.*'$/, "$1'");
	const help = 'Run authgraft --help for the commands, and with a command for its options.';
	return new AuthgraftError('AG_USAGE', what.replace(/\.$/, ''), near ? `${near} ${help}` : help, 2);
}
