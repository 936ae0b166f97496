import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import ts from 'typescript';
import { root } from '../../bootstrap.mjs';
import { declarationsOfSymbol } from './declarations.ts';
import { type Package, readPackage } from './package.ts';
import { printDeclaration } from './print.ts';
import { augmentationsOf, type Export, fileOf, type Surface, surfaceOf } from './surface.ts';

const document = join(root, 'docs/api.md');

const head = `# The public surface of @authgraft/runtime

Written by \`npm run api\` from \`runtime/src\`, and compared by \`npm test\`: do not edit. A change in here is a change that
users of the package see. What each thing does stands beside it in the source, and in the declarations of the package.
What is exported from a peer is the peer's, and its members are not listed.
`;

/** Writes docs/api.md. */
export async function writeApi(): Promise<void> {
	writeFileSync(document, await apiText(readRuntime()));
}

/** docs/api.md as it stands in the repository. */
export function writtenApi(): string {
	return readFileSync(document, 'utf8');
}

/** The runtime of this checkout. */
export function readRuntime(): Package {
	return readPackage(join(root, 'runtime'));
}

/** The document: each entry with everything that it exports, then the types that those name. */
export async function apiText(pkg: Package): Promise<string> {
	const surface = surfaceOf(pkg);
	const first = firstPlaces(surface);
	const sections = surface.entries.map(({ entry, exports }) => {
		const conditions = entry.conditions.map((name) => `\`${name}\``).join(', ');
		const printed = exports.filter((one) => place(one, first) === entry.name);
		const blocks = [
			...reexports(
				exports.filter((one) => place(one, first) !== entry.name),
				first,
			),
			...printed.map((one) => printExport(pkg, one)),
			...augmentationsOf(pkg, entry).map((node) => `declare ${printDeclaration(node, null)}`),
		];
		return `## ${entry.name}\n\nConditions: ${conditions}\n\n${fence(blocks)}`;
	});
	const unnamed = surface.unnamed.map(
		(symbol) => `// ${fileOf(pkg, symbol)}\n${printSymbol(pkg, symbol, null)}`,
	);
	const rest = `## Types that these name, and nobody can import\n\n${fence(unnamed)}`;
	const text = [head, ...sections, rest].join('\n');
	return format(text, { parser: 'markdown', printWidth: 100, useTabs: true, singleQuote: true });
}

/** The entry in which each symbol of ours is printed: it is exported by several. */
function firstPlaces({ entries }: Surface): Map<ts.Symbol, string> {
	const places = entries.flatMap(({ entry, exports }) =>
		exports.map(({ symbol }) => [symbol, entry.name] as const),
	);
	return new Map(places.reverse());
}

function place({ symbol, from }: Export, first: ReadonlyMap<ts.Symbol, string>): string {
	return from ?? first.get(symbol) ?? '';
}

/** `export { a, type B } from '...'`, a line for each place. */
function reexports(exports: readonly Export[], first: ReadonlyMap<ts.Symbol, string>): string[] {
	const byPlace = Map.groupBy(exports, (one) => place(one, first));
	return [...byPlace].sort().map(([from, names]) => {
		const list = names.map(({ name, isType }) => `${isType ? 'type ' : ''}${name}`).join(', ');
		return `export { ${list} } from '${from}';`;
	});
}

function printExport(pkg: Package, { symbol, name, isType }: Export): string {
	const text = printSymbol(pkg, symbol, name);
	return isType && symbol.flags & ts.SymbolFlags.Value ? `// As a type only.\n${text}` : text;
}

/** The declarations of a symbol, as TypeScript writes them, without comments. */
export function printSymbol(pkg: Package, symbol: ts.Symbol, exported: string | null): string {
	return declarationsOfSymbol(pkg, symbol)
		.map((node) => printDeclaration(node, exported))
		.join('\n');
}

function fence(blocks: readonly string[]): string {
	return `\`\`\`ts\n${blocks.join('\n\n')}\n\`\`\`\n`;
}
