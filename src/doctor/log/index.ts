import { stripVTControlCharacters } from 'node:util';
import { type Diagnosis, diagnosis } from '../diagnosis.ts';
import { meanings } from './table.ts';

/** What a log came to. */
export interface Explained {
	found: Diagnosis[];
	/** Lines of sign-in that nothing is known of, as they may be shown. */
	unknown: string[];
	/** Lines that were looked at. */
	lines: number;
}

/** A line that has to do with sign-in: ours and the core's begin like that, and errors of theirs have names. */
const isOurs = (line: string): boolean =>
	/\[auth\]|\[next-auth\]|\[auth\]\[\w+\]|AuthError|authjs\.dev/i.test(line) ||
	meanings.some(({ says }) => says.test(line));

/** Longer lines are cut: nobody writes them by hand, and patterns take time. */
const longest = 2_000;

/**
 * Explains the lines of a log: those of our runtime, of the core, of its predecessors, and what frameworks say when
 * sign-in fails. The same is told once, with the number of times. Values of tokens and secrets in a line are not shown.
 */
export function explainLines(text: string): Explained {
	const lines = text.split(/\r?\n/).map((line) => stripVTControlCharacters(line).slice(0, longest));
	const counts = new Map<number, { count: number; line: string }>();
	const unknown = new Set<string>();
	for (const line of lines) {
		if (line.trim() === '' || !isOurs(line)) continue;
		const index = meanings.findIndex(({ says }) => says.test(line));
		if (index === -1) {
			unknown.add(shown(line));
			continue;
		}
		const known = counts.get(index);
		if (known) known.count++;
		else counts.set(index, { count: 1, line });
	}
	const particular = withoutWrappers(counts);
	return {
		found: [...particular].flatMap(([index, { count, line }]) => {
			const meaning = meanings[index];
			if (!meaning) return [];
			const { code, severity, title, cause, mend } = meaning;
			return diagnosis(code, {
				...{ title, cause, mend },
				...(severity ? { severity } : {}),
				evidence: [{ request: 'log', says: shown(line) + (count > 1 ? ` (${count} times)` : '') }],
			});
		}),
		unknown: [...unknown].slice(0, 20),
		lines: lines.length,
	};
}

/** An error around another says nothing that its cause does not say better. */
function withoutWrappers<T>(counts: Map<number, T>): Map<number, T> {
	const isWrapper = (index: number) =>
		['callback-throws', 'database-fails'].includes(meanings[index]?.code ?? '');
	const others = [...counts].filter(([index]) => !isWrapper(index));
	return others.length > 0 ? new Map(others) : counts;
}

/** A line as it may be printed: what looks like a secret, a token, a code or an address of a person is struck out. */
export function shown(line: string): string {
	return line
		.trim()
		.replace(/([?&][\w.-]+=)[^&\s"')]+/g, '$1[...]')
		.replace(/\beyJ[\w-]+(?:\.[\w-]*)+/g, '[token]')
		.replace(/(:\/\/[^\s:@/]+):[^\s@/]+@/g, '$1:[...]@')
		.replace(/[\w.+-]+@[\w-]+\.[\w.-]+/g, '[address]')
		.replace(/\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z])[\w-]{24,}\b/g, '[...]')
		.slice(0, 200);
}
