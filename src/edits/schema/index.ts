import type { Node } from 'ts-morph';
import { importedAs } from '../../syntax/imports.ts';
import { freeName, mentions } from '../../syntax/names.ts';
import { parse, type Source, type Style, syntaxError } from '../../syntax/source.ts';
import { restyle } from '../layout/index.ts';
import { type Edit, type EditResult, insertion, type Refusal } from '../splice/edit.ts';
import { addImports, type WantedImport } from '../splice/imports.ts';
import { refuse, transform } from '../splice/transform.ts';
import { type HostTable, misfit, tablesIn, type WantedTable } from './tables.ts';

export type { WantedTable } from './tables.ts';

/** Tables that a drizzle schema gets. */
export interface SchemaRequest {
	/** `drizzle-orm/sqlite-core` */
	module: string;
	/** The function that declares a table there: `sqliteTable`. */
	builder: string;
	tables: readonly WantedTable[];
	fallback?: Style;
}

/** Under which names a schema exports the wanted tables, those to come included: by their `name`. */
export function tableNames(path: string, content: string, request: SchemaRequest): Record<string, string> {
	const source = parse(path, content, request.fallback);
	if (syntaxError(source)) return {};
	const own = tablesIn(source, request.module, request.builder);
	return Object.fromEntries(
		request.tables.map((wanted) => [wanted.name, presentOf(own, wanted)?.name ?? wanted.name]),
	);
}

/** What of the wanted tables a module has already, be they fit or not: for schemas of several files. */
export function presentTables(path: string, content: string, request: SchemaRequest): string[] {
	const source = parse(path, content, request.fallback);
	if (syntaxError(source)) return [];
	const own = tablesIn(source, request.module, request.builder);
	return request.tables.flatMap((wanted) => presentOf(own, wanted)?.name ?? []);
}

/**
 * Adds the tables that a drizzle schema lacks, at its end. One of such a name that has all the columns is taken as it is;
 * one that is something else is refused: nobody's table is changed.
 */
export function addTables(path: string, content: string, request: SchemaRequest): EditResult {
	const { module, builder, tables, fallback } = request;
	const snippet = schemaSnippet(request);
	return transform(path, content, { snippet, ...(fallback ? { fallback } : {}) }, (source) => {
		const own = tablesIn(source, module, builder);
		const fault = findFault(source, own, tables, snippet);
		if (fault) return fault;
		const missing = tables.filter((wanted) => !presentOf(own, wanted));
		if (missing.length === 0) return { kind: 'unchanged', reason: 'the tables are there already' };
		const { names, edits } = importBuilders(source, module, [
			builder,
			...missing.flatMap(({ builders }) => builders),
		]);
		const renames = tables.flatMap((wanted): [string, string][] => {
			const present = presentOf(own, wanted)?.name;
			return present === undefined ? [] : [[wanted.name, present]];
		});
		const texts = missing.map(({ text }) =>
			inHabits(path, renamed(text, [...names, ...renames]), source.style).trimEnd(),
		);
		return [...edits, append(source, texts)];
	});
}

/** A schema of nothing but the wanted tables, in given habits. */
export function newSchema(path: string, { module, builder, tables }: SchemaRequest, style: Style): string {
	const result = addTables(path, '', { module, builder, tables });
	return result.kind === 'edited' ? inHabits(path, result.text, style) : '';
}

/** A call that stands on several lines as it is gets its comma here: others get theirs where they are broken. */
function inHabits(path: string, text: string, style: Style): string {
	const hasCommas = style.layout?.callCommas ?? style.trailingCommas;
	return restyle(path, hasCommas ? text.replace(/\]\n\);/g, '],\n);') : text, style);
}

const presentOf = (own: readonly HostTable[], wanted: WantedTable): HostTable | undefined =>
	own.find(({ sql }) => sql === wanted.sql) ?? own.find(({ name }) => name === wanted.name);

function findFault(
	source: Source,
	own: readonly HostTable[],
	tables: readonly WantedTable[],
	snippet: string,
): Refusal | undefined {
	for (const wanted of tables) {
		const present = presentOf(own, wanted);
		const reason = present && misfit(present, wanted);
		if (present && reason) return refuse(reason, wanted.text.trimEnd(), present.node);
		if (!present && mentions(source.ast, wanted.name)) {
			const node: Node | undefined = source.ast.getVariableDeclaration(wanted.name);
			return refuse(`uses the name \`${wanted.name}\` for something else`, snippet, node);
		}
	}
	return undefined;
}

/** Our texts with other names for what they call and refer to. */
const renamed = (text: string, names: [string, string][]): string =>
	names.reduce(
		(renamed, [from, to]) => renamed.replace(new RegExp(`(?<![.'\\w])${from}(?=[.(])`, 'g'), to),
		text,
	);

/** The names that a text of ours goes by in this file. */
function importBuilders(
	source: Source,
	module: string,
	builders: readonly string[],
): { names: [string, string][]; edits: Edit[] } {
	const names: [string, string][] = [];
	const imports: WantedImport[] = [];
	for (const name of new Set(builders)) {
		const present = importedAs(source, module, name);
		const as = present ?? (mentions(source.ast, name) ? freeName(source, `${name}Column`) : name);
		names.push([name, as]);
		if (present === undefined) imports.push({ module, name, as });
	}
	return {
		names,
		edits: addImports(
			source,
			imports.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
		),
	};
}

/** A blank line in front of each; the last line ends as the file's own did. */
function append({ text, style }: Source, texts: string[]): Edit {
	const { eol } = style;
	const isNew = text.trim() === '';
	const hasEnd = isNew || text.endsWith('\n');
	const lead = (hasEnd ? '' : eol) + (isNew && text !== '' ? '' : eol);
	return insertion(text.length, lead + texts.join(eol + eol) + (hasEnd ? eol : ''));
}

/** What a person pastes when we refuse. */
export function schemaSnippet({ module, builder, tables }: SchemaRequest): string {
	const names = [...new Set([builder, ...tables.flatMap(({ builders }) => builders)])].sort();
	return [
		`import { ${names.join(', ')} } from '${module}';`,
		...tables.map(({ text }) => text.trimEnd()),
	].join('\n\n');
}
