/** Nobody writes this many brackets inside of each other; parsers run out of stack at about the double. */
const deepest = 400;

const quoted = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\/.*|\/\*[\s\S]*?\*\//g;

/** The line (1-based) on which brackets nest deeper than any parser here can follow; undefined where none does. */
export function tooDeepAt(text: string): number | undefined {
	if (text.length <= deepest || deepAt(text) === undefined) return undefined;
	// Brackets in texts and comments need not be closed.
	const code = text.replace(quoted, (found) => found.replace(/[^\n]/g, ' '));
	const at = deepAt(code);
	return at === undefined ? undefined : code.slice(0, at).split('\n').length;
}

function deepAt(text: string): number | undefined {
	let depth = 0;
	for (let at = 0; at < text.length; at++) {
		const code = text.charCodeAt(at);
		if (code === 0x28 || code === 0x5b || code === 0x7b) {
			if (++depth > deepest) return at;
		} else if ((code === 0x29 || code === 0x5d || code === 0x7d) && depth > 0) depth--;
	}
	return undefined;
}
