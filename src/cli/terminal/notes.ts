import { paint, say } from './output.ts';

/** More of one kind nobody reads, and it hides what else is said. */
export const mostLines = 10;

/** What a person should know, a sentence each. */
export function sayNotes(notes: readonly string[]): void {
	for (const line of bounded(notes)) say(`${paint('yellow', 'Note:')} ${line}`);
}

/**
 * As many lines as can be read, and how many there are besides.
 * @param what what the lines are about
 * @param rest where all of them stand
 */
export function bounded(
	lines: readonly string[],
	{ what = '', rest = '--json has all of them' } = {},
): string[] {
	const left = lines.length - mostLines;
	if (left <= 0) return [...lines];
	return [...lines.slice(0, mostLines), `and ${left} more${what && ` ${what}`}: ${rest}`];
}
