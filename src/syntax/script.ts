/** A script block. Its attributes may hold a `>`: `generics="T extends Record<string, unknown>"`. */
export const scriptBlock =
	/(<script(?:\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'>]+))?)*\s*>)([\s\S]*?)<\/script\s*>/gi;

/** Comments of the markup: a script in one is none. */
const comment = /<!--[\s\S]*?(?:-->|$)/g;

/** Code that a page of markdown shows: a script in it is none. */
const shown = /^([ \t]*(`{3,}|~{3,}))[\s\S]*?(?:^[ \t]*\2[`~]*[ \t]*$|(?![\s\S]))/gm;

/** Where the scripts of a component stand. */
export function scriptRanges(text: string, path = ''): { start: number; end: number }[] {
	const page = isMarkdown(path) ? text.replace(shown, (found) => blank(found)) : text;
	const bare = page.replace(comment, (found) => blank(found));
	return [...bare.matchAll(scriptBlock)].map((found) => {
		const start = found.index + (found[1] ?? '').length;
		return { start, end: start + (found[2] ?? '').length };
	});
}

/** A component with blanks in place of its markup: what is left are its scripts, at the offsets where they stand. */
export function onlyScripts(text: string, path = ''): string {
	let result = '';
	let done = 0;
	for (const { start, end } of scriptRanges(text, path)) {
		result += blank(text.slice(done, start)) + text.slice(start, end);
		done = end;
	}
	return result + blank(text.slice(done));
}

/** A byte order mark stays: offsets are counted from behind it. */
const blank = (text: string): string => text.replace(/[^\r\n\uFEFF]/g, ' ');

/** Whether a file is a component, whose code stands in script blocks. */
export const isComponentFile = (path: string): boolean => /\.svelte$/.test(path) || isMarkdown(path);

/** Whether a file is a page of markdown, which a preprocessor makes a component of. */
export const isMarkdown = (path: string): boolean => /\.(?:svx|md)$/.test(path);
