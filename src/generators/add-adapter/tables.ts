import type { SchemaRequest, WantedTable } from '../../edits/schema/index.ts';

/** A kind of database that drizzle speaks to. */
export type Dialect = 'sqlite' | 'postgres' | 'mysql';

interface Columns {
	module: string;
	table: string;
	/** A text that is searched by. MySQL wants to know how long such a one gets. */
	key: (name: string) => string;
	text: (name: string) => string;
	number: (name: string) => string;
	boolean: (name: string) => string;
	time: (name: string) => string;
}

const plain = (builder: string) => (name: string) => `${builder}('${name}')`;
const timestamp = (name: string) => `timestamp('${name}', { mode: 'date' })`;

/** As `@auth/drizzle-adapter` declares its own, but for MySQL's texts: tokens are longer than 255 characters. */
const dialects: Record<Dialect, Columns> = {
	sqlite: {
		module: 'drizzle-orm/sqlite-core',
		table: 'sqliteTable',
		...{ key: plain('text'), text: plain('text'), number: plain('integer') },
		boolean: (name) => `integer('${name}', { mode: 'boolean' })`,
		time: (name) => `integer('${name}', { mode: 'timestamp_ms' })`,
	},
	postgres: {
		module: 'drizzle-orm/pg-core',
		table: 'pgTable',
		...{ key: plain('text'), text: plain('text'), number: plain('integer') },
		boolean: plain('boolean'),
		time: timestamp,
	},
	mysql: {
		module: 'drizzle-orm/mysql-core',
		table: 'mysqlTable',
		key: (name) => `varchar('${name}', { length: 255 })`,
		text: plain('text'),
		number: plain('int'),
		boolean: plain('boolean'),
		time: (name) => `timestamp('${name}', { mode: 'date', fsp: 3 })`,
	},
};

/** Tables besides those of Auth.js. */
export interface MoreTables {
	/** Passwords, and what is known of sessions. */
	accounts: boolean;
	/** What is counted, for limits that several servers share. */
	limits: boolean;
}

/**
 * The five tables of Auth.js in a dialect: https://authjs.dev/getting-started/adapters/drizzle
 * @param more what accounts keep, behind them.
 */
export function schemaRequest(dialect: Dialect, more?: MoreTables): SchemaRequest {
	const columns = dialects[dialect];
	const { module, table } = columns;
	const tables = [...tablesOf(columns), ...(more ? accountTablesOf(columns, more) : [])];
	return { module, builder: table, tables };
}

function tablesOf(columns: Columns): WantedTable[] {
	const { key, text, number, boolean, time } = columns;
	const user = `${key('userId')}
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' })`;
	const table = tableOf(columns);
	return [
		table('users', 'user', {
			id: `${key('id')}
		.primaryKey()
		.$defaultFn(() => crypto.randomUUID())`,
			name: text('name'),
			email: `${key('email')}.unique()`,
			emailVerified: time('emailVerified'),
			image: text('image'),
		}),
		table(
			'accounts',
			'account',
			{
				userId: user,
				type: `${key('type')}.notNull()`,
				provider: `${key('provider')}.notNull()`,
				providerAccountId: `${key('providerAccountId')}.notNull()`,
				refresh_token: text('refresh_token'),
				access_token: text('access_token'),
				expires_at: number('expires_at'),
				token_type: text('token_type'),
				scope: text('scope'),
				id_token: text('id_token'),
				session_state: text('session_state'),
			},
			'provider, providerAccountId',
		),
		table('sessions', 'session', {
			sessionToken: `${key('sessionToken')}.primaryKey()`,
			userId: user.replaceAll('\n\t\t\t', '\n\t\t'),
			expires: `${time('expires')}.notNull()`,
		}),
		table(
			'verificationTokens',
			'verificationToken',
			{
				identifier: `${key('identifier')}.notNull()`,
				token: `${key('token')}.notNull()`,
				expires: `${time('expires')}.notNull()`,
			},
			'identifier, token',
		),
		table(
			'authenticators',
			'authenticator',
			{
				credentialID: `${key('credentialID')}.notNull().unique()`,
				userId: user,
				providerAccountId: `${key('providerAccountId')}.notNull()`,
				credentialPublicKey: `${text('credentialPublicKey')}.notNull()`,
				counter: `${number('counter')}.notNull()`,
				credentialDeviceType: `${text('credentialDeviceType')}.notNull()`,
				credentialBackedUp: `${boolean('credentialBackedUp')}.notNull()`,
				transports: text('transports'),
			},
			'userId, credentialID',
		),
	];
}

/** Tables of their own: nobody's is changed. */
function accountTablesOf(columns: Columns, { accounts, limits }: MoreTables): WantedTable[] {
	const { key, text, number, time } = columns;
	const table = tableOf(columns);
	const owner = (name: string, other: string) => `${key(name)}
		.primaryKey()
		.references(() => ${other}, { onDelete: 'cascade' })`;
	return [
		...(accounts
			? [
					table('passwords', 'password', {
						userId: owner('userId', 'users.id'),
						hash: `${text('hash')}.notNull()`,
						changedAt: `${time('changedAt')}.notNull()`,
					}),
					table('sessionDetails', 'sessionDetail', {
						sessionToken: owner('sessionToken', 'sessions.sessionToken'),
						createdAt: `${time('createdAt')}.notNull()`,
						label: `${text('label')}.notNull()`,
						provider: `${text('provider')}.notNull()`,
						idToken: text('idToken'),
					}),
				]
			: []),
		...(limits
			? [
					table('rateLimits', 'rateLimit', {
						key: `${key('key')}.primaryKey()`,
						points: `${number('points')}.notNull()`,
						until: `${time('until')}.notNull()`,
					}),
				]
			: []),
	];
}

const tableOf =
	({ table }: Columns) =>
	(name: string, sql: string, columns: Record<string, string>, primaryKey?: string): WantedTable => {
		const depth = primaryKey === undefined ? '\t' : '\t\t';
		const lines = Object.entries(columns).map(([key, value]) => `${depth}${key}: ${value}`);
		const head = `export const ${name} = ${table}(`;
		const keys = primaryKey?.replace(/\w+/g, (column) => `table.${column}`);
		const body =
			keys === undefined
				? `${head}'${sql}', {\n${lines.join(',\n')}\n});\n`
				: `${head}\n\t'${sql}',\n\t{\n${lines.join(',\n')}\n\t},\n\t(table) => [primaryKey({ columns: [${keys}] })]\n);\n`;
		const values = Object.values(columns).map((value) => /^\w+/.exec(value)?.[0] as string);
		const builders = [...new Set(keys === undefined ? values : [...values, 'primaryKey'])];
		return { name, sql, columns: Object.keys(columns), text: body, builders };
	};
