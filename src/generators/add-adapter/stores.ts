import type { Host, HostPath } from '../../host/host.ts';
import type { Style } from '../../syntax/source.ts';
import { privateEnvFile } from '../env/index.ts';
import { render } from '../templates/index.ts';
import type { AdapterContext, AdapterNeeds } from './context.ts';
import { checkUrl } from './drizzle/needs.ts';
import { adapterModule, serverEnv, stageModule } from './places.ts';
import { isFreeScript, runScript } from './scripts.ts';
import type { MoreTables } from './tables.ts';

/** Stages unstorage: files while developing, Redis as soon as its URL is set. */
export function stageUnstorage({ host, staging, style }: AdapterContext): AdapterNeeds {
	const path = adapterModule(host);
	const text = render('adapters/unstorage.ts', { ...serverEnv(host), usesDev: true }, { host, style });
	stageModule(staging, {
		...{ path, summary: 'keeps sessions in files, or in Redis', text },
		...{ exports: 'adapter', from: '@auth/unstorage-adapter' },
	});
	return {
		manifest: {
			dependencies: {
				'@auth/unstorage-adapter': '^2.11.2',
				// unstorage takes no later one.
				ioredis: '^5.4.2',
				unstorage: '^1.17.6',
			},
		},
		variables: [
			{
				name: 'REDIS_URL',
				description: 'Keeps the sessions: redis://user:password@host:6379 (empty while developing: files)',
			},
		],
		ignored: ['.data/'],
		...{ commands: [], notes: [] },
	};
}

/** The script that creates the tables of pg. */
export const tableScript: HostPath = 'scripts/auth-tables.mjs';

/** Its text. */
export const tableScriptText = (host: Host, style: Style, more: MoreTables): string =>
	render(
		'adapters/auth-tables.js',
		{ path: tableScript, envFile: privateEnvFile(host), ...more },
		{ host, style },
	);

/** Stages pg: a pool, and a script that creates the tables. */
export function stagePg(
	{ host, staging, style }: AdapterContext,
	_: unknown,
	more: MoreTables = { accounts: false, limits: false },
): AdapterNeeds {
	checkUrl(host, /^postgres(?:ql)?:/, 'postgres');
	const path = adapterModule(host);
	const text = render(
		'adapters/pg.ts',
		{ ...serverEnv(host), placeholder: 'postgres://localhost' },
		{ host, style },
	);
	stageModule(staging, {
		...{ path, summary: 'keeps sessions in the database', text },
		...{ exports: 'adapter', from: '@auth/pg-adapter' },
	});
	stageModule(staging, {
		...{ path: tableScript, summary: 'creates the tables', from: 'pg' },
		text: tableScriptText(host, style, more),
	});
	const command = `node ${tableScript}`;
	const isFree = isFreeScript(host, 'auth:tables', command);
	return {
		manifest: {
			...(isFree ? { scripts: { 'auth:tables': command } } : {}),
			dependencies: { '@auth/pg-adapter': '^1.11.3', pg: '^8.23.1' },
			...(host.language === 'ts' ? { devDependencies: { '@types/pg': '^8.23.1' } } : {}),
		},
		variables: [
			{ name: 'DATABASE_URL', description: 'The database: postgres://user:password@host:5432/name' },
		],
		ignored: [],
		commands: [isFree ? runScript(host, 'auth:tables') : command],
		notes: [],
	};
}
