import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type AnyColumn, getTableName, is, type Table } from 'drizzle-orm';
import { MySqlTable, getTableConfig as mysqlConfig } from 'drizzle-orm/mysql-core';
import { type PgTable, getTableConfig as postgresConfig } from 'drizzle-orm/pg-core';
import { SQLiteTable, getTableConfig as sqliteConfig } from 'drizzle-orm/sqlite-core';
import type { DrizzleAccountTables } from '../../../runtime/src/accounts/drizzle.ts';
import { newSchema } from '../../../src/edits/schema/index.ts';
import { type Dialect, schemaRequest } from '../../../src/generators/add-adapter/tables.ts';
import { defaultStyle } from '../../../src/syntax/style.ts';

/** The tables as the command line writes them, and the statements that make them. */
export async function writtenTables(
	dialect: Dialect,
	folder: string,
): Promise<{ schema: Required<DrizzleAccountTables>; statements: string[] }> {
	const path = join(folder, `schema-${dialect}.js`);
	const request = schemaRequest(dialect, { accounts: true, limits: true });
	await writeFile(path, newSchema(path, request, defaultStyle));
	const schema = await import(pathToFileURL(path).href);
	return { schema, statements: Object.values<Table>(schema).map((table) => statementOf(table)) };
}

/** `create table`, as a migration has it. */
function statementOf(table: Table): string {
	const isMySql = is(table, MySqlTable);
	const quote = (name: string) => (isMySql ? `\`${name}\`` : `"${name}"`);
	const config = configOf(table);
	const names = (columns: AnyColumn[]) => columns.map(({ name }) => quote(name)).join(', ');
	const parts = [
		...config.columns.map((column) =>
			[
				quote(column.name),
				column.getSQLType(),
				...(column.notNull || column.primary ? ['not null'] : ['null']),
				...(column.primary ? ['primary key'] : []),
				...(column.isUnique ? ['unique'] : []),
			].join(' '),
		),
		...config.primaryKeys.map(({ columns }) => `primary key (${names(columns)})`),
		...config.foreignKeys.map((key) => {
			const { columns, foreignColumns, foreignTable } = key.reference();
			const other = `${quote(getTableName(foreignTable))} (${names(foreignColumns)})`;
			return `foreign key (${names(columns)}) references ${other} on delete ${key.onDelete ?? 'no action'}`;
		}),
	];
	return `create table ${quote(getTableName(table))} (\n\t${parts.join(',\n\t')}\n)`;
}

interface Config {
	columns: (AnyColumn & { primary: boolean })[];
	primaryKeys: { columns: AnyColumn[] }[];
	foreignKeys: {
		onDelete?: string | undefined;
		reference(): { columns: AnyColumn[]; foreignColumns: AnyColumn[]; foreignTable: Table };
	}[];
}

function configOf(table: Table): Config {
	if (is(table, MySqlTable)) return mysqlConfig(table);
	if (is(table, SQLiteTable)) return sqliteConfig(table);
	return postgresConfig(table as PgTable);
}
