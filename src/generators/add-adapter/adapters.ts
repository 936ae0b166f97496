import { distance } from '../../distance.ts';
import { AuthgraftError } from '../../errors.ts';
import type { Dialect } from './tables.ts';

/** An adapter that the command can set up. */
export interface AdapterKind {
	name: string;
	/** For lists: `drizzle, with SQLite in a file`. */
	description: string;
	/** The package that makes the adapter. */
	package: string;
	/** Of drizzle; undefined for `drizzle` itself, which goes by what the project has. */
	dialect?: Dialect;
	/** It can keep passkeys. */
	passkeys: boolean;
}

export const adapters: readonly AdapterKind[] = [
	{
		name: 'drizzle',
		description: "drizzle: the project's own, or SQLite in a file",
		package: '@auth/drizzle-adapter',
		passkeys: true,
	},
	{
		name: 'drizzle-postgres',
		description: 'drizzle with PostgreSQL',
		package: '@auth/drizzle-adapter',
		dialect: 'postgres',
		passkeys: true,
	},
	{
		name: 'drizzle-mysql',
		description: 'drizzle with MySQL',
		package: '@auth/drizzle-adapter',
		dialect: 'mysql',
		passkeys: true,
	},
	{
		name: 'prisma',
		description: "the project's own Prisma",
		package: '@auth/prisma-adapter',
		passkeys: true,
	},
	{
		name: 'unstorage',
		description: 'files while developing, Redis in production',
		package: '@auth/unstorage-adapter',
		passkeys: true,
	},
	{
		name: 'pg',
		description: 'PostgreSQL without a library in between (no passkeys)',
		package: '@auth/pg-adapter',
		passkeys: false,
	},
];

/** What else people write for them. */
const aliases: Record<string, string> = {
	'drizzle-sqlite': 'drizzle',
	'drizzle-libsql': 'drizzle',
	libsql: 'drizzle',
	sqlite: 'drizzle',
	turso: 'drizzle',
	'drizzle-pg': 'drizzle-postgres',
	'drizzle-postgresql': 'drizzle-postgres',
	mysql: 'drizzle-mysql',
	postgres: 'pg',
	postgresql: 'pg',
	redis: 'unstorage',
};

/** Adapters of Auth.js that the command does not set up, and why. */
const others: Record<string, string> = {
	kysely:
		'@auth/kysely-adapter wants kysely ^0.28.15 and cannot be installed beside kysely 0.29, and it keeps no passkeys',
	pouchdb: '@auth/pouchdb-adapter on npm is written for @auth/core 0.19, which has a critical advisory',
	fauna: 'the service behind it is closed',
	xata: 'the service behind it has changed hands',
	d1: 'its database belongs to a request, so its adapter is made in the function form of the configuration: https://authjs.dev/getting-started/adapters/d1',
};
const byHand = [
	...['surrealdb', 'typeorm', 'sequelize', 'mikro-orm', 'mongodb', 'neo4j', 'neon', 'supabase', 'hasura'],
	...['upstash-redis', 'firebase', 'dynamodb', 'dgraph', 'edgedb', 'azure-tables'],
];

/**
 * @throws AuthgraftError AG_ADAPTER_UNKNOWN (exit 2), AG_ADAPTER_UNSUPPORTED for adapters that are set up by hand.
 */
export function findAdapter(wanted: string): AdapterKind {
	const plain = wanted
		.trim()
		.toLowerCase()
		.replace(/^@auth\/|-adapter$/g, '');
	const name = Object.hasOwn(aliases, plain) ? aliases[plain] : plain;
	const found = adapters.find((adapter) => adapter.name === name);
	if (found) return found;
	const names = adapters.map((adapter) => adapter.name);
	if (Object.hasOwn(others, plain) || byHand.includes(plain))
		throw new AuthgraftError(
			'AG_ADAPTER_UNSUPPORTED',
			`${plain}: ${others[plain] ?? 'authgraft does not set this adapter up'}`,
			`Take one of ${names.join(', ')}; or add it by hand, as the \`adapter\` of the configuration: https://authjs.dev/getting-started/database`,
		);
	const near = names.filter((one) => distance(one, plain) <= Math.max(2, plain.length / 3));
	throw new AuthgraftError(
		'AG_ADAPTER_UNKNOWN',
		`There is no adapter "${wanted}"`,
		near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${names.join(', ')}.`,
		2,
	);
}
