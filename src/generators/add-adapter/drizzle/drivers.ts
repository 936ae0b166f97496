import type { AdapterVariable } from '../context.ts';
import type { Dialect } from '../tables.ts';

/** What speaks to a kind of database, in projects that have no drizzle yet. */
export interface Driver {
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

export const drivers: Record<Dialect, Driver> = {
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
