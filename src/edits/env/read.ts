import { parseEnv } from 'node:util';
import { parse } from 'dotenv';

/** The names a file defines with their values, as dotenv reads them (Vite up to 7, nitro): multi-line values too. */
export const readEnv = (content: string): Record<string, string> => parse(content);

/**
 * How the hosts' loaders read a file: dotenv (Vite up to 7, nitro, vinxi), and Node.js (Vite from 8 on, `node --env-file`).
 * They part at quotes that are never closed and at a byte order mark, which Node.js takes for a part of the first name.
 */
export const readers = [readEnv, readAsNode];

/** Node.js 24 keeps `export` in the name where the value is empty. */
function readAsNode(content: string): Record<string, string | undefined> {
	const entries = Object.entries(parseEnv(content));
	return Object.fromEntries(entries.map(([name, value]) => [name.replace(/^export[ \t]+/, ''), value]));
}

/**
 * Whether all variables but ours still have the values that they had, and no other came up, for every loader. One that
 * Node.js alone did not see before (blanks behind an empty value hide the next line from it) may come up.
 */
export const keeps = (before: string, after: string, ours: readonly string[]): boolean =>
	readers.every((read) => {
		const [old, now] = [{ ...readEnv(before), ...read(before) }, read(after)];
		const names = new Set([...Object.keys(read(before)), ...Object.keys(now)]);
		return [...names].every((name) => ours.includes(name) || now[name] === old[name]);
	});

/** Whether every loader reads this value under the name. */
export const reads = (content: string, name: string, value: string | undefined): boolean =>
	readers.every((read) => read(content)[name] === value);

/** One place where a file defines a variable. Offsets in the text. */
export interface Definition {
	name: string;
	/** Start of its first line. */
	start: number;
	/** The value with its quotes, without blanks around; an empty stretch behind `=` where there is none. */
	value: { start: number; end: number };
	/** 1-based. */
	line: number;
}

/** dotenv's own expression: what it takes for a definition is one, also inside of what looks like another value. */
const definition =
	/^[^\S\r\n]*(?:export\s+)?([\w.-]+)(?:\s*=\s*?|:\s+?)(\s*'(?:\\'|[^'])*'|\s*"(?:\\"|[^"])*"|\s*`(?:\\`|[^`])*`|[^#\r\n]+)?\s*(?:#.*)?$/dgm;

/** Where a file defines a variable: several places where it does so more than once, the last of which counts. */
export function findDefinitions(content: string, name: string): Definition[] {
	// A lone CR breaks lines for dotenv, too. Offsets stay.
	const text = content.replaceAll('\r', '\n');
	return [...text.matchAll(definition)].flatMap((match) => {
		const [nameStart = 0, nameEnd = 0] = match.indices?.[1] ?? [];
		if (match[1] !== name) return [];
		const start = match.index;
		const equals = nameEnd + (/^\s*[=:]/.exec(text.slice(nameEnd))?.[0].length ?? 0);
		const [from, to] = match.indices?.[2] ?? [equals, equals];
		const raw = text.slice(from, to);
		const isEmpty = raw.trim() === '';
		const value = isEmpty
			? { start: equals, end: equals }
			: { start: from + raw.length - raw.trimStart().length, end: from + raw.trimEnd().length };
		return [{ name, start, value, line: content.slice(0, nameStart).split(/\r\n?|\n/).length }];
	});
}
