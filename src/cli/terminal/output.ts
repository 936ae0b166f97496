import { randomUUID } from 'node:crypto';
import { styleText } from 'node:util';
import { visible, visibleText } from './visible.ts';

type Format = Parameters<typeof styleText>[0];

/**
 * Where words go: data to stdout, talk to stderr. Colour only on a terminal, never with NO_COLOR.
 * The only place of the command line that writes. What it writes may come from the project, so nothing in it that a
 * terminal would obey gets through, but for our own colours.
 */
const colours = (stream: NodeJS.WriteStream): boolean =>
	stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

// A reader that went away, `| head` or a terminal that was closed, is no reason to stop half-way.
for (const stream of [process.stdout, process.stderr]) {
	stream.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
	});
}

/** In front of our own colours until they are written: nothing in a project can hold it. */
let ours: string | undefined;

function colour(format: Format, text: string): string {
	ours ??= randomUUID();
	return styleText(format, text, { validateStream: false }).replaceAll('\u001b', ours);
}

const cleaned = (text: string, clean: (text: string) => string): string =>
	(ours ? text.split(ours) : [text]).map(clean).join('\u001b');

const write = (stream: NodeJS.WriteStream, lines: readonly string[]): void => {
	stream.write(lines.map((line) => `${cleaned(line, visible)}\n`).join(''));
};

/** Talk, one argument a line: a line break in one is no line break on the terminal. */
export const say = (...lines: string[]): void => write(process.stderr, lines.length > 0 ? lines : ['']);

/** Data, one argument a line. */
export const data = (...lines: string[]): void => write(process.stdout, lines);

/** Data that is a text of its own, JSON or a diff. */
export const dataText = (text: string): void => {
	process.stdout.write(cleaned(text, visibleText));
};

/** Colours a word of talk. */
export const paint = (format: Format, text: string): string =>
	colours(process.stderr) ? colour(format, text) : text;

/** Colours the lines of a unified diff for stdout. */
export function paintDiff(diff: string): string {
	if (!colours(process.stdout)) return diff;
	const format = (line: string): Format | undefined => {
		if (/^(?:---|\+\+\+) /.test(line)) return 'bold';
		if (line.startsWith('@@')) return 'cyan';
		if (line.startsWith('+')) return 'green';
		return line.startsWith('-') ? 'red' : undefined;
	};
	return diff
		.split('\n')
		.map((line) => {
			const style = format(line);
			return style ? colour(style, line) : line;
		})
		.join('\n');
}
