import { expect, test } from 'vitest';
import { addTables, newSchema } from '../../edits/schema/index.ts';
import { addModels } from '../../edits/schema/prisma.ts';
import { defaultStyle } from '../../syntax/style.ts';
import { modelsFor } from './prisma/models.ts';
import { type Dialect, schemaRequest } from './tables.ts';

const more = { accounts: true, limits: true };
const schemaOf = (dialect: Dialect) => newSchema('schema.ts', schemaRequest(dialect, more), defaultStyle);

test.each<[Dialect, string[]]>([
	[
		'sqlite',
		[
			"sqliteTable('password', {",
			"userId: text('userId').primaryKey().references(() => users.id, { onDelete: 'cascade' }),",
			"changedAt: integer('changedAt', { mode: 'timestamp_ms' }).notNull()",
			"sessionToken: text('sessionToken').primaryKey().references(() => sessions.sessionToken, { onDelete: 'cascade' }),",
			"idToken: text('idToken')",
			"sqliteTable('rateLimit', { key: text('key').primaryKey(),",
		],
	],
	[
		'postgres',
		[
			"pgTable('password', {",
			"changedAt: timestamp('changedAt', { mode: 'date' }).notNull()",
			"pgTable('sessionDetail', {",
			"points: integer('points').notNull()",
		],
	],
	[
		'mysql',
		[
			"userId: varchar('userId', { length: 255 }).primaryKey()",
			"hash: text('hash').notNull()",
			"sessionToken: varchar('sessionToken', { length: 255 }).primaryKey()",
			"key: varchar('key', { length: 255 }).primaryKey()",
			"until: timestamp('until', { mode: 'date', fsp: 3 }).notNull()",
		],
	],
])('what accounts keep in %s, behind the tables of sign-in', (dialect, parts) => {
	const text = schemaOf(dialect).replace(/\s+/g, ' ').replace(/ \./g, '.');
	for (const part of parts) expect(text).toContain(part);
	expect(text.indexOf("'password'")).toBeGreaterThan(text.indexOf("'authenticator'"));
	const names = ({ tables }: ReturnType<typeof schemaRequest>) => tables.map(({ name }) => name);
	const plain = names(schemaRequest(dialect));
	expect(names(schemaRequest(dialect, { accounts: true, limits: false }))).toEqual([
		...plain,
		...['passwords', 'sessionDetails'],
	]);
	expect(names(schemaRequest(dialect, more)).slice(plain.length)).toEqual([
		...['passwords', 'sessionDetails', 'rateLimits'],
	]);
});

test('tables that are there stay as they are, and one that is something else is refused', () => {
	const request = schemaRequest('sqlite', more);
	expect(addTables('schema.ts', schemaOf('sqlite'), request)).toMatchObject({ kind: 'unchanged' });
	const own = `import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const passwords = sqliteTable('password', { userId: text('userId'), secret: text('secret') });
`;
	expect(addTables('schema.ts', own, request)).toMatchObject({
		kind: 'refused',
		reason: 'has a table `passwords` already, without the columns hash, changedAt that sign-in needs',
	});
});

test('Prisma: models without relations, so that nothing of User and Session changes', () => {
	const models = modelsFor('mysql', more);
	const added = models.slice(-3);
	expect(added.map(({ name }) => name)).toEqual(['Password', 'SessionDetail', 'RateLimit']);
	expect(added.map(({ text }) => text).join('')).not.toContain('@relation');
	expect(added[0]?.text).toContain('hash      String  @db.Text\n');
	expect(added[1]?.text).toContain('idToken      String?  @db.Text\n');
	const of = (wanted: typeof models) => wanted.map(({ text }) => text).join('\n');
	expect(addModels(of(models), models)).toMatchObject({ kind: 'unchanged' });
	const result = addModels(of(modelsFor('mysql')), models);
	expect(result).toMatchObject({ kind: 'edited' });
	expect(result.kind === 'edited' && result.text.startsWith(of(modelsFor('mysql')))).toBe(true);
});
