/** How a check compares a path. */
export interface PathTest {
	/** `segment`: whole segments from the start. */
	how: 'exact' | 'prefix' | 'part' | 'suffix';
	text: string;
}

/**
 * The paths that a regular expression stands for, where it is simple: `^\/admin`, `^\/(app|admin)(\/|$)`. It is read, not
 * run: one that somebody wrote may take for ever. Undefined for all others, and for those that say what must not be there.
 */
export function testsOfPattern(source: string): PathTest[] | undefined {
	const anchored = source.startsWith('^');
	const { texts, rest } = plainRun(anchored ? source.slice(1) : source);
	if (/\(\?[!<]/.test(source) || texts.every((text) => text === '')) return undefined;
	const ends = /^(?:\\?\/\?)?\$$/.test(rest);
	if (!anchored && rest !== '' && !ends) return undefined;
	const how = anchored ? (ends ? 'exact' : 'prefix') : ends ? 'suffix' : 'part';
	return texts.map((text) => ({ how, text }));
}

/** The literal beginning of a pattern, with one group of alternatives in it; and what follows. */
function plainRun(source: string): { texts: string[]; rest: string } {
	let texts = [''];
	let rest = source;
	for (;;) {
		const literal = /^(?:\\([/().\-_[\]])|([\w/\-~@]))/.exec(rest);
		const group = /^\((?:\?:)?((?:[\w/\-|]|\\[/\-.])+)\)(?![?*+{])/.exec(rest);
		const [part, length] = literal
			? [[literal[1] ?? literal[2] ?? ''], literal[0].length]
			: group
				? [(group[1] as string).replaceAll('\\', '').split('|'), group[0].length]
				: [undefined, 0];
		if (!part || texts.length * part.length > 50) return { texts, rest };
		const after = rest.slice(length);
		// The character before a quantifier need not be there.
		if (/^[?*{]/.test(after)) return { texts, rest };
		texts = texts.flatMap((head) => part.map((tail) => head + tail));
		rest = after;
	}
}
