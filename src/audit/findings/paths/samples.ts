import type { PathTest } from './regular-expression.ts';

/** An address of a route, for people to try: parameters by their names, optional ones left out. */
export function sampleOf(path: string): string {
	const segments = path
		.split('/')
		.filter((segment) => segment !== '' && !segment.startsWith('[['))
		.map((segment) => segment.replace(/\[{1,2}(?:\.\.\.)?([^\]=]*)(?:=[^\]]*)?\]{1,2}/g, '$1'));
	return `/${segments.join('/')}`;
}

/** `/%64ashboard` of `/dashboard`: the first letter of the first part, or of `from` on. */
export function encoded(path: string, from = 0): string {
	const index = path.slice(from).search(/[a-z0-9]/i);
	if (index === -1) return path;
	const at = from + index;
	const code = path.charCodeAt(at).toString(16);
	return `${path.slice(0, at)}%${code}${path.slice(at + 1)}`;
}

/** `/Dashboard` of `/dashboard`. */
export function recased(path: string, from = 0): string {
	const index = path.slice(from).search(/[a-z]/i);
	if (index === -1) return path;
	const at = from + index;
	const letter = path[at] as string;
	const other = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
	return path.slice(0, at) + other + path.slice(at + 1);
}

/** Whether a comparison holds for some address of a route. A parameter may have any value. */
export function mayHold({ how, text }: PathTest, path: string): boolean {
	const pattern = [...pieces(path)];
	const fixed = pattern.every((piece) => piece !== undefined);
	const whole = pattern.map((piece) => piece ?? '').join('');
	if (fixed) return how === 'exact' ? whole === text : holds({ how, text }, whole);
	if (how === 'part' || how === 'suffix') return true;
	const [first = ''] = pattern;
	return first.startsWith(text) || (text.startsWith(first ?? '') && (pattern.length > 1 || how === 'prefix'));
}

/** Of the name of a route, which is one text: its parameters are part of it. */
export const heldByName = (test: PathTest, id: string): boolean => holds(test, id);

function holds({ how, text }: PathTest, path: string): boolean {
	if (how === 'prefix') return path.startsWith(text);
	if (how === 'suffix') return path.endsWith(text);
	return how === 'exact' ? path === text : path.includes(text);
}

/** Literal parts of a path, undefined for its parameters. */
function* pieces(path: string): Generator<string | undefined> {
	for (const part of path.split(/(\[{1,2}[^\]]*\]{1,2})/))
		if (part !== '') yield part.startsWith('[') ? undefined : part;
}

/** Whether a comparison holds for every address of a route: without parameters there is just one. */
export const surelyHolds = (test: PathTest, path: string): boolean => {
	const bracket = path.indexOf('[');
	if (bracket === -1) return holds(test, path);
	if (test.how === 'prefix') return path.slice(0, bracket).startsWith(test.text);
	return test.how === 'part' && path.slice(0, bracket).includes(test.text);
};
