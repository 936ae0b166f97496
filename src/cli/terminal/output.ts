import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/**
 * Where words go: data to stdout, talk to stderr. Colour only on a terminal, never with NO_COLOR.
 * The only place of the command line that writes.
 */
const colours = (stream: NodeJS.WriteStream): boolean =>
	stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

// A reader that went away, `| head` or a terminal that was closed, is no reason to stop half-way.
for (const stream of [process.stdout, process.stderr]) {
	stream.on('error', (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
	});
}

export const say = (line = ''): void => {
	process.stderr.write(`${line}\n`);
};

export const data = (text: string): void => {
	process.stdout.write(text);
};

/** Colours a word of talk. */
export const paint = (format: Format, text: string): string =>
	colours(process.stderr) ? styleText(format, text, { validateStream: false }) : text;

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
			return style ? styleText(style, line, { validateStream: false }) : line;
		})
		.join('\n');
}
