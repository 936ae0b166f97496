import { ts } from 'ts-morph';
import { ifReadable } from '../../host/files/index.ts';
import type { Formatting } from '../../host/formatter/formatting.ts';
import { readFormatter } from '../../host/formatter/index.ts';
import type { Host } from '../../host/host.ts';
import { defaultStyle, majority, type ShownStyle, type Style, shownStyle } from '../../syntax/style.ts';

/** Enough for a majority, and read in no time. */
const maxSamples = 12;
/** What somebody formatted by hand is shorter; data and bundles are not. */
const maxLength = 20_000;

/**
 * Habits for new files: what the host's formatter is set up to do, else what most of its own files do.
 * (An existing file that is edited keeps its own: 18 % of real projects mix.)
 */
export function hostStyle(host: Host): Style {
	const shown = majorityStyle(host);
	const formatter = readFormatter(host);
	if (!formatter) return shown;
	return { ...styleFor(formatter.code, shown), svelte: styleFor(formatter.svelte, shown) };
}

function styleFor(formatting: Formatting, shown: Style): Style {
	const { eol, tabs, tabWidth, width, trailingCommas, bracketSpacing, arrowParentheses } = formatting;
	return {
		eol: eol === 'auto' ? shown.eol : eol === 'crlf' ? '\r\n' : '\n',
		indent: tabs ? '\t' : ' '.repeat(tabWidth),
		quote: formatting.singleQuotes ? "'" : '"',
		semicolons: formatting.semicolons,
		trailingCommas: trailingCommas !== 'none',
		importExtension: shown.importExtension,
		layout: {
			width,
			tabWidth,
			callCommas: trailingCommas === 'all',
			bracketSpacing,
			arrowParentheses,
			jsxQuote: formatting.jsxSingleQuotes ? "'" : '"',
			componentIndent: formatting.componentIndent,
		},
	};
}

/** Each file has one vote on each habit that it shows. */
function majorityStyle(host: Host): Style {
	const shown: ShownStyle[] = [];
	for (const path of samples(host)) {
		if (shown.length === maxSamples) break;
		// A file that cannot be read shows nothing.
		const text = ifReadable(() => host.read(path));
		if (text && text.length <= maxLength)
			shown.push(shownStyle(text, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)));
	}
	const most = <K extends keyof ShownStyle>(key: K): Style[K] => {
		const votes = shown.map((style) => style[key]).filter((vote) => vote !== undefined);
		return (majority(votes) as Style[K] | undefined) ?? defaultStyle[key];
	};
	return {
		eol: most('eol'),
		indent: most('indent'),
		quote: most('quote'),
		semicolons: most('semicolons'),
		trailingCommas: most('trailingCommas'),
		importExtension: most('importExtension'),
	};
}

/** Code near the top of the sources, the config first: on a draw the first vote decides. */
function* samples(host: Host): Generator<string> {
	const { source, lib, routes } = host.paths;
	if (host.configFile) yield host.configFile;
	for (const folder of new Set([source, routes, lib])) {
		for (const name of ifReadable(() => host.list(folder)) ?? [])
			if (/\.[cm]?[jt]sx?$/.test(name) && !/\.d\.[cm]?ts$/.test(name)) yield `${folder}/${name}`;
	}
}
