import { addTables, newSchema, type SchemaRequest, tableNames } from '../../../edits/schema/index.ts';
import { AuthgraftError } from '../../../errors.ts';
import type { HostPath } from '../../../host/host.ts';
import { privateEnvFile } from '../../env/index.ts';
import { render } from '../../templates/index.ts';
import type { AdapterKind } from '../adapters.ts';
import type { AdapterContext, AdapterNeeds } from '../context.ts';
import { adapterModule, freePlace, importPath, serverEnv, serverFolder, stageModule } from '../places.ts';
import { type Dialect, type MoreTables, schemaRequest } from '../tables.ts';
import { drivers } from './drivers.ts';
import { checkVersion, findSchema, type HostDatabase, type HostDrizzle, readDrizzle } from './host.ts';
import { drizzleNeeds } from './needs.ts';

/**
 * Stages drizzle's part: a database, a schema with the tables of sign-in and drizzle-kit's config, each only where the
 * host has none of its own; and the adapter.
 * @throws AuthgraftError AG_ADAPTER_UNSUPPORTED, AG_VALUE_INVALID.
 */
export function stageDrizzle(context: AdapterContext, kind: AdapterKind, more?: MoreTables): AdapterNeeds {
	const { host } = context;
	const places = drizzlePlaces(context, kind, more);
	const { own, database, schema, dialect } = places;
	const isNew = own.databases.length === 0;
	if (isNew) stageDatabase(context, database.path, schema, dialect);
	stageAdapter(context, places);
	if (!own.config && isNew) stageConfig(context, schema, dialect);
	return drizzleNeeds(host, own, dialect);
}

/** Where drizzle's parts lie, or will. */
export interface DrizzlePlaces {
	own: HostDrizzle;
	dialect: Dialect;
	database: HostDatabase;
	schema: HostPath;
}

/**
 * Looks where drizzle's parts lie, and stages the schema with the tables of sign-in.
 * @param more tables that it gets besides.
 * @throws AuthgraftError AG_ADAPTER_UNSUPPORTED.
 */
export function drizzlePlaces(
	context: AdapterContext,
	kind: Pick<AdapterKind, 'name' | 'dialect'>,
	more?: MoreTables,
): DrizzlePlaces {
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
	const database = findDatabase(context, own, dialect);
	const folder = database.path.split('/').slice(0, -1).join('/');
	return { own, dialect, database, schema: stageSchema(context, own, schemaRequest(dialect, more), folder) };
}

function findDatabase(
	{ host, staging }: AdapterContext,
	{ databases }: HostDrizzle,
	dialect: Dialect,
): HostDatabase {
	const [first, second] = databases;
	if (first && second)
		staging.refuse(
			second.path,
			'keeps the sessions',
			`opens a database, and so does ${first.path}: which one sign-in shall use cannot be told`,
			"import { DrizzleAdapter } from '@auth/drizzle-adapter';\n\nexport const adapter = DrizzleAdapter(db, { usersTable: users, ... });",
		);
	// The folder may be there with our own file in it.
	const folder = serverFolder(host);
	const own = `${folder}/db/index.${host.language}`;
	const path = host.exists(own) ? own : `${freePlace(host, folder, 'db', 'auth-db')}/index.${host.language}`;
	return first ?? { path, name: 'db', module: '', dialect };
}

/** The schema with the tables of sign-in: the host's own one, or a new one. */
function stageSchema(
	{ host, staging, style }: AdapterContext,
	own: HostDrizzle,
	wanted: SchemaRequest,
	folder: HostPath,
): HostPath {
	const request = { ...wanted, fallback: style };
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
	{ database, schema, dialect }: DrizzlePlaces,
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
	const envFile = privateEnvFile(host);
	const values = {
		dialect: drivers[dialect].kit,
		schemaPath: schema,
		envFile: envFile === '.env' ? '' : envFile,
	};
	const text = render('adapters/drizzle.config.ts', values, { host, style });
	staging.edit(
		path,
		'tells drizzle-kit where the schema is',
		() => ({ kind: 'unchanged', reason: 'it is there already' }),
		() => text,
	);
}
