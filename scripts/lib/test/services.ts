import { existsSync, globSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installSystemPackages } from './system-packages.ts';

/** Where the servers are that some tests need, beside the host: programs only, nothing that runs. */
export interface Services {
	/** Folder with PostgreSQL's `initdb`, `postgres` and `psql`. */
	postgres: string;
	/** Folder with `redis-server` and `redis-cli`. */
	redis: string;
}

const programs = {
	postgres: ['initdb', 'postgres', 'psql'],
	redis: ['redis-server', 'redis-cli'],
};

/** Debian keeps PostgreSQL's servers out of PATH, Homebrew those of a numbered version. */
const places = [
	'/usr/lib/postgresql/*/bin',
	'/opt/homebrew/opt/{postgresql,redis}*/bin',
	'/usr/local/opt/{postgresql,redis}*/bin',
];

/** The servers that are installed; of several versions the newest. */
export function findServices(): Partial<Services> {
	const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
	const byVersion = (a: string, b: string) => b.localeCompare(a, 'en', { numeric: true });
	const folders = [...onPath, '/usr/bin', ...places.flatMap((place) => globSync(place).sort(byVersion))];
	const found = Object.entries(programs).flatMap(([name, files]) => {
		const folder = folders.find((candidate) => files.every((file) => existsSync(join(candidate, file))));
		return folder === undefined ? [] : [[name, folder]];
	});
	return Object.fromEntries(found);
}

/**
 * Finds PostgreSQL and Redis, or installs them from the system's packages.
 * @throws when they are not there and cannot be had without asking
 */
export async function ensureServices(): Promise<Services> {
	const missing = () => {
		const found = findServices();
		return { found, names: (['postgres', 'redis'] as const).filter((name) => found[name] === undefined) };
	};
	let { found, names } = missing();
	// Their packages start a service at once. On a machine that runs services, that is for its owner to want.
	if (names.length > 0 && !existsSync('/run/systemd/system')) {
		const packages = { postgres: 'postgresql', redis: 'redis-server' };
		await installSystemPackages(names.map((name) => packages[name]));
		({ found, names } = missing());
	}
	if (names.length > 0) {
		const wanted = names.map((name) => programs[name].join(', ')).join(', ');
		throw new Error(
			`Not found: ${wanted}. Install PostgreSQL and Redis (Debian: postgresql, redis-server); nothing has to run.`,
		);
	}
	return found as Services;
}
