import { exportsName } from '../../edits/auth-config/adapter.ts';
import { tableNames } from '../../edits/schema/index.ts';
import { AuthgraftError } from '../../errors.ts';
import type { HostPath } from '../../host/host.ts';
import { adapters } from '../add-adapter/adapters.ts';
import { checkAdapter } from '../add-adapter/check.ts';
import type { AdapterContext, AdapterNeeds } from '../add-adapter/context.ts';
import { drizzlePlaces } from '../add-adapter/drizzle/index.ts';
import { drizzleNeeds } from '../add-adapter/drizzle/needs.ts';
import { stageAdapter } from '../add-adapter/index.ts';
import { adapterPackages } from '../add-adapter/packages.ts';
import { adapterModule } from '../add-adapter/places.ts';
import { prismaClient, prismaCommands } from '../add-adapter/prisma/index.ts';
import { isFreeScript, runScript } from '../add-adapter/scripts.ts';
import { tableScript, tableScriptText } from '../add-adapter/stores.ts';
import { type MoreTables, schemaRequest } from '../add-adapter/tables.ts';
import { pageStyle } from '../add-provider/sign-in-page-text.ts';

/** Where accounts keep what they need: beside the adapter. */
export interface StorePlace {
	kind: 'drizzle' | 'prisma' | 'pg';
	/** What speaks to the database: `default` for a default export. */
	client: string;
	clientFile: HostPath;
	/** Of drizzle: the schema, and its tables as the store calls them. */
	schema?: { file: HostPath; tables: { name: string; table: string }[] };
	/** The file that says which tables there are. */
	tables: HostPath;
	/** Commands that create them. */
	commands: string[];
	notes: string[];
}

/** What a store needs besides its files, and what the adapter needs that was added for it. */
export interface StagedStore extends StorePlace {
	/** Undefined where the host has an adapter already. */
	adapter: AdapterNeeds | undefined;
}

/**
 * Stages the tables of accounts beside those of the adapter. A host without an adapter gets drizzle with SQLite.
 * @throws AuthgraftError AG_ADAPTER_UNSUPPORTED, AG_ACCOUNTS_UNSUPPORTED, AG_VALUE_INVALID.
 */
export function stageStore(context: AdapterContext, limits: 'memory' | 'database'): StagedStore {
	const { host, module } = context;
	const more: MoreTables = { accounts: true, limits: limits === 'database' };
	const packages = adapterPackages(host, module);
	const [drizzle] = adapters;
	if (packages.kind === 'absent' && drizzle) {
		checkAdapter(drizzle, host, module);
		const adapter = stageAdapter(context, drizzle, more);
		return { ...drizzleStore(context, more, false), commands: adapter.commands, adapter };
	}
	const known = packages.kind === 'there' ? packages.packages : [];
	const has = (name: string) => known.includes(`@auth/${name}-adapter`);
	if (has('drizzle')) return { ...drizzleStore(context, more, true), adapter: undefined };
	if (has('prisma')) return { ...prismaStore(context, more), adapter: undefined };
	if (has('pg')) return { ...pgStore(context, more), adapter: undefined };
	const isUnstorage = has('unstorage');
	throw new AuthgraftError(
		'AG_ACCOUNTS_UNSUPPORTED',
		isUnstorage
			? `unstorage cannot list or end somebody's sessions, and ${module.config} keeps people in it`
			: `Accounts are kept with drizzle, Prisma or pg, and the adapter of ${module.config} is ${known.length > 0 ? known.join(', ') : 'none that can be seen'}`,
		isUnstorage
			? 'Take drizzle: take the `adapter` out, and run the command again. It sets SQLite up.'
			: 'Accounts on another database need a store of your own: docs/accounts.md.',
	);
}

function drizzleStore(context: AdapterContext, more: MoreTables, isThere: boolean): StorePlace {
	const { host, staging } = context;
	const { own, database, schema, dialect } = drizzlePlaces(context, { name: 'drizzle' }, more);
	if (isThere && own.databases.length === 0)
		throw new AuthgraftError(
			'AG_ACCOUNTS_UNSUPPORTED',
			'No file exports the database of drizzle as a constant: export const db = drizzle(...)',
			'Export it from a file below the sources, and run the command again.',
		);
	const request = schemaRequest(dialect, more);
	const names = tableNames(schema, staging.read(schema) ?? '', request);
	const { commands, notes } = isThere ? drizzleNeeds(host, own, dialect) : { commands: [], notes: [] };
	return {
		...{ kind: 'drizzle', client: database.name, clientFile: database.path },
		...{ tables: schema, commands, notes },
		schema: {
			file: schema,
			tables: request.tables.map(({ name }) => ({ name, table: names[name] ?? name })),
		},
	};
}

function prismaStore(context: AdapterContext, more: MoreTables): StorePlace {
	const { name, path, schema } = prismaClient(context, more);
	return {
		...{ kind: 'prisma', client: name, clientFile: path, tables: schema },
		...{ commands: prismaCommands(context.host), notes: [] },
	};
}

function pgStore({ host, staging, style }: AdapterContext, more: MoreTables): StorePlace {
	const path = adapterModule(host);
	if (!exportsName(path, host.read(path) ?? '', 'pool'))
		staging.refuse(
			path,
			'hands on the pool of pg',
			'exports no `pool`, which the accounts need as well',
			'export const pool = new pg.Pool({ connectionString });',
		);
	const summary = 'creates the tables of accounts';
	const text = tableScriptText(host, style, more);
	staging.edit(
		tableScript,
		summary,
		(content) => {
			const write = (other: MoreTables) => (habits: typeof style) => tableScriptText(host, habits, other);
			const has = (other: MoreTables) => pageStyle(style, tableScript, content, write(other)) !== undefined;
			if (has(more)) return { kind: 'unchanged', reason: 'it is there already' };
			const olds = [false, true].map((accounts) => ({ accounts, limits: false }));
			return olds.some(has)
				? { kind: 'edited', text }
				: { kind: 'refused', reason: 'exists, and is not as it was written', snippet: text };
		},
		() => text,
	);
	const command = `node ${tableScript}`;
	const isFree = isFreeScript(host, 'auth:tables', command);
	const commands = [
		isFree && host.manifest.text.includes('auth:tables') ? runScript(host, 'auth:tables') : command,
	];
	return { kind: 'pg', client: 'pool', clientFile: path, tables: tableScript, commands, notes: [] };
}
