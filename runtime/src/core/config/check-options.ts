import { UnsupportedStrategy } from '@auth/core/errors';
import { type ConfigError, configError } from '../config-error.js';
import { parseHttpUrl } from '../http/origin.js';
import type { RuntimeConfig } from '../types.js';
import { isTenant } from './tenant.js';

type Options = Omit<RuntimeConfig, 'env'>;

/**
 * Finds options that have not the form they need. TypeScript tells most of them; values that come from the
 * environment or from JavaScript get past it, and end as a `TypeError` in the middle of somebody's sign-in.
 *
 * Specification: section 2.5.
 */
export function findOptionProblems(
	options: Options,
	redirectProxyUrl: string | undefined,
): (ConfigError | null)[] {
	return [
		findTenantProblem(options),
		findOriginProblem(options),
		findSessionProblem(options),
		findPathProblem(options, redirectProxyUrl),
		findFunctionProblem(options),
		findCookieProblem(options),
		findLegacyProblem(options),
		findSignOutProblem(options),
	];
}

function findTenantProblem({ tenant }: Options): ConfigError | null {
	if (isTenant(tenant)) return null;
	return configError('tenant', `tenant is "${tenant}". It takes up to 64 letters, digits, "-" and "_"`);
}

/** Who may act as whoever is signed in: nothing that stands for several, and nothing that the network can forge. */
function findOriginProblem({ allowedOrigins }: Options): ConfigError | null {
	const wrong = [allowedOrigins ?? []].flat().find((origin) => !isOrigin.test(origin));
	if (wrong === undefined) return null;
	return configError('allowedOrigins', `"${wrong}" is no origin like https://shop.example.com`);
}

/** As browsers write it: in lower case, without a path, nothing that stands for several. */
const isOrigin = /^(https:\/\/[a-z\d.-]+|http:\/\/(localhost|127\.0\.0\.1))(:\d+)?$/;

function findSessionProblem({
	session,
	jwt,
	sessionCache,
	shortSession,
	adapter,
}: Options): ConfigError | null {
	const strategy: unknown = session?.strategy;
	if (strategy !== undefined && strategy !== 'jwt' && strategy !== 'database') {
		const message = `session.strategy is "${strategy}". It can be 'jwt' or 'database'`;
		return configError('session.strategy', message, UnsupportedStrategy);
	}
	const seconds = {
		'session.maxAge': session?.maxAge,
		'session.updateAge': session?.updateAge,
		'jwt.maxAge': jwt?.maxAge,
		shortSession,
	};
	for (const [option, value] of Object.entries(seconds)) {
		const least = option === 'session.updateAge' ? 0 : 1;
		if (value !== undefined && !(Number.isFinite(value) && value >= least))
			return configError(option, `${option} is "${value}". It takes a number of seconds from ${least} up`);
	}
	if (shortSession && !(shortSession < (session?.maxAge ?? jwt?.maxAge ?? 30 * 86_400)))
		return configError('shortSession', 'shortSession is not below session.maxAge');
	for (const [limit, value] of Object.entries(sessionCache || {})) {
		const option = `sessionCache.${limit}`;
		if (value !== undefined && !(Number.isFinite(value) && value >= 0))
			return configError(option, `${option} is "${value}". It takes a number from 0 up`);
	}
	// With sessions in the database nothing is read again that was written by it.
	const isToken = (session?.strategy ?? (adapter ? 'database' : 'jwt')) === 'jwt';
	if (isToken && Boolean(jwt?.encode) !== Boolean(jwt?.decode))
		return configError('jwt', 'jwt.encode and jwt.decode go together: what one writes the other has to read');
	return null;
}

function findPathProblem(options: Options, redirectProxyUrl?: string): ConfigError | null {
	const { basePath, pages } = options;
	// SolidStart's integration has taken its own out.
	if ((options as { prefix?: unknown }).prefix !== undefined)
		return configError('prefix', 'prefix is an option of SolidAuth alone. Write basePath');
	if (basePath !== undefined && (typeof basePath !== 'string' || /[?#:]/.test(basePath)))
		return configError('basePath', `basePath is "${basePath}". It takes a path like /auth`);
	for (const [name, page] of Object.entries(pages ?? {})) {
		const isPath = typeof page === 'string' && (/^\/(?![/\\])/.test(page) || parseHttpUrl(page) !== null);
		if (page && !isPath)
			return configError(`pages.${name}`, `pages.${name} is "${page}". It takes a path like /signin`);
	}
	if (redirectProxyUrl && !parseHttpUrl(redirectProxyUrl))
		return configError(
			'redirectProxyUrl',
			`redirectProxyUrl is "${redirectProxyUrl}". It takes the URL of the other endpoints, like https://your-domain/auth`,
		);
	return null;
}

function findFunctionProblem({ callbacks, events, logger }: Options): ConfigError | null {
	for (const [group, functions] of Object.entries({ callbacks, events, logger })) {
		for (const [name, value] of Object.entries(functions ?? {})) {
			if (value !== undefined && typeof value !== 'function')
				return configError(`${group}.${name}`, `${group}.${name} is not a function`);
		}
	}
	return null;
}

function findCookieProblem({ cookies }: Options): ConfigError | null {
	for (const [kind, cookie] of Object.entries(cookies ?? {})) {
		// What RFC 6265 allows in a name: anything else would end or split the header.
		if (cookie?.name !== undefined && !/^[\w!#$%&'*+.^`|~-]+$/.test(cookie.name))
			return configError(
				`cookies.${kind}.name`,
				`cookies.${kind}.name is "${cookie.name}", which no cookie can be called`,
			);
	}
	return null;
}

function findLegacyProblem({ legacySessions = {} }: Options): ConfigError | null {
	const isKnown = ([name, value]: [string, unknown]) =>
		['nextAuth', 'unprefixed'].includes(name) && (value === undefined || typeof value === 'boolean');
	if (typeof legacySessions === 'object' && Object.entries(legacySessions ?? '-').every(isKnown)) return null;
	return configError(
		'legacySessions',
		'legacySessions takes { nextAuth: true }, { unprefixed: true } or both',
	);
}

function findSignOutProblem({ signOut = {} }: Options): ConfigError | null {
	const isKnown = ([name, value]: [string, unknown]) =>
		name === 'atProvider' && (value === undefined || typeof value === 'boolean');
	if (typeof signOut === 'object' && Object.entries(signOut ?? '-').every(isKnown)) return null;
	return configError('signOut', 'signOut takes { atProvider: true } or { atProvider: false }');
}
