import picomatch from 'picomatch/posix.js';

/** Whether a path, written with `/` and without `./` in front, is one that a pattern means. */
export type Matcher = (path: string) => boolean;

interface Options {
	/** What is said of a path that would take too long to compare. */
	inDoubt: boolean;
	/** `[id]` is the name of a folder, and not one of the letters `i` and `d`. */
	literalBrackets?: boolean;
	ignoreCase?: boolean;
}

/** Longer patterns are not looked at: they are none that a person wrote. */
const maxPattern = 1000;
/**
 * A millisecond or two. A repository that somebody cloned is not trusted: its patterns and its names may be made for
 * each other (`*a*a*a*a*b` and a name of 240 times `a`), and a regular expression, which is what picomatch makes of a
 * pattern, would try for years.
 */
const maxSteps = 300_000;

const known = new Map<string, Matcher>();

/**
 * `apps/*`, `packages/**`, `{apps,libs}/*`, `web?`, `[a-z]*`. Names with a dot in front are names as others are, and
 * parentheses are letters: a route's group is `(app)`.
 */
export function globMatcher(pattern: string, options: Options): Matcher {
	const key = JSON.stringify([pattern, options]);
	const matcher = known.get(key) ?? createMatcher(pattern, options);
	known.set(key, matcher);
	return matcher;
}

function createMatcher(pattern: string, { inDoubt, literalBrackets, ignoreCase }: Options): Matcher {
	if (pattern === '') return (path) => path === '';
	if (pattern.length > maxPattern) return () => inDoubt;
	const options = {
		dot: true,
		maxLength: 2 * maxPattern,
		nobracket: literalBrackets === true,
		nocase: ignoreCase === true,
		noextglob: true,
		nonegate: true,
	};
	// These would reach the regular expression as they are.
	const literal = pattern.replace(/\\.|[()|+"]/gs, (token) => (token.length > 1 ? token : `\\${token}`));
	const parsed = picomatch.parse(literal, options);
	const expression = picomatch.compileRe(parsed, options);
	const steps = stepsOf(parsed.tokens);
	return (path) => (steps(path) > maxSteps ? inDoubt : expression.test(path));
}

/**
 * How often a regular expression may look at a letter of a path, at most. Between two slashes the last `*` can only end
 * in front of the second one. Every further `*` multiplies the ways by the places in a name where it may end, every `**`
 * by the folders, and braces by their alternatives.
 */
function stepsOf(tokens: readonly { type: string; value: string }[]): (path: string) => number {
	let [stars, free, globstars, alternatives, depth] = [0, 0, 0, 1, 0];
	for (const { type, value } of tokens) {
		if (type === 'star' && ++stars > 1) free++;
		// A slash that only one alternative has may be none.
		if (type === 'slash' && depth === 0) stars = 0;
		if (type === 'globstar') globstars++;
		if (type === 'brace') depth += value === '{' ? 1 : -1;
		// Twice for each comma is more than the product of the alternatives.
		if (type === 'comma') alternatives *= 2;
	}
	return (path) => {
		const names = path.split('/');
		const longest = Math.max(...names.map((name) => name.length));
		return alternatives * path.length * names.length ** globstars * longest ** free;
	};
}
