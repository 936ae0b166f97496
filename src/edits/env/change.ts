import { endOfLine } from '../../syntax/text.ts';
import { applyEdits, type EditResult, type Refusal } from '../splice/edit.ts';
import type { EnvEntry } from './index.ts';
import { type Definition, findDefinitions, keeps, readEnv, reads } from './read.ts';
import { EnvFileError, type EnvQuote, writeEnvValue } from './value.ts';

const notAlike = 'has lines that not every loader reads alike, so another variable might change';

/**
 * Replaces the value of the one line that defines a variable, in the quotes that it has where they can hold the new one.
 * A comment behind it stays. Refusals never carry a value.
 */
export function setEnvEntry(content: string, entry: EnvEntry): EditResult {
	const { name, value } = entry;
	const snippet = `${name}=`;
	const there = soleDefinition(content, name, snippet);
	if ('kind' in there) return there;
	if (reads(content, name, value)) return { kind: 'unchanged', reason: `${name} has that value already` };
	const { start, end } = there.value;
	const [quote = ''] = /^["']/.exec(content.slice(start, end)) ?? [];
	let written: string;
	try {
		written = writeEnvValue(entry, quote as EnvQuote);
	} catch (error) {
		if (!(error instanceof EnvFileError)) throw error;
		return { kind: 'refused', reason: `cannot be written to: ${error.message}`, line: there.line, snippet };
	}
	const text = applyEdits(content, [{ start, end, text: written }]);
	if (!keeps(content, text, [name]) || !reads(text, name, value))
		return { kind: 'refused', reason: notAlike, line: there.line, snippet };
	return { kind: 'edited', text };
}

/**
 * Takes variables out: their lines, the comment above each where it is the given one, and the blank line in front of what
 * `addEnvEntries` appended. Of a file that stands as that left it, the bytes of before remain.
 */
export function removeEnvEntries(content: string, entries: Pick<EnvEntry, 'name' | 'comment'>[]): EditResult {
	const defined = readEnv(content);
	const present = entries.filter(({ name }) => name in defined);
	if (present.length === 0) return { kind: 'unchanged', reason: 'the variables are not there' };
	let text = content;
	for (const entry of present) {
		const there = soleDefinition(text, entry.name, '');
		if ('kind' in there) return there;
		text = cut(text, there, entry.comment);
	}
	const names = present.map(({ name }) => name);
	if (keeps(content, text, names) && names.every((name) => reads(text, name, undefined)))
		return { kind: 'edited', text };
	return { kind: 'refused', reason: notAlike, snippet: '' };
}

function cut(text: string, { start, value }: Definition, comment: string | undefined): string {
	const from = comment === undefined ? start : startWithComment(text, start, comment);
	const end = endOfLine(text, value.end);
	const next = /^\r?\n/.exec(text.slice(end))?.[0].length ?? 0;
	const [before, after] = [text.slice(0, from), text.slice(end + next)];
	// The blank line goes with what it set apart, when nothing that it sets apart is left behind it.
	const blank = /\n(\r?\n)$/.exec(before);
	const apart = blank && before.trim() !== '' && (after === '' || /^\r?\n/.test(after));
	const head = apart ? before.slice(0, -(blank[1] as string).length) : before;
	// Without a line break at the end of the file there was none before us either.
	return after === '' && next === 0 ? head.replace(/\r?\n$/, '') : head + after;
}

function startWithComment(text: string, start: number, comment: string): number {
	const line = /(?:^|\n)([^\n]*)\r?\n$/.exec(text.slice(0, start));
	if (!line || line[1]?.trimEnd() !== `# ${comment.replace(/\s+/g, ' ')}`.trimEnd()) return start;
	return start - (line[0].length - (line[0].startsWith('\n') ? 1 : 0));
}

function soleDefinition(content: string, name: string, snippet: string): Definition | Refusal {
	const [there, second] = findDefinitions(content, name);
	if (!there)
		return { kind: 'refused', reason: `does not define ${name} in a form that can be edited`, snippet };
	if (!second) return there;
	const reason = `defines ${name} twice, in lines ${there.line} and ${second.line}`;
	return { kind: 'refused', reason, line: second.line, snippet };
}
