import type { HostPath } from '../../host/host.ts';
import { privateEnvFile } from '../env/index.ts';
import { render } from '../templates/index.ts';
import type { AdapterContext, AdapterNeeds } from './context.ts';
import { checkUrl } from './drizzle/needs.ts';
import { adapterModule, serverEnv, stageModule } from './places.ts';
import { isFreeScript, runScript } from './scripts.ts';

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

/** Stages pg: a pool, and a script that creates the tables. */
export function stagePg({ host, staging, style }: AdapterContext): AdapterNeeds {
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
	const script: HostPath = 'scripts/auth-tables.mjs';
	const values = { path: script, envFile: privateEnvFile(host) };
	stageModule(staging, {
		...{ path: script, summary: 'creates the tables', from: 'pg' },
		text: render('adapters/auth-tables.js', values, { host, style }),
	});
	const command = `node ${script}`;
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
