import { restyle } from '../../edits/restyle.ts';
import { addTables, tableNames } from '../../edits/schema.ts';
import { AuthgraftError } from '../../errors.ts';
import type { HostPath } from '../../host/host.ts';
import { allDependencies } from '../../host/manifest.ts';
import { envFiles, envFolder } from '../env-files.ts';
import { moduleFile } from '../module-file.ts';
import { render } from '../template.ts';
import type { AdapterKind } from './adapters.ts';
import type { AdapterContext, AdapterNeeds, AdapterVariable } from './context.ts';
import {
	checkVersion,
	findSchema,
	type HostDatabase,
	type HostDrizzle,
	readDrizzle,
} from './drizzle-host.ts';
import { adapterModule, importPath, serverEnv, serverFolder, stageModule } from './places.ts';
import { isFreeScript, runScript, scriptWith } from './scripts.ts';
import { type Dialect, schemaRequest } from './tables.ts';

interface Driver {
	/** Below `drizzle-orm/`. */
	driver: string;
	packages: Record<string, string>;
	types: Record<string, string>;
	/** For builds, which open nothing. */
	placeholder: string;
	/** What its URLs begin with, and how a person calls them. */
	urls: RegExp;
	variable: AdapterVariable;
	/** What drizzle-kit calls it. */
	kit: string;
}

const url = (description: string, value?: string): AdapterVariable => ({
	name: 'DATABASE_URL',
	description,
	...(value === undefined ? {} : { value }),
});

const drivers: Record<Dialect, Driver> = {
	sqlite: {
		driver: 'libsql',
		packages: { '@libsql/client': '^0.18.0' },
		types: {},
		placeholder: ':memory:',
		urls: /^(?:file|libsql|wss?|https?):/,
		variable: url('The database: a file such as file:local.db, or a libsql:// URL', 'file:local.db'),
		kit: 'sqlite',
	},
	postgres: {
		driver: 'node-postgres',
		packages: { pg: '^8.23.1' },
		types: { '@types/pg': '^8.23.1' },
		placeholder: 'postgres://localhost',
		urls: /^postgres(?:ql)?:/,
		variable: url('The database: postgres://user:password@host:5432/name'),
		kit: 'postgresql',
	},
	mysql: {
		driver: 'mysql2',
		packages: { mysql2: '^3.24.6' },
		types: {},
		placeholder: 'mysql://localhost',
		urls: /^mysql:/,
		variable: url('The database: mysql://user:password@host:3306/name'),
		kit: 'mysql',
	},
};

/**
 * Stages drizzle's part: a database, a schema with the tables of sign-in and drizzle-kit's config, each only where the
 * host has none of its own; and the adapter.
 * @throws AuthgraftError AG_ADAPTER_UNSUPPORTED, AG_VALUE_INVALID.
 */
export function stageDrizzle(context: AdapterContext, kind: AdapterKind): AdapterNeeds {
	const { host } = context;
	checkVersion(host);
	const own = readDrizzle(host);
	const dialect = kind.dialect ?? own.dialect ?? 'sqlite';
	if (own.dialect && own.dialect !== dialect)
		throw new AuthgraftError(
			'AG_ADAPTER_UNSUPPORTED',
			`${kind.name}: the drizzle of this project speaks ${own.dialect} (${own.databases[0]?.path ?? own.config?.path})`,
			'Take that one: authgraft add-adapter drizzle',
		);
	const isNew = own.databases.length === 0;
	const database = findDatabase(context, own, dialect);
	const folder = database.path.split('/').slice(0, -1).join('/');
	const schema = stageSchema(context, own, dialect, folder);
	if (isNew) stageDatabase(context, database.path, schema, dialect);
	stageAdapter(context, database, schema, dialect);
	if (!own.config && isNew) stageConfig(context, schema, dialect);
	return needsOf(context, own, dialect);
}

function findDatabase({ host, staging }: AdapterContext, own: HostDrizzle, dialect: Dialect): HostDatabase {
	const [first, second] = own.databases;
	if (first && second)
		staging.refuse(
			second.path,
			'keeps the sessions',
			`opens a database, and so does ${first.path}: which one sign-in shall use cannot be told`,
			"import { DrizzleAdapter } from '@auth/drizzle-adapter';\n\nexport const adapter = DrizzleAdapter(db, { usersTable: users, ... });",
		);
	const path = moduleFile(host, `${serverFolder(host)}/db/index`);
	return first ?? { path, name: 'db', module: '', dialect };
}

/** The schema with the tables of sign-in: the host's own one, or a new one. */
function stageSchema(
	{ host, staging, style }: AdapterContext,
	own: HostDrizzle,
	dialect: Dialect,
	folder: HostPath,
): HostPath {
	const request = { ...schemaRequest(dialect), fallback: style };
	const place = findSchema(host, own, request, folder);
	const summary = 'has the tables of sign-in';
	if ('refused' in place) {
		const { path, refused } = place;
		staging.refuse(path, summary, refused, request.tables.map(({ text }) => text.trimEnd()).join('\n\n'));
		return path;
	}
	staging.edit(
		place.path,
		summary,
		(content) => addTables(place.path, content, request),
		() => newSchema(place.path, request, style),
	);
	return place.path;
}

