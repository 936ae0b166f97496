/** The files right in a folder: text by name, undefined where there is none. */
export type Read = (name: string) => string | undefined;

export type Options = Record<string, unknown>;

export const isOptions = (value: unknown): value is Options =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** How a host's formatter writes one kind of file. */
export interface Formatting {
	tabs: boolean;
	/** Columns of one level of indentation. */
	tabWidth: number;
	/** Columns of a line. */
	width: number;
	semicolons: boolean;
	singleQuotes: boolean;
	jsxSingleQuotes: boolean;
	trailingCommas: 'none' | 'es5' | 'all';
	bracketSpacing: boolean;
	arrowParentheses: boolean;
	/** `auto`: each file keeps its own. */
	eol: 'lf' | 'crlf' | 'auto';
	/** Whether script and style of a Svelte component are indented. */
	componentIndent: boolean;
}

export interface Formatter {
	code: Formatting;
	/** Of `.svelte` files. */
	svelte: Formatting;
}

/** Prettier's own; Biome's differ in the tabs, and in that scripts of components are not indented. */
export const prettierDefaults: Formatting = {
	tabs: false,
	tabWidth: 2,
	width: 80,
	semicolons: true,
	singleQuotes: false,
	jsxSingleQuotes: false,
	trailingCommas: 'all',
	bracketSpacing: true,
	arrowParentheses: true,
	eol: 'lf',
	componentIndent: true,
};

/** Puts those options over others that have the type they should have; a formatter would refuse the rest. */
export function overlay(base: Formatting, options: { [K in keyof Formatting]?: unknown }): Formatting {
	const fit = Object.entries(options).filter(
		([key, value]) => typeof value === typeof base[key as keyof Formatting],
	);
	return { ...base, ...Object.fromEntries(fit) };
}

/**
 * Whether a pattern of `overrides` means all files of an extension: `*.svelte`, and the same below `src` or any folder.
 * What names other folders or files as well does not.
 */
export function meansFiles(patterns: unknown, extension: string): boolean {
	return [patterns].flat().some((pattern) => {
		const ends = /^(?:src\/)?(?:\*\*\/)?\*\.(?:\{([^{}]*)\}|(\w+))$/.exec(String(pattern));
		return (ends?.[1] ?? ends?.[2] ?? '').split(',').some((end) => end.trim() === extension);
	});
}
