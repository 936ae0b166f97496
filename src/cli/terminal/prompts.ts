import * as clack from '@clack/prompts';
import { cancelled } from './failure.ts';

/**
 * The one place that asks. Two traps of the library are kept out here: a cancelled prompt is a symbol that reads as
 * "yes", and a spinner's Ctrl-C ends the process with exit code 0, so there is no spinner at all.
 */
const output = process.stderr;

async function answered<T>(prompt: Promise<T>): Promise<Exclude<T, symbol>> {
	const value = await prompt;
	if (clack.isCancel(value)) throw cancelled();
	return value as Exclude<T, symbol>;
}

export const intro = (title: string): void => clack.intro(title, { output });
export const note = (message: string): void => clack.log.message(message, { output });
export const warn = (message: string): void => clack.log.warn(message, { output });

export interface Choice {
	value: string;
	label: string;
	hint?: string;
}

/** One of a few. */
export const chooseOne = (message: string, options: Choice[]): Promise<string> =>
	answered(clack.select({ message, options, maxItems: 12, output }));

/** Several of many; typing narrows the list. */
export const chooseSeveral = (
	message: string,
	options: Choice[],
	initialValues: string[],
): Promise<string[]> =>
	answered(
		clack.autocompleteMultiselect({ message, options, initialValues, required: true, maxItems: 12, output }),
	);

export const askText = (
	message: string,
	options: { placeholder?: string; validate?: (value: string | undefined) => string | undefined },
): Promise<string | undefined> => answered(clack.text({ message, output, defaultValue: '', ...options }));

/** What is typed is not shown. */
export const askSecret = (message: string): Promise<string | undefined> =>
	answered(clack.password({ message, output }));

export const askYesNo = (message: string, initialValue = true): Promise<boolean> =>
	answered(clack.confirm({ message, initialValue, output }));
