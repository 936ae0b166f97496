import * as clack from '@clack/prompts';
import { cancelled } from './failure.ts';
import { visible } from './visible.ts';

/**
 * The one place that asks. Two traps of the library are kept out here: a cancelled prompt is a symbol that reads as
 * "yes", and a spinner's Ctrl-C ends the process with exit code 0, so there is no spinner at all. What it shows may come
 * from the project, as in output.ts.
 */
const output = process.stderr;

async function answered<T>(prompt: Promise<T>): Promise<Exclude<T, symbol>> {
	const value = await prompt;
	if (clack.isCancel(value)) throw cancelled();
	return value as Exclude<T, symbol>;
}

export const intro = (title: string): void => clack.intro(visible(title), { output });
export const note = (message: string): void => clack.log.message(visible(message), { output });
export const warn = (message: string): void => clack.log.warn(visible(message), { output });

export interface Choice {
	value: string;
	label: string;
	hint?: string;
}

const shown = (choices: Choice[]): Choice[] =>
	choices.map(({ value, label, hint }) => ({
		value,
		label: visible(label),
		...(hint === undefined ? {} : { hint: visible(hint) }),
	}));

/** One of a few. */
export const chooseOne = (message: string, options: Choice[]): Promise<string> =>
	answered(clack.select({ message: visible(message), options: shown(options), maxItems: 12, output }));

/** Several of many; typing narrows the list. */
export async function chooseSeveral(
	message: string,
	options: Choice[],
	initialValues: string[],
): Promise<string[]> {
	const prompt = clack.autocompleteMultiselect({
		...{ message: visible(message), options: shown(options), initialValues },
		...{ required: true, maxItems: 12, output, filter: holdsWords },
	});
	const chosen: string[] = await answered(prompt);
	// The prompt itself leaves only their number.
	if (chosen.length > 1) note(chosen.join(', '));
	return chosen;
}

/** Whether an option has every word that was typed, wherever it stands. */
function holdsWords(search: string, { value, label = '', hint = '' }: Partial<Choice>): boolean {
	const text = `${value} ${label} ${hint}`.toLowerCase();
	return search
		.toLowerCase()
		.split(/\s+/)
		.every((word) => text.includes(word));
}

type Validate = (value: string | undefined) => string | undefined;

export const askText = (
	message: string,
	{ validate, ...options }: { placeholder?: string; validate?: Validate },
): Promise<string | undefined> => {
	const complaint = (value: string | undefined) => {
		const text = validate?.(value);
		return text === undefined ? undefined : visible(text);
	};
	const question = { message: visible(message), output, defaultValue: '', ...options };
	return answered(clack.text({ ...question, validate: complaint }));
};

/** What is typed is not shown. */
export const askSecret = (message: string): Promise<string | undefined> =>
	answered(clack.password({ message: visible(message), output }));

export const askYesNo = (message: string, initialValue = true): Promise<boolean> =>
	answered(clack.confirm({ message: visible(message), initialValue, output }));