/** As the edit would write it, and then as a whole in the host's habits. */
function newSchema(
	path: HostPath,
	request: Parameters<typeof addTables>[2],
	style: AdapterContext['style'],
): string {
	const { fallback: _, ...plain } = request;
	const result = addTables(path, '', plain);
	return result.kind === 'edited' ? restyle(path, result.text, style) : '';
}

function stageDatabase(
	{ host, staging, style }: AdapterContext,
	path: HostPath,
	schema: HostPath,
	dialect: Dialect,
): void {
	const { driver, placeholder } = drivers[dialect];
	const text = render(
		'adapters/database.ts',
		{
			...serverEnv(host),
			driver,
			placeholder,
			pool: dialect === 'postgres',
			mode: dialect === 'mysql',
			schemaModule: importPath(path, schema, style),
		},
		{ host, style },
	);
	stageModule(staging, { path, summary: 'opens the database', text, exports: 'db', from: 'drizzle-orm/' });
}

function stageAdapter(
	{ host, staging, style }: AdapterContext,
	database: HostDatabase,
	schema: HostPath,
	dialect: Dialect,
): void {
	const path = adapterModule(host);
	const request = schemaRequest(dialect);
	const names = tableNames(schema, staging.read(schema) ?? '', request);
	const isDefault = database.name === 'default';
	const text = render(
		'adapters/drizzle.ts',
		{
			isDefault,
			db: isDefault ? 'db' : database.name,
			databaseModule: importPath(path, database.path, style),
			schemaModule: importPath(path, schema, style),
			imports: Object.values(names).sort().join(', '),
			tables: request.tables.map(({ name }) => ({
				name: name.replace(/s$/, ''),
				table: names[name] ?? name,
			})),
		},
		{ host, style },
	);
	stageModule(staging, {
		...{ path, summary: 'keeps sessions in the database', text },
		...{ exports: 'adapter', from: '@auth/drizzle-adapter' },
	});
}

function stageConfig({ host, staging, style }: AdapterContext, schema: HostPath, dialect: Dialect): void {
	const path = `drizzle.config.${host.language}`;
	const folder = envFolder(host);
	const values = {
		dialect: drivers[dialect].kit,
		schemaPath: schema,
		envFile: folder === '' ? '' : `${folder}.env`,
	};
	const text = render('adapters/drizzle.config.ts', values, { host, style });
	staging.edit(
		path,
		'tells drizzle-kit where the schema is',
		() => ({ kind: 'unchanged', reason: 'it is there already' }),
		() => text,
	);
}

function needsOf({ host }: AdapterContext, own: HostDrizzle, dialect: Dialect): AdapterNeeds {
	const { packages, types, variable, urls } = drivers[dialect];
	const adapter = { '@auth/drizzle-adapter': '^1.11.3' };
	const isNew = own.databases.length === 0;
	const kit = { 'drizzle-kit': '^0.31.11' };
	if (!isNew) {
		const hasKit = Object.hasOwn(allDependencies(host.manifest), 'drizzle-kit');
		return {
			manifest: { dependencies: adapter },
			...{ variables: [], ignored: [] },
			commands: hasKit && own.config ? ownCommands(host) : [],
			notes: hasKit && own.config ? [] : ['Create the new tables in the way this project creates its own.'],
		};
	}
	checkUrl(host, urls, dialect);
	const isTyped = host.language === 'ts';
	const command = 'drizzle-kit push';
	const isFree = isFreeScript(host, 'db:push', command);
	return {
		manifest: {
			...(isFree ? { scripts: { 'db:push': command } } : {}),
			dependencies: { ...adapter, 'drizzle-orm': '^0.45.4', ...packages },
			devDependencies: { ...kit, ...(isTyped ? types : {}) },
		},
		variables: [variable],
		ignored: dialect === 'sqlite' ? ['*.db', '*.db-*'] : [],
		commands: [isFree ? runScript(host, 'db:push') : `npx ${command}`],
		notes: [],
	};
}

/** As the project does it: pushed, or as migrations. */
function ownCommands(host: AdapterContext['host']): string[] {
	const push = scriptWith(host, /drizzle-kit push/);
	if (push !== undefined) return [push];
	const migrations = [scriptWith(host, /drizzle-kit generate/), scriptWith(host, /drizzle-kit migrate/)];
	const known = migrations.filter((command) => command !== undefined);
	return known.length > 0 ? known : ['npx drizzle-kit push'];
}

/** @throws AuthgraftError AG_VALUE_INVALID: it is another kind of database. */
export function checkUrl(host: AdapterContext['host'], urls: RegExp, dialect: string): void {
	const found = envFiles(host, envFolder(host)).findLast(({ values }) => values.DATABASE_URL);
	if (!found || urls.test(found.values.DATABASE_URL ?? '')) return;
	throw new AuthgraftError(
		'AG_VALUE_INVALID',
		`DATABASE_URL in ${found.file} is no URL of ${{ sqlite: 'SQLite', postgres: 'PostgreSQL', mysql: 'MySQL' }[dialect]}`,
		'It may belong to something else: rename that one, or choose the adapter that fits it (drizzle-postgres, drizzle-mysql, pg).',
	);
}
