import ignore from 'ignore';
import { lineEnding } from '../syntax/text.ts';

/**
 * Whether a .gitignore alone ignores a path, by git's rules. For where git cannot be asked.
 * @param path of a file, relative to the folder of the .gitignore, with `/`.
 */
export const isIgnoredBy = (content: string, path: string): boolean =>
	ignore({ ignorecase: false }).add(rulesOf(content)).ignores(path);

/** The rules of a .gitignore, without comments; blanks at the end of a line count only when escaped. */
const rulesOf = (content: string): string[] =>
	content
		.replace(/^\uFEFF/, '')
		.split(/\r?\n/)
		.map((line) => line.replace(/(?<!\\)[ \t]+$/, ''))
		.filter((line) => line !== '' && !line.startsWith('#'));

/**
 * Appends patterns that a .gitignore does not have, with a heading; undefined when all are there. What it takes back
 * (`!.env.test`) is taken back again behind them, or they would ignore it.
 */
export function addIgnorePatterns(content: string, heading: string, patterns: string[]): string | undefined {
	const rules = rulesOf(content);
	const missing = patterns.filter((pattern) => !rules.includes(pattern));
	if (missing.length === 0) return undefined;
	const eol = lineEnding(content);
	const added = missing.join('\n');
	const kept = rules.filter(
		(rule) => rule.startsWith('!') && !missing.includes(rule.slice(1)) && isIgnoredBy(added, rule.slice(1)),
	);
	const block = [`# ${heading}`, ...missing, ...kept].map((line) => line + eol).join('');
	if (content.trim() === '') return content + block;
	return content + (content.endsWith('\n') ? '' : eol) + eol + block;
}
