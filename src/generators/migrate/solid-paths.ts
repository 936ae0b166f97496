import type { SolidOptionsRequest } from '../../edits/migrate/solid-start/options.ts';
import type { Host, HostPath } from '../../host/host.ts';
import { envFiles, envFolder } from '../env/index.ts';
import { filesWith, type Migration } from './migration.ts';
import { isBefore } from './predecessor.ts';

export const mediakit = '@solid-mediakit/auth';

export interface Paths {
	/** The variable that said where the endpoints are. */
	variable?: SolidOptionsRequest['pathVariable'];
	/** To be written where nothing says it. */
	missing?: string | undefined;
	/** Where they were, whatever is written. */
	fixed?: string | undefined;
	/** What the variables say, as far as a file has them. */
	said?: string | undefined;
}

/** Where a predecessor looked for its endpoints besides `basePath`. They went by different variables, in different order. */
export function pathsOf(migration: Migration, call: HostPath): Paths {
	const { host, from } = migration;
	const values: Record<string, string> = Object.assign(
		{},
		...envFiles(host, envFolder(host)).map((one) => one.values),
	);
	const ofUrl = pathOf(values.AUTH_URL);
	const isSet = (name: string) =>
		values[name] !== undefined || filesWith(migration, new RegExp(`\\b${name}\\b`)).length > 0;
	if (from.name === 'start-authjs') {
		if (values.AUTH_URL) return { fixed: ofUrl, said: ofUrl };
		return isSet('AUTH_PATH') ? { variable: 'AUTH_PATH', said: values.AUTH_PATH } : {};
	}
	if (from.name !== mediakit) return { said: ofUrl };
	const said = values.VITE_AUTH_PATH;
	const variable = isSet('VITE_AUTH_PATH') ? ('VITE_AUTH_PATH' as const) : undefined;
	if (isBefore(from, '2.1.0')) {
		const fixed = variable ? said : '/api/auth';
		const missing = variable === undefined && ofUrl !== undefined && ofUrl !== fixed ? fixed : undefined;
		return { fixed, said: fixed, variable, missing };
	}
	if (ofUrl !== undefined) return { said: ofUrl };
	return { variable, said, missing: routeBase(host, call) === '/auth' ? '/auth' : undefined };
}

/** The path of an address; undefined where it has none. */
/** The path of an address; undefined where it has none. */
export function pathOf(url: string | undefined): string | undefined {
	const path = url && URL.canParse(url) ? new URL(url).pathname.replace(/\/$/, '') : '';
	return path === '' ? undefined : path;
}

/** `/api/auth` of `src/routes/api/auth/[...solidauth].ts` */
const routeBase = ({ paths }: Host, file: HostPath): string | undefined =>
	/^(.*)\/\[\.\.\.[^/]+\]\.[jt]sx?$/.exec(file.slice(paths.routes.length))?.[1]?.replace(/\/\([^/]*\)/g, '');
