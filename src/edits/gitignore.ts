import { lineEnding } from './text.ts';

/** Appends patterns that a .gitignore does not have, with a heading; undefined when all are there. */
export function addIgnorePatterns(content: string, heading: string, patterns: string[]): string | undefined {
	const lines = new Set(content.split(/\r?\n/).map((line) => line.trim()));
	const missing = patterns.filter((pattern) => !lines.has(pattern));
	if (missing.length === 0) return undefined;
	const eol = lineEnding(content);
	const block = [`# ${heading}`, ...missing].map((line) => line + eol).join('');
	if (content.trim() === '') return content + block;
	return content + (content.endsWith('\n') ? '' : eol) + eol + block;
}
