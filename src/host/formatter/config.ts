import { isOptions, type Options, type Read } from './formatting.ts';
import { exportedLiteral, jsonLiteral } from './literals.ts';

export type Config = { tool: 'prettier' | 'biome'; options: Options };

type Parse = (text: string) => Options | undefined;

/** In Prettier's order, behind package.json. */
const prettierFiles: [name: string, parse: Parse][] = [
	['.prettierrc', (text) => (text.trimStart().startsWith('{') ? jsonLiteral(text) : yamlOptions(text))],
	...['.prettierrc.json', '.prettierrc.json5'].map((name): [string, Parse] => [name, jsonLiteral]),
	...['.prettierrc.yaml', '.prettierrc.yml'].map((name): [string, Parse] => [name, yamlOptions]),
	...['js', 'ts', 'mjs', 'mts', 'cjs', 'cts']
		.flatMap((end) => [`.prettierrc.${end}`, `prettier.config.${end}`])
		.map((name): [string, Parse] => [name, (text) => exportedLiteral(name, text)]),
	['.prettierrc.toml', tomlOptions],
];

/** The config of a formatter in a folder; `computed` when only running it would tell what it says. */
export function configIn(read: Read): Config | 'computed' | undefined {
	const prettier = prettierIn(read);
	if (prettier !== undefined)
		return prettier === 'computed' ? prettier : { tool: 'prettier', options: prettier };
	const text = ['biome.json', 'biome.jsonc', '.biome.json', '.biome.jsonc'].map(read).find(isText);
	if (text === undefined) return undefined;
	const options = jsonLiteral(text);
	// `"//"` is the config of the workspace's root, which the search does not put together with this one.
	if (!options || options.extends !== undefined) return 'computed';
	const off = isOptions(options.formatter) && options.formatter.enabled === false;
	return off ? undefined : { tool: 'biome', options };
}

function prettierIn(read: Read): Options | 'computed' | undefined {
	const manifest = jsonLiteral(read('package.json') ?? '{}')?.prettier;
	// A text names a package with the options, which would have to be run.
	if (manifest !== undefined) return isOptions(manifest) ? manifest : 'computed';
	for (const [name, parse] of prettierFiles) {
		const text = read(name);
		if (text !== undefined) return parse(text) ?? 'computed';
	}
	return undefined;
}

const isText = (value: string | undefined): value is string => value !== undefined;

/** `key: value` at the left edge. What is nested (`overrides`) is left alone. */
function yamlOptions(text: string): Options {
	return pairs(text, /^(\w+):[ \t]+(.+?)[ \t]*(?:[ \t]#.*)?$/gm);
}

/** `key = value` above the first table. */
function tomlOptions(text: string): Options {
	return pairs(text.split(/^\s*\[/m)[0] ?? '', /^(\w+)[ \t]*=[ \t]*(.+?)[ \t]*(?:#.*)?$/gm);
}

function pairs(text: string, pattern: RegExp): Options {
	const options: Options = {};
	for (const [, key = '', value = ''] of text.replaceAll('\r', '').matchAll(pattern)) {
		const plain = value.replace(/^(['"])(.*)\1$/, '$2');
		if (/^\d+$/.test(plain)) options[key] = Number(plain);
		else options[key] = /^(?:true|false)$/.test(plain) ? plain === 'true' : plain;
	}
	return options;
}
