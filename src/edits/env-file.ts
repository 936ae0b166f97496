import { parseEnv } from 'node:util';
import { parse } from 'dotenv';
import { lineEnding } from './text.ts';

export interface EnvEntry {
	name: string;
	value: string;
	/** Written above the line, without `#`. */
	comment?: string;
}

/** The names a file defines with their values, as dotenv reads them (Vite up to 7, nitro): multi-line values too. */
export const readEnv = (content: string): Record<string, string> => parse(content);

/**
 * How the hosts' loaders read a file: dotenv, and Node.js (Vite from 8 on, `node --env-file`). They part at quotes that
 * are never closed and at a byte order mark, which Node.js takes for a part of the first name.
 */
const readers = [readEnv, readAsNode];

/** Node.js 24 keeps `export` in the name where the value is empty. */
function readAsNode(content: string): Record<string, string | undefined> {
	const entries = Object.entries(parseEnv(content));
	return Object.fromEntries(entries.map(([name, value]) => [name.replace(/^export[ \t]+/, ''), value]));
}

/**
 * Appends entries whose name a file does not define yet. Lines that stand there are never touched, with one
 * exception: an empty `NAME=` of ours is filled in when `value` is not empty.
 * @returns the new text, or undefined when nothing is missing.
 * @throws Error when not every loader would read the result as promised: some line of the file reaches into ours.
 */
export function addEnvEntries(content: string, entries: EnvEntry[]): string | undefined {
	const present = readEnv(content);
	let text = content;
	const missing: EnvEntry[] = [];
	for (const entry of entries) {
		if (!(entry.name in present)) missing.push(entry);
		else if (present[entry.name] === '' && entry.value !== '') {
			const filled = fill(text, entry);
			if (filled === undefined) missing.push({ ...entry });
			else text = filled;
		}
	}
	if (missing.length > 0) text = append(text, missing);
	verify(content, text, entries);
	return text === content ? undefined : text;
}

/** Fills in the one line that says `NAME=`, with empty quotes or none; undefined where that would change another value. */
function fill(text: string, { name, value }: EnvEntry): string | undefined {
	const line = new RegExp(
		`^([ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=)[ \\t]*(["']?)\\2[ \\t]*(?=\\r?$)`,
		'gm',
	);
	if ([...text.matchAll(line)].length !== 1) return undefined;
	const filled = text.replace(line, (_, start: string, quote: string) => start + quote + value + quote);
	// The line may stand inside the value of another variable.
	return keeps(text, filled, [name]) ? filled : undefined;
}

function append(text: string, entries: EnvEntry[]): string {
	const eol = lineEnding(text);
	const quote = quoteOf(text);
	const blocks = entries.map(
		({ name, value, comment }) =>
			`${comment ? `# ${comment}${eol}` : ''}${name}=${quote}${value}${quote}${eol}`,
	);
	if (text.trim() === '') return text + blocks.join('');
	return text + (text.endsWith('\n') ? '' : eol) + eol + blocks.join('');
}

/** The quote that most lines of a file put around their values. */
function quoteOf(text: string): '"' | "'" | '' {
	const lines = [...text.matchAll(/^[ \t]*(?:export[ \t]+)?[\w.-]+[ \t]*=[ \t]*(["']?)/gm)].map(
		(line) => line[1],
	);
	const quotes = (['"', "'"] as const).filter(
		(quote) => lines.filter((line) => line === quote).length * 2 > lines.length,
	);
	return quotes[0] ?? '';
}

/** An unclosed quote further up would swallow what we append: then the file is better left alone. */
function verify(before: string, after: string, entries: EnvEntry[]): void {
	const old = readEnv(before);
	const names = entries.map(({ name }) => name);
	const fine = readers.every((read) => {
		const now = read(after);
		return entries.every(({ name, value }) => (old[name] ? Boolean(now[name]) : now[name] === value));
	});
	if (!fine || !keeps(before, after, names))
		throw new Error('Appended variables would not be read back as written');
}

/** Whether all variables but ours still have the values that they had. */
const keeps = (before: string, after: string, ours: string[]): boolean =>
	readers.every((read) => {
		const now = read(after);
		return Object.entries(read(before)).every(([name, value]) => ours.includes(name) || now[name] === value);
	});
