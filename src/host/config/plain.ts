import { absent, type ConfigOptions, type Option } from './option.ts';
import { scan, type Token } from './scan.ts';

/** Options that matter to us. When none of these words occurs, in code or in a string, none of them is set. */
const ourWords = new Set(['files', 'paths', 'root', 'env', 'moduleExtensions', 'require']);

/**
 * Options of a config as `sv create` writes it: one `sveltekit({ … })` with a literal argument, nothing spread
 * into it, none of our words in it. Undefined for everything else, which then takes the compiler to read.
 *
 * This is no guess by text: an option that is neither named nor spread nor computed cannot be there.
 */
export function readPlainOptions(text: string): ConfigOptions | undefined {
	const tokens = scan(text);
	if (!tokens || tokens.some((token) => token.text === '...' || ourWords.has(token.text))) return undefined;
	// `[key]:` may spell any word.
	if (indexesOf(tokens, ']', ':').length > 0) return undefined;

	const calls = indexesOf(tokens, 'sveltekit', '(');
	const call = calls[0];
	const names = tokens.filter((token) => token.text === 'sveltekit');
	const imports = indexesOf(tokens, 'import', '{', 'sveltekit', '}', 'from', '@sveltejs/kit/vite');
	if (call === undefined || calls.length !== 1 || names.length !== 2 || imports.length !== 1)
		return undefined;

	const inside = argumentOf(tokens, call + 1);
	if (!inside) return undefined;
	const adapter = adapterOf(tokens, inside);
	return adapter && { get: () => absent, adapter };
}

/** The tokens between `{` and `}` of a call with one literal object; empty for a call without argument. */
function argumentOf(tokens: Token[], open: number): Token[] | undefined {
	const depth = tokens[open]?.depth;
	const close = tokens.findIndex(
		(token, index) => index > open && token.text === ')' && token.depth === depth,
	);
	const inside = tokens.slice(open + 1, close);
	if (inside.length === 0) return inside;
	const brace = inside[0]?.depth;
	const end = inside.findIndex((token) => token.text === '}' && token.depth === brace);
	return inside[0]?.text === '{' && end === inside.length - 1 ? inside.slice(1, -1) : undefined;
}

/** `adapter: name(…)`, where `name` is the default import of a module. Undefined when written otherwise. */
function adapterOf(tokens: Token[], inside: Token[]): Option | undefined {
	const keys = inside.flatMap((token, index) => (token.text === 'adapter' ? [index] : []));
	const outermost = inside[0]?.depth ?? 0;
	const key = keys.find((index) => inside[index]?.depth === outermost && inside[index + 1]?.text === ':');
	if (key === undefined) return keys.length === 0 ? absent : undefined;

	const [before, , name, call] = [inside[key - 1], inside[key + 1], inside[key + 2], inside[key + 3]];
	if ((before && before.text !== ',') || name?.kind !== 'word' || call?.text !== '(') return undefined;
	const imports = indexesOf(tokens, 'import', name.text, 'from');
	const specifier = tokens[(imports[0] ?? 0) + 3];
	if (imports.length !== 1 || specifier?.kind !== 'string') return undefined;
	return { kind: 'text', text: specifier.text, line: 0 };
}

const indexesOf = (tokens: Token[], ...texts: string[]): number[] =>
	tokens.flatMap((_, index) =>
		texts.every((text, step) => tokens[index + step]?.text === text) ? [index] : [],
	);
