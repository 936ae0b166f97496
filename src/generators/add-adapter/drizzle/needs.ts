import { AuthgraftError } from '../../../errors.ts';
import type { Host } from '../../../host/host.ts';
import { allDependencies } from '../../../host/packages/manifest.ts';
import { envFiles, envFolder } from '../../env/index.ts';
import type { AdapterNeeds } from '../context.ts';
import { isFreeScript, runScript, scriptWith } from '../scripts.ts';
import type { Dialect } from '../tables.ts';
import { drivers } from './drivers.ts';
import type { HostDrizzle } from './host.ts';

/** Packages, variables and commands: all of it for a drizzle that is new, little for one that is there. */
export function drizzleNeeds(host: Host, own: HostDrizzle, dialect: Dialect): AdapterNeeds {
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
function ownCommands(host: Host): string[] {
	const push = scriptWith(host, /drizzle-kit push/);
	if (push !== undefined) return [push];
	const migrations = [scriptWith(host, /drizzle-kit generate/), scriptWith(host, /drizzle-kit migrate/)];
	const known = migrations.filter((command) => command !== undefined);
	return known.length > 0 ? known : ['npx drizzle-kit push'];
}

/** @throws AuthgraftError AG_VALUE_INVALID: it is another kind of database. */
export function checkUrl(host: Host, urls: RegExp, dialect: string): void {
	const found = envFiles(host, envFolder(host)).findLast(({ values }) => values.DATABASE_URL);
	if (!found || urls.test(found.values.DATABASE_URL ?? '')) return;
	throw new AuthgraftError(
		'AG_VALUE_INVALID',
		`DATABASE_URL in ${found.file} is no URL of ${{ sqlite: 'SQLite', postgres: 'PostgreSQL', mysql: 'MySQL' }[dialect]}`,
		'It may belong to something else: rename that one, or choose the adapter that fits it (drizzle-postgres, drizzle-mysql, pg).',
	);
}
