import {
	type Formatter,
	type Formatting,
	isOptions,
	meansFiles,
	type Options,
	overlay,
	prettierDefaults,
} from './formatting.ts';

/** What Biome does with its options. */
export function biomeFormatter(options: Options): Formatter {
	const overrides = Array.isArray(options.overrides) ? options.overrides.filter(isOptions) : [];
	const formattingOf = (extension: string): Formatting => {
		const own = overrides.filter((one) => meansFiles(one.includes ?? one.include, extension));
		const html = sectionOf(options.html, 'formatter');
		const defaults = { ...prettierDefaults, tabs: true, componentIndent: html.indentScriptAndStyle === true };
		return [options, ...own].reduce(withLevel, defaults);
	};
	return { code: formattingOf('ts'), svelte: formattingOf('svelte') };
}

/** Puts the options of one level over those of the level above. */
function withLevel(base: Formatting, level: Options): Formatting {
	const all = { ...sectionOf(level, 'formatter'), ...sectionOf(level.javascript, 'formatter') };
	const is = (value: unknown, expected: string) => (value === undefined ? undefined : value === expected);
	return overlay(base, {
		tabs: is(all.indentStyle, 'tab'),
		tabWidth: all.indentWidth,
		width: all.lineWidth,
		semicolons: is(all.semicolons, 'always'),
		singleQuotes: is(all.quoteStyle, 'single'),
		jsxSingleQuotes: is(all.jsxQuoteStyle, 'single'),
		trailingCommas: all.trailingCommas,
		bracketSpacing: all.bracketSpacing,
		arrowParentheses: is(all.arrowParentheses, 'always'),
		eol: all.lineEnding,
	});
}

function sectionOf(value: unknown, key: string): Options {
	const section = isOptions(value) ? value[key] : undefined;
	return isOptions(section) ? section : {};
}
