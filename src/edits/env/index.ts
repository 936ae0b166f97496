import { lineEnding } from '../../syntax/text.ts';
import { applyEdits } from '../splice/edit.ts';
import { findDefinitions, keeps, readEnv, readers } from './read.ts';
import { EnvFileError, type EnvQuote, writeEnvValue } from './value.ts';

export { EnvFileError, readEnv };

export interface EnvEntry {
	name: string;
	value: string;
	/** Written above the line, without `#`. */
	comment?: string;
}

/**
 * Appends entries whose name a file does not define yet. Lines that stand there are never touched, with one
 * exception: an empty `NAME=` of ours is filled in when `value` is not empty.
 * @returns the new text, or undefined when nothing is missing.
 * @throws EnvFileError when not every loader would read the result as promised: no form of a value does, or some line of
 * the file reaches into ours.
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
function fill(text: string, entry: EnvEntry): string | undefined {
	const { name } = entry;
	const [there, second] = findDefinitions(text, name);
	if (!there || second) return undefined;
	const rest = /^[ \t]*(["']?)\1[ \t]*(?=\r?\n|$)/.exec(text.slice(there.value.start));
	if (!rest) return undefined;
	// Blanks behind the sign go: Node.js would take those in front of nothing for a part of the value.
	const start = text.slice(0, there.value.start).trimEnd().length;
	const end = there.value.start + rest[0].length;
	const written = writeEnvValue(entry, (rest[1] ?? '') as EnvQuote);
	const filled = applyEdits(text, [{ start, end, text: written }]);
	// The line may stand inside the value of another variable.
	return keeps(text, filled, [name]) ? filled : undefined;
}

/** A blank line and the entries. A file without a line break at its end goes on without one. */
function append(text: string, entries: EnvEntry[]): string {
	const eol = lineEnding(text);
	const quote = quoteOf(text);
	const lines = entries.flatMap((entry) => [
		...(entry.comment ? [`# ${entry.comment.replace(/\s+/g, ' ')}`] : []),
		`${entry.name}=${writeEnvValue(entry, quote)}`,
	]);
	const block = lines.join(eol);
	const blank = text.trim() === '' ? '' : eol;
	if (text === '' || text.endsWith('\n')) return text + blank + block + eol;
	return text + eol + blank + block;
}

/** The quote that most lines of a file put around their values. */
function quoteOf(text: string): EnvQuote {
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
		throw new EnvFileError('file', 'Appended variables would not be read back as written');
}
