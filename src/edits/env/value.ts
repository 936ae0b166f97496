import { keeps, reads } from './read.ts';

/** Why an env file cannot take a value. The value itself is never part of it. */
export class EnvFileError extends Error {
	override name = 'EnvFileError';
	/** `value`: no way of writing it is read alike everywhere. `file`: lines that stand there reach into ours. */
	override readonly cause: 'value' | 'file';

	constructor(cause: 'value' | 'file', message: string) {
		super(message);
		this.cause = cause;
	}
}

/** The quote that the lines of a file put around their values; `''` for none. */
export type EnvQuote = '"' | "'" | '';

/**
 * A value as text behind `NAME=` that every loader of the hosts reads back exactly.
 * @param habit the quote that the file uses, taken where the value allows it.
 * @throws EnvFileError when there is no such text: loaders that fill in `$NAME` and loaders that do not never agree.
 */
export function writeEnvValue({ name, value }: { name: string; value: string }, habit: EnvQuote): string {
	const problem = problemOf(value);
	if (problem) throw new EnvFileError('value', `the value of ${name} ${problem}`);
	const found = forms(value, habit).find((form) => isReadBack(form, value));
	if (found !== undefined) return found;
	throw new EnvFileError(
		'value',
		'holds quotes or backslashes that no way of quoting carries to every loader',
	);
}

/**
 * Vite and nitro fill in `$NAME` and `${NAME}` in whatever quotes, and take the backslash off `\$`; `node --env-file`
 * does neither. Vite 5 takes digits for names, too, nitro a colon.
 */
function problemOf(value: string): string | undefined {
	if (/\$[\w.:{]|\\\$/.test(value)) return 'holds a `$` that some loaders take for the start of a variable';
	if (value.includes('\0')) return 'holds a null character, which no environment variable can';
	if (!value.isWellFormed()) return 'holds half a character, which no file in UTF-8 can';
	if (value.includes('\r')) return 'holds a carriage return, which loaders drop or turn into a line feed';
	return undefined;
}

/** Ways of writing a value, the file's own first. */
function forms(value: string, habit: EnvQuote): string[] {
	const quotes = [...new Set(['"', "'", '`'].toSorted((a, b) => Number(b === habit) - Number(a === habit)))];
	const quoted = quotes.map((quote) => quote + value + quote);
	// Read by all without quotes, also by a shell. What is empty stays bare in a file that quotes nothing.
	const bare = /^[^\s"'`#\\$&;|<>()*?!]*$/.test(value) ? [value] : [];
	const oneLine = value.includes('\n') ? [`"${value.replaceAll('\n', '\\n')}"`] : [];
	return habit === '' ? [...bare, ...oneLine, ...quoted] : [...oneLine, ...quoted, ...bare];
}

/** Alone and among others: a backslash in front of the closing quote reaches as far as the next quote of its kind. */
function isReadBack(form: string, value: string): boolean {
	const others = `A='1'\nB="2"\nC=\`3\`\n`;
	const last = `D='4'\nE="5"\nF=\`6\`\n`;
	const line = `VALUE=${form}\n`;
	return (
		[line, `VALUE=${form}`, others + line + last].every((text) => reads(text, 'VALUE', value)) &&
		keeps(others + last, others + line + last, ['VALUE'])
	);
}
