import semver from 'semver';
import {
	clientsIn,
	type DrizzleConfig,
	type HostClient,
	readDrizzleConfig,
} from '../../../edits/schema/host.ts';
import { presentTables, type SchemaRequest } from '../../../edits/schema/index.ts';
import { AuthgraftError } from '../../../errors.ts';
import type { Host, HostPath } from '../../../host/host.ts';
import { allDependencies } from '../../../host/packages/manifest.ts';
import { openSources } from '../../../host/routes/index.ts';
import { sourceFiles } from '../../../host/routes/remote-functions.ts';
import { freePlace } from '../places.ts';
import type { Dialect } from '../tables.ts';

/** A database that the host opens by itself. */
export interface HostDatabase extends HostClient {
	path: HostPath;
	dialect: Dialect | undefined;
}

/** What a host has of drizzle. */
export interface HostDrizzle {
	config: (DrizzleConfig & { path: HostPath }) | undefined;
	databases: HostDatabase[];
	dialect: Dialect | undefined;
}

const dialects: Record<string, Dialect> = {
	...{ sqlite: 'sqlite', turso: 'sqlite', postgresql: 'postgres', mysql: 'mysql' },
	...{
		libsql: 'sqlite',
		'better-sqlite3': 'sqlite',
		'bun-sqlite': 'sqlite',
		'sql-js': 'sqlite',
		d1: 'sqlite',
	},
	...{ 'node-postgres': 'postgres', 'postgres-js': 'postgres', 'neon-http': 'postgres', pglite: 'postgres' },
	...{ 'neon-serverless': 'postgres', 'vercel-postgres': 'postgres', 'bun-sql': 'postgres' },
	...{ mysql2: 'mysql', 'planetscale-serverless': 'mysql', 'tidb-serverless': 'mysql' },
};

const isCode = (path: string): boolean => /\.[cm]?[jt]s$/.test(path) && !/\.(?:test|spec|d)\.\w+$/.test(path);

/** Files of the host's sources that mention a module; the parse decides what that means. */
export function filesWith(host: Host, mention: RegExp): { path: HostPath; text: string }[] {
	const sources = openSources(host);
	return sourceFiles(sources)
		.filter(isCode)
		.flatMap((path) => {
			const text = sources.text(path);
			return text !== undefined && mention.test(text) ? [{ path, text }] : [];
		});
}

/** Reads what a host has of drizzle. */
export function readDrizzle(host: Host): HostDrizzle {
	const path = ['ts', 'js', 'mts', 'mjs']
		.map((ending) => `drizzle.config.${ending}`)
		.find((name) => host.exists(name));
	const config = path && { path, ...readDrizzleConfig(path, host.read(path) ?? '') };
	const databases = filesWith(host, /drizzle-orm\//).flatMap(({ path, text }) =>
		clientsIn(path, text, { maker: 'drizzle', modules: /^drizzle-orm\// }).map((client) => ({
			...client,
			path,
			dialect: dialects[client.module.split('/')[1] ?? ''],
		})),
	);
	const dialect = databases[0]?.dialect ?? dialects[(config || undefined)?.dialect ?? ''];
	return { config: config || undefined, databases, dialect };
}

/** @throws AuthgraftError AG_ADAPTER_UNSUPPORTED: tables are written in a way that older versions do not know. */
export function checkVersion(host: Host): void {
	const range = allDependencies(host.manifest)['drizzle-orm'];
	const version = range === undefined ? null : semver.validRange(range) && semver.minVersion(range);
	if (!version || semver.gte(version, '0.36.0')) return;
	throw new AuthgraftError(
		'AG_ADAPTER_UNSUPPORTED',
		`drizzle-orm ${range} in package.json is too old for the tables of sign-in`,
		'Upgrade it to ^0.45.4 first.',
	);
}

/** Where the tables of sign-in go; or why that cannot be told. */
export type SchemaPlace = { path: HostPath } | { refused: string; path: HostPath };

/**
 * The file of the host's schema. A schema of several files gets one of ours, unless one of them has such tables.
 * @param folder where a schema goes where there is none.
 */
export function findSchema(
	host: Host,
	{ config }: HostDrizzle,
	request: SchemaRequest,
	folder: HostPath,
): SchemaPlace {
	const ending = host.language;
	const own = `${freePlace(host, folder, 'schema', 'auth-schema')}.${ending}`;
	if (!config) return ofSeveral(host, tableFiles(host, request), request, own);
	if (config.schema === undefined)
		return {
			path: config.path,
			refused: 'has a `schema` that is computed, or a list: where the tables go cannot be told',
		};
	const schema = config.schema.replace(/^\.\//, '').replace(/\/$/, '');
	if (/\.[cm]?[jt]s$/.test(schema) && !schema.includes('*')) return { path: schema };
	const [base = '', last = '*'] = /[*]/.test(schema)
		? [schema.replace(/\/[^/]*\*.*$/, ''), schema.split('/').at(-1)]
		: [schema, `*.${ending}`];
	const name = last.replace(/\*+/, 'auth').replace(/^auth$/, `auth.${ending}`);
	if (/[*{}()[\]!]/.test(base + name) || schema.startsWith('../'))
		return {
			path: config.path,
			refused: `has a \`schema\` pattern that authgraft does not follow (${schema})`,
		};
	const files = host.list(base).filter(isCode);
	return ofSeveral(
		host,
		files.map((file) => `${base}/${file}`),
		request,
		`${base}/${name}`,
	);
}

/** Without a config: the files that declare tables. */
const tableFiles = (host: Host, { module }: SchemaRequest): HostPath[] =>
	filesWith(host, new RegExp(module))
		.filter(({ text }) => /Table\(/.test(text))
		.map(({ path }) => path);

function ofSeveral(host: Host, files: HostPath[], request: SchemaRequest, own: HostPath): SchemaPlace {
	const holding = files.filter((path) => presentTables(path, host.read(path) ?? '', request).length > 0);
	const [first, second] = holding.length > 0 ? holding : files.length === 1 ? files : [];
	if (first === undefined) return { path: own };
	if (second !== undefined)
		return {
			path: second,
			refused: `has tables of sign-in, and so has ${first}: put all of them into one file`,
		};
	return { path: first };
}
