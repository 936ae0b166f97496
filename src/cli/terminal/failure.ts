import { AuthgraftError } from '../../errors.ts';
import { docsOf } from '../package.ts';
import { jsonDocument } from './json-document.ts';
import { paint, say } from './output.ts';

/**
 * Tells what went wrong, and returns the exit code. What is not one of our errors is a bug of ours.
 * @param json the caller wants data: the error is printed as one JSON document.
 */
export function reportFailure(
	error: unknown,
	{ json, verbose }: { json: boolean; verbose: boolean },
): number {
	const known = error instanceof AuthgraftError ? error : internal(error);
	if (json) jsonDocument({ error: known });
	tellFailure(known);
	if (verbose && error instanceof Error && error.stack) say(...error.stack.split('\n'));
	return known.exitCode;
}

/** For people: what is wrong and its code, then what to do and where more is said. A list in a message has lines of its own, set in. */
export function tellFailure({ code, message, hint }: AuthgraftError): void {
	const lines = message.split(/\n(?= {2})/);
	const [first = '', ...rest] = [...lines.slice(0, -1), `${lines.at(-1)} ${paint('dim', `(${code})`)}`];
	if (code === 'AG_CANCELLED') say(...lines);
	else say(`${paint('red', 'authgraft:')} ${first}`, ...rest, ...hint.split('\n'), docsOf('errors.md', code));
}

function internal(error: unknown): AuthgraftError {
	const message = error instanceof Error ? error.message : String(error);
	// Brackets are counted when a file is read; a chain of thousands of operators comes to the same.
	if (error instanceof RangeError && message.includes('call stack'))
		return new AuthgraftError(
			'AG_SYNTAX',
			'A file of the project holds code that nests too deeply to be read',
			'Generated files do. Keep it out of the folders of source; --verbose shows what was looking at it.',
		);
	return new AuthgraftError(
		'AG_INTERNAL',
		`Something unexpected happened: ${message}`,
		'Run again with --verbose and report what it prints.',
	);
}

export const cancelled = (): AuthgraftError =>
	new AuthgraftError('AG_CANCELLED', 'Cancelled. The project is as it was.', '', 130);
