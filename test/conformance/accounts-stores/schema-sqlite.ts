import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const users = sqliteTable('user', {
	id: text('id')
		.primaryKey()
		.$defaultFn(() => crypto.randomUUID()),
	name: text('name'),
	email: text('email').unique(),
	emailVerified: integer('emailVerified', { mode: 'timestamp_ms' }),
	image: text('image'),
});

export const accounts = sqliteTable(
	'account',
	{
		userId: text('userId')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		type: text('type').notNull(),
		provider: text('provider').notNull(),
		providerAccountId: text('providerAccountId').notNull(),
		refresh_token: text('refresh_token'),
		access_token: text('access_token'),
		expires_at: integer('expires_at'),
		token_type: text('token_type'),
		scope: text('scope'),
		id_token: text('id_token'),
		session_state: text('session_state'),
	},
	(table) => [primaryKey({ columns: [table.provider, table.providerAccountId] })],
);

export const sessions = sqliteTable('session', {
	sessionToken: text('sessionToken').primaryKey(),
	userId: text('userId')
		.notNull()
		.references(() => users.id, { onDelete: 'cascade' }),
	expires: integer('expires', { mode: 'timestamp_ms' }).notNull(),
});

export const verificationTokens = sqliteTable(
	'verificationToken',
	{
		identifier: text('identifier').notNull(),
		token: text('token').notNull(),
		expires: integer('expires', { mode: 'timestamp_ms' }).notNull(),
	},
	(table) => [primaryKey({ columns: [table.identifier, table.token] })],
);

export const authenticators = sqliteTable(
	'authenticator',
	{
		credentialID: text('credentialID').notNull().unique(),
		userId: text('userId')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		providerAccountId: text('providerAccountId').notNull(),
		credentialPublicKey: text('credentialPublicKey').notNull(),
		counter: integer('counter').notNull(),
		credentialDeviceType: text('credentialDeviceType').notNull(),
		credentialBackedUp: integer('credentialBackedUp', { mode: 'boolean' }).notNull(),
		transports: text('transports'),
	},
	(table) => [primaryKey({ columns: [table.userId, table.credentialID] })],
);

export const passwords = sqliteTable('password', {
	userId: text('userId')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	hash: text('hash').notNull(),
	changedAt: integer('changedAt', { mode: 'timestamp_ms' }).notNull(),
});

export const sessionDetails = sqliteTable('sessionDetail', {
	sessionToken: text('sessionToken')
		.primaryKey()
		.references(() => sessions.sessionToken, { onDelete: 'cascade' }),
	createdAt: integer('createdAt', { mode: 'timestamp_ms' }).notNull(),
	label: text('label').notNull(),
	provider: text('provider').notNull(),
	idToken: text('idToken'),
});

export const rateLimits = sqliteTable('rateLimit', {
	key: text('key').primaryKey(),
	points: integer('points').notNull(),
	until: integer('until', { mode: 'timestamp_ms' }).notNull(),
});

/** The same as statements. */
export const statements = [
	'create table user (id text primary key not null, name text, email text unique, emailVerified integer, image text)',
	`create table account (
		userId text not null references user(id) on delete cascade, type text not null, provider text not null,
		providerAccountId text not null, refresh_token text, access_token text, expires_at integer, token_type text,
		scope text, id_token text, session_state text, primary key (provider, providerAccountId)
	)`,
	`create table session (
		sessionToken text primary key not null, userId text not null references user(id) on delete cascade,
		expires integer not null
	)`,
	`create table verificationToken (
		identifier text not null, token text not null, expires integer not null, primary key (identifier, token)
	)`,
	`create table authenticator (
		credentialID text not null unique, userId text not null references user(id) on delete cascade,
		providerAccountId text not null, credentialPublicKey text not null, counter integer not null,
		credentialDeviceType text not null, credentialBackedUp integer not null, transports text,
		primary key (userId, credentialID)
	)`,
	`create table password (
		userId text primary key not null references user(id) on delete cascade, hash text not null,
		changedAt integer not null
	)`,
	`create table sessionDetail (
		sessionToken text primary key not null references session(sessionToken) on delete cascade,
		createdAt integer not null, label text not null, provider text not null, idToken text
	)`,
	'create table rateLimit (key text primary key not null, points integer not null, until integer not null)',
];

/** Of an application that counts its people, names columns in its own way, and has columns more. */
const people = sqliteTable('people', {
	id: integer('id').primaryKey(),
	email: text('mail').notNull().unique(),
	emailVerified: integer('mail_verified_at', { mode: 'timestamp' }),
});
const of = (name: string) =>
	integer(name)
		.notNull()
		.references(() => people.id);
export const numbered = {
	tables: {
		users: people,
		verificationTokens,
		accounts: sqliteTable('account', {
			userId: of('user_id'),
			type: text('type').notNull(),
			provider: text('provider').notNull(),
			providerAccountId: text('provider_account_id').notNull(),
		}),
		sessions: sqliteTable('session', {
			sessionToken: text('session_token').primaryKey(),
			userId: of('user_id'),
			expires: integer('expires', { mode: 'timestamp_ms' }).notNull(),
		}),
		passwords: sqliteTable('password', {
			note: text('note'),
			changedAt: integer('changed_at', { mode: 'timestamp' }).notNull(),
			hash: text('hash').notNull(),
			userId: integer('user_id').primaryKey(),
		}),
		sessionDetails,
	},
	statements: [
		'create table people (id integer primary key, mail text not null unique, mail_verified_at integer)',
		`create table account (
			user_id integer not null references people(id), type text not null, provider text not null,
			provider_account_id text not null
		)`,
		`create table session (
			session_token text primary key not null, user_id integer not null references people(id), expires integer not null
		)`,
		'create table verificationToken (identifier text, token text, expires integer)',
		'create table password (note text, changed_at integer not null, hash text not null, user_id integer primary key)',
		`create table sessionDetail (
			sessionToken text primary key, createdAt integer, label text, provider text, idToken text
		)`,
	],
};
