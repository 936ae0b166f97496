import ts from 'typescript';
import { printSymbol, readRuntime } from '../api/index.ts';
import type { Package } from '../api/package.ts';
import { type Export, isOwn, surfaceOf } from '../api/surface.ts';
import { allBlocks, type Block } from './blocks.ts';
import { fence, type Page, plain, table } from './page.ts';

/** `sveltekit-client`, for `@authgraft/runtime/sveltekit/client`. */
const slugOf = (entry: string) =>
	entry.replace(/^@authgraft\/runtime\/?/, '').replaceAll('/', '-') || 'runtime';

/** Code of the documents, shortest first: all of it is checked. */
const code: Block[] = allBlocks
	.filter(({ language, document }) => /^(?:tsx?|svelte)$/.test(language) && document !== 'docs/api.md')
	.toSorted((a, b) => a.text.length - b.text.length);

/** The shortest block that uses a name, and rather one that says where it is from. */
export function exampleOf(name: string, entry: string): Block | undefined {
	const uses = new RegExp(`(?<![\\w'/.-])${name}(?![\\w'/-])`);
	const framework = entry.includes('solid-start') ? 'solid-start' : 'sveltekit';
	const found = code.filter(({ text }) => uses.test(text));
	return (
		found.find(({ text }) => text.includes(`'${entry}'`)) ??
		found.find(
			({ text, mark }) =>
				text.includes(framework) || (mark?.kind === 'in' && mark.frame.startsWith(framework)),
		) ??
		found[0]
	);
}

/** What the docstring of a symbol says. Where our specification has it is no matter of people who use it. */
function docstring({ checker }: Package, symbol: ts.Symbol): { text: string; tags: ts.JSDocTagInfo[] } {
	const text = ts.displayPartsToString(symbol.getDocumentationComment(checker));
	return {
		text: plain(text.replace(/\n*\s*Specification: sections? [\s\S]*?(?:\.(?=\s|$)|$)/, '').trim()),
		tags: symbol.getJsDocTags(checker),
	};
}

function told(pkg: Package, { symbol, name, isType }: Export, entry: string): string {
	const { text, tags } = docstring(pkg, symbol);
	const of = (tag: string) =>
		tags.filter((one) => one.name === tag).map((one) => ts.displayPartsToString(one.text));
	const parameters = of('param').map((one) => {
		const [, parameter = '', what = ''] = /^(\S+)\s+([\s\S]*)$/.exec(one) ?? [];
		return [`\`${parameter}\``, plain(what)];
	});
	const example = isType ? undefined : exampleOf(name, entry);
	return [
		`## ${name}`,
		...(text ? [text] : []),
		...(parameters.length > 0 ? [table(['parameter', 'what it is'], parameters)] : []),
		...of('returns').map((what) => `Returns ${plain(what)}.`.replace(/\.\.$/, '.')),
		...of('throws').map((what) => `Throws ${plain(what)}.`.replace(/\.\.$/, '.')),
		fence('ts', printSymbol(pkg, symbol, name)),
		...(example ? ['**Example**', fence(example.language, example.text)] : []),
	].join('\n\n');
}

/** A page for each entry of the runtime: what its docstrings say, its types, and an example out of the documents. */
export function apiPages(): Page[] {
	const pkg = readRuntime();
	const { entries } = surfaceOf(pkg);
	const pages = entries.map(({ entry, exports }) => {
		const own = exports.filter(({ symbol }) => isOwn(pkg, symbol));
		const foreign = exports.filter(({ symbol }) => !isOwn(pkg, symbol));
		const [types, values] = [own.filter(({ isType }) => isType), own.filter(({ isType }) => !isType)];
		const text = [
			`# ${entry.name}`,
			...[...values, ...types].map((one) => told(pkg, one, entry.name)),
			...(foreign.length > 0
				? [
						'## From other packages',
						table(
							['name', 'of'],
							foreign.map(({ name, from }) => [`\`${name}\``, `\`${from}\``]),
						),
					]
				: []),
		].join('\n\n');
		return { path: `api/${slugOf(entry.name)}.md`, text: `${text}\n`, entry: entry.name, values };
	});
	const list = pages.map(({ path, entry, values }) => [
		`[\`${entry}\`](/${path})`,
		values.map(({ name }) => `\`${name}\``).join(', '),
	]);
	const index = `# Reference of the runtime\n\nWritten from the docstrings of \`@authgraft/runtime\`. On one page, with types alone: [the public surface](/api/all.md).\n\n${table(['import', 'gives'], list)}\n`;
	return [{ path: 'api/index.md', text: index }, ...pages.map(({ path, text }) => ({ path, text }))];
}

/** Functions, classes and components for which no document has an example. */
export function withoutExample(pkg: Package): string[] {
	return surfaceOf(pkg).entries.flatMap(({ entry, exports }) =>
		exports
			.filter(({ name, isType }) => !isType && !exampleOf(name, entry.name))
			.map(({ name }) => `${entry.name}: ${name}`),
	);
}
