/** Neighbours on keyboards, and in the alphabet. Columns are walked from row to row, too. */
const rows = [
	'01234567890',
	'abcdefghijklmnopqrstuvwxyz',
	...['qwertyuiop', 'asdfghjkl', 'zxcvbnm', '!@#$%^&*()_+'],
	...['qwertzuiop', 'yxcvbnm', 'azertyuiop', 'qsdfghjklm', 'wxcvbn'],
	'1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik',
];

/** A part of fewer characters adds nothing to what is known of the person. */
const [shortestWord, fewest] = [4, 5];

/**
 * Whether a password follows from a rule, or from what everybody knows of the person: one unit again and again, a walk on the
 * keyboard, the address, the name of the application. Whole passwords are looked at, so that words may be parts of one.
 *
 * @param password as `readPassword` gives it
 * @param words what is known: the address and its parts, names
 */
export function isGuessable(password: string, minLength: number, words: readonly string[]): boolean {
	const text = password.toLowerCase();
	const chars = [...text];
	return isRepeated(chars, minLength) || isWalk(chars) || isAboutPerson(text, words);
}

/** A unit that is long enough by itself is as good as it is alone. */
function isRepeated(chars: readonly string[], minLength: number): boolean {
	const longest = Math.min(Math.floor(chars.length / 2), minLength - 1);
	for (let unit = 1; unit <= longest; unit++)
		if (chars.every((char, at) => char === chars[at % unit])) return true;
	return false;
}

/** Made of runs alone, each of three characters at least: `qwertyuiop12345`, `aaabbbcccdddeee`. */
function isWalk(chars: readonly string[]): boolean {
	let start = 0;
	while (start < chars.length) {
		const length = runAt(chars, start);
		if (length < 3) return false;
		start += length;
	}
	return true;
}

/** How long the longest run is that begins here. */
function runAt(chars: readonly string[], start: number): number {
	const steps: ((a: string, b: string) => boolean)[] = [
		(a, b) => a === b,
		...rows.flatMap((row) => [
			(a: string, b: string) => row.includes(a + b),
			(a: string, b: string) => row.includes(b + a),
		]),
	];
	const lengths = steps.map((isStep) => {
		let end = start + 1;
		while (end < chars.length && isStep(chars[end - 1] ?? '', chars[end] ?? '')) end++;
		return end - start;
	});
	return Math.max(...lengths);
}

/** Little is left of it when what is known is taken out. */
function isAboutPerson(text: string, words: readonly string[]): boolean {
	const plain = plainOf(text);
	const known = words.map(plainOf).filter(({ length }) => length >= shortestWord);
	const rest = known
		.sort((a, b) => b.length - a.length)
		.reduce((left, word) => left.replaceAll(word, ''), plain);
	if (rest === plain) return false;
	const chars = [...rest];
	return chars.length < fewest || isWalk(chars);
}

/** Letters and digits. */
function plainOf(text: string): string {
	return text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');
}
