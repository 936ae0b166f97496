/** What no shell takes for anything but itself: not `=x` (zsh), `#x`, `-x`, `a,b` (PowerShell), `[x]`, `$x`. */
const plain = { sh: /^[\w./@:+][\w./@:#+=-]*$/, windows: /^[\w./@:+\\][\w./@:#+=\\-]*$/ };

/** Quotes of PowerShell, and what it and cmd.exe expand between double ones. */
const expanded = /[$%`!"\u201c-\u201e\p{Cc}]/gu;

const breaksLine = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/**
 * An argument as a person would type it, for commands to paste: a name from a project must not become a command of its
 * own. Single quotes in sh; `$'\x1b'` where a terminal would obey a character. On Windows double quotes hold in both
 * shells but for a few characters, which become `?`: no command any more, and still to be recognised.
 */
export function shellWord(text: string, platform: NodeJS.Platform = process.platform): string {
	if (platform === 'win32')
		return plain.windows.test(text) ? text : `"${text.replace(expanded, '?').replace(/\\+$/, '$&$&')}"`;
	if (plain.sh.test(text)) return text;
	if (text.search(breaksLine) === -1) return `'${text.replaceAll("'", "'\\''")}'`;
	const escaped = text.replace(/['\\]/g, '\\$&').replace(breaksLine, (character) => ansiC(character));
	return `$'${escaped}'`;
}

/** Byte by byte, so that no hex digit behind it is taken for a part of it. */
const ansiC = (character: string): string =>
	[...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
