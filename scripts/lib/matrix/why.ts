import { stripVTControlCharacters } from 'node:util';

const longest = 160;

/**
 * The line of an output that says most, as it may stand in a document: without places of this machine, and without addresses, which
 * may be those of its registry.
 */
export function whyOf(output: string, folder: string): string {
	const lines = stripVTControlCharacters(output)
		.replaceAll(folder, '')
		.replaceAll(/https?:\/\/\S+/g, 'an address')
		.replaceAll(/(?:\/[\w.@+-]+){3,}\//g, '.../')
		.split('\n')
		.map((line) => line.trim())
		.filter((line) => line !== '' && line !== 'an address');
	const said = lines.find((line) => /\berr(or)?\b|\bfail|✖|\bcannot\b/i.test(line)) ?? lines.at(-1) ?? '';
	return said.length > longest ? `${said.slice(0, longest)}…` : said;
}
