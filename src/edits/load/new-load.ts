import { freeName } from '../../syntax/names.ts';
import type { Source } from '../../syntax/source.ts';
import { type Edit, insertion } from '../splice/edit.ts';
import { addImports, type WantedImport } from '../splice/imports.ts';

/** A `load` for a layout that has none. */
export interface NewLoad {
	/** What it needs. */
	imports?: WantedImport[];
	/** Statements in front of it, without semicolon. */
	before?: string[];
	/** What it takes of the event: `locals`. */
	parameter: string;
	/** What it returns: `{ session: await locals.auth() }`. */
	result: string;
}

/** Edits that put a `load` behind everything in a layout's file. */
export function newLoad(
	source: Source,
	typeName: 'LayoutServerLoad' | 'LayoutLoad',
	{ imports = [], before = [], parameter, result }: NewLoad,
	typed: boolean,
): Edit[] {
	const { text, style } = source;
	const end = style.semicolons ? ';' : '';
	const type = typed ? loadType(source, typeName) : undefined;
	const lines = [
		...before.flatMap((statement) => [`${statement}${end}`, '']),
		`export const load${type ? `: ${type.name}` : ''} = async ({ ${parameter} }) => {`,
		`${style.indent}return ${result}${end}`,
		`}${end}`,
	];
	const finalNewline = text === '' || text.endsWith('\n');
	const isAlone = text.trim() === '' && !typed && before.length === 0;
	const gap = isAlone ? '' : finalNewline ? style.eol : style.eol + style.eol;
	const body = gap + lines.join(style.eol) + (finalNewline ? style.eol : '');
	return [...addImports(source, [...imports, ...(type?.imports ?? [])]), insertion(text.length, body)];
}

/** The local name of the load's type, and the import of it where there is none yet. */
function loadType(source: Source, typeName: string): { name: string; imports: WantedImport[] } {
	const wanted = { module: './$types', name: typeName, typeOnly: true };
	const present = source.ast
		.getImportDeclarations()
		.filter((declaration) => declaration.getModuleSpecifierValue() === wanted.module)
		.flatMap((declaration) => declaration.getNamedImports())
		.find((item) => item.getName() === wanted.name);
	if (present) return { name: present.getAliasNode()?.getText() ?? wanted.name, imports: [] };
	const name = freeName(source, wanted.name, `Root${wanted.name}`);
	return { name, imports: [{ ...wanted, as: name }] };
}
