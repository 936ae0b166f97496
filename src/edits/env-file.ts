import { parse } from 'dotenv';
import { lineEnding } from './text.ts';

export interface EnvEntry {
	name: string;
	value: string;
	/** Written above the line, without `#`. */
	comment?: string;
}

/** The names a file defines with their values, as the hosts' own loader (dotenv) reads them: multi-line values too. */
export const readEnv = (content: string): Record<string, string> => parse(content);

/**
 * Appends entries whose name a file does not define yet. Lines that stand there are never touched, with one
 * exception: an empty `NAME=` of ours is filled in when `value` is not empty.
 * @returns the new text, or undefined when nothing is missing.
 * @throws Error when the result would not read as promised: some line of the file reaches into ours.
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
	if (text === content) return undefined;
	verify(content, text, entries);
	return text;
}

function fill(text: string, { name, value }: EnvEntry): string | undefined {
	const line = new RegExp(`^([ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=)[ \\t]*(?=\\r?$)`, 'gm');
	return [...text.matchAll(line)].length === 1 ? text.replace(line, `$1${value}`) : undefined;
}

function append(text: string, entries: EnvEntry[]): string {
	const eol = lineEnding(text);
	const blocks = entries.map(
		({ name, value, comment }) => `${comment ? `# ${comment}${eol}` : ''}${name}=${value}${eol}`,
	);
	if (text.trim() === '') return text + blocks.join('');
	return text + (text.endsWith('\n') ? '' : eol) + eol + blocks.join('');
}

/** An unclosed quote further up would swallow what we append: then the file is better left alone. */
function verify(before: string, after: string, entries: EnvEntry[]): void {
	const old = readEnv(before);
	const now = readEnv(after);
	const ours = new Set(entries.map((entry) => entry.name));
	const kept = Object.entries(old).every(([name, value]) => ours.has(name) || now[name] === value);
	const added = entries.every(({ name, value }) => now[name] === (old[name] || value));
	if (!kept || !added) throw new Error('Appended variables would not be read back as written');
}
