import {
	type Formatter,
	type Formatting,
	isOptions,
	meansFiles,
	type Options,
	overlay,
	prettierDefaults,
	type Read,
} from './formatting.ts';

/** What Prettier does with its options, those of `.editorconfig` below them. */
export function prettierFormatter(options: Options, editor: Options): Formatter {
	const overrides = Array.isArray(options.overrides) ? options.overrides.filter(isOptions) : [];
	const formattingOf = (extension: string): Formatting => {
		const own = overrides.filter(({ files }) => meansFiles(files, extension)).map((one) => one.options);
		return formatting(Object.assign({}, editor, options, ...own.filter(isOptions)));
	};
	return { code: formattingOf('ts'), svelte: formattingOf('svelte') };
}

const formatting = (options: Options): Formatting =>
	overlay(prettierDefaults, {
		tabs: options.useTabs,
		tabWidth: options.tabWidth,
		width: options.printWidth,
		semicolons: options.semi,
		singleQuotes: options.singleQuote,
		jsxSingleQuotes: options.jsxSingleQuote,
		trailingCommas: options.trailingComma,
		bracketSpacing: options.bracketSpacing,
		arrowParentheses: options.arrowParens === undefined ? undefined : options.arrowParens !== 'avoid',
		eol: options.endOfLine,
		componentIndent: options.svelteIndentScriptAndStyle,
	});

/** The options that Prettier takes from the `.editorconfig` files of a folder and those above it, the nearest first. */
export function editorOptions(folders: readonly Read[]): Options {
	let found: Record<string, string> = {};
	for (const read of folders) {
		const text = read('.editorconfig');
		if (text === undefined) continue;
		found = { ...sectionsOf(text), ...found };
		if (/^\s*root\s*=\s*true\s*$/im.test(text.split(/^\s*\[/m)[0] ?? '')) break;
	}
	const columns = [found.indent_size, found.tab_width].map(Number).find((number) => number > 0);
	const width = Number(found.max_line_length);
	return {
		...(found.indent_style ? { useTabs: found.indent_style === 'tab' } : {}),
		...(columns ? { tabWidth: columns } : {}),
		...(width > 0 ? { printWidth: width } : {}),
		...(found.end_of_line ? { endOfLine: found.end_of_line } : {}),
	};
}

/** What the sections for all files, or for those of TypeScript, say; a later one wins. */
function sectionsOf(text: string): Record<string, string> {
	const found: Record<string, string> = {};
	for (const section of text.split(/^[ \t]*(?=\[)/m)) {
		const [head = '', ...lines] = section.split(/\r?\n/);
		const pattern = /^\[(.*)\]\s*$/.exec(head)?.[1];
		if (pattern !== '*' && !meansFiles(pattern, 'ts')) continue;
		for (const line of lines) {
			const [, key, value] = /^\s*(\w+)\s*=\s*([^\s#;]+)/.exec(line) ?? [];
			if (key && value) found[key.toLowerCase()] = value.toLowerCase();
		}
	}
	return found;
}
