import type { Command } from 'commander';
import type { ArgumentsOf, Flag, OptionsOf, Parameter } from './flags.ts';

/** A command that the program can take in. */
export interface Subcommand {
	/** @param setExitCode receives the exit code when the command ran. */
	addTo(program: Command, setExitCode: (code: number) => void): void;
}

interface Declaration<
	Arguments extends readonly Parameter<unknown>[],
	Flags extends readonly Flag<object>[],
> {
	name: string;
	/** One line for the list of commands. */
	description: string;
	arguments?: Arguments;
	/** In the order of the help text. */
	options: Flags;
	/**
	 * Gets the arguments one by one, then the options. Whatever it needs it imports itself: the declarations of all
	 * commands are loaded for every run.
	 * @returns the exit code.
	 */
	run(...given: [...ArgumentsOf<Arguments>, OptionsOf<Flags>]): Promise<number>;
}

/** Declares a command, so that `run` gets what the arguments and flags say, by name and type. */
export function command<
	const Flags extends readonly Flag<object>[],
	const Arguments extends readonly Parameter<unknown>[] = [],
>({ name, description, options, run, ...rest }: Declaration<Arguments, Flags>): Subcommand {
	return {
		addTo(program, setExitCode) {
			const added = program.command(name).description(description);
			for (const argument of rest.arguments ?? []) added.addArgument(argument);
			for (const option of options) added.addOption(option);
			added.action(async (...given) => {
				// Behind the options commander hands the command itself over.
				const known = given.slice(0, -1) as [...ArgumentsOf<Arguments>, OptionsOf<Flags>];
				setExitCode(await run(...known));
			});
		},
	};
}
