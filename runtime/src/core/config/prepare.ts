import type { AuthConfig } from '@auth/core';
import type { AdapterUser } from '@auth/core/adapters';
import { InvalidProvider, MissingSecret } from '@auth/core/errors';
import { decode, encode } from '@auth/core/jwt';
import { type ConfigError, configError } from '../config-error.js';
import { environment, readSecrets } from '../environment.js';
import { normalizeBase } from '../http/base.js';
import { isTrusted, parseHttpUrl } from '../http/origin.js';
import { resolveBasePath, resolvePages } from '../http/paths.js';
import { wrapRedirectCallback } from '../http/redirects.js';
import { createTokenReader } from '../jwt/index.js';
import { asError, coreLogger, createLogger, warn } from '../log.js';
import { unfinished } from '../providers/check.js';
import { isDevelopmentProcess, isDevelopmentProvider } from '../providers/development.js';
import { resolveProviders } from '../providers/index.js';
import { wrapSessionCallback } from '../session/public.js';
import type { Prepared, ResolvedProvider, RuntimeConfig } from '../types.js';
import { findProblems, shortSecret } from './check.js';
import { forTenant, sessionsOfTenant } from './tenant.js';
import { warnOfLargeTokens } from './token-size.js';

/** Specification: section 8. Seconds. */
const defaultMaxAge = 30 * 24 * 60 * 60;
const defaultUpdateAge = 24 * 60 * 60;

/** For hosts that hand their variables in: SvelteKit 3 hands in only those that are declared, be they set or not. */
const undeclared = ' (in SvelteKit 3 declare it in src/env.ts, too)';

/** What other libraries call it. */
const otherSecrets = ['BETTER_AUTH_SECRET', 'NEXTAUTH_SECRET'];

const prepared = new WeakMap<RuntimeConfig, Prepared>();

/**
 * Works out everything about a configuration that is the same for every request. Done once per config object;
 * the object itself and its providers are never written to. Problems are logged here, each once.
 *
 * @param told what has been logged already: a config function makes a new object for every request
 * @param url of the request that is the first to need it
 */
export function prepare(config: RuntimeConfig, told: Set<string> = new Set(), url?: URL): Prepared {
	const known = prepared.get(config);
	if (known) return known;
	const result = prepareOnce(config, told, url);
	prepared.set(config, result);
	return result;
}

/** Milliseconds. What fetches secrets while a server starts has some time for it. */
const startMs = 1000;

/**
 * Tells what is wrong with a configuration soon after the server has started: it says that it listens, and without this nobody
 * would know before the first person comes. Nothing is kept, since what is missing may come until then.
 *
 * @param make the configuration
 * @param told as of {@link prepare}, so that nothing is told twice
 */
export function tellAtStart(make: () => RuntimeConfig, told: Set<string>): void {
	try {
		const timer: { unref?(): void } | number = setTimeout(() => {
			try {
				const config = make();
				if (!prepared.has(config)) prepareOnce(config, told, undefined);
			} catch {
				// The first request says it.
			}
		}, startMs);
		if (typeof timer === 'object') timer.unref?.();
	} catch {
		// Workers of Cloudflare have no timers while they load, nor all variables.
	}
}

function prepareOnce(config: RuntimeConfig, told: Set<string>, url: URL | undefined): Prepared {
	const { env: record, dev: devFlag, building: _, base: hostBase, ...rest } = config;
	const {
		raw,
		skipCSRFCheck,
		confirmEmailLinks = true,
		sessionCache,
		accounts: given,
		evictSquatter: evictByHand,
		tenant,
		shortSession,
		signOut,
		allowShortSecret = false,
		legacySessions,
		allowedOrigins: allowed = [],
		...options
	} = rest;
	// Of a single text, any part of it would be allowed.
	const allowedOrigins = [allowed].flat();
	const accounts = given as Prepared['accounts'];
	const env = environment(record);
	const logger = createLogger(options);
	const say = (message: string, key = message) => once(told, key, () => warn(logger, message));
	const dev = devFlag === true;
	const base = normalizeBase(hostBase, url);
	const authUrl = parseHttpUrl(env('AUTH_URL'));
	const trusted = isTrusted(config, env);
	const secrets = options.secret?.length ? [options.secret].flat() : readSecrets(env);
	const strategy = options.session?.strategy ?? (options.adapter ? 'database' : 'jwt');
	const maxAge = options.session?.maxAge ?? defaultMaxAge;
	const { redirectProxyUrl = env('AUTH_REDIRECT_PROXY_URL'), adapter, experimental } = options;

	const hint = (message: string) => {
		const [name] = /AUTH_\w+/.exec(message) ?? [];
		return record && name && !(name in record) ? undeclared : '';
	};
	const failures: ConfigError[] = [];
	/** What goes wrong while the list of providers is read is a problem of the configuration, too. */
	const attempt = <T>(make: () => T[]): T[] => {
		try {
			return make();
		} catch (error) {
			failures.push(configError('providers', asError(error).message, InvalidProvider));
			return [];
		}
	};
	const providers = attempt(() => unlockedOnly(resolveProviders(options.providers, env, strategy), dev, say));
	const evictSquatter = evictByHand ?? (accounts && ((user: AdapterUser) => accounts.evict(user, providers)));
	const found = attempt(() =>
		findProblems({
			options: {
				...options,
				allowShortSecret,
				...(legacySessions !== undefined && { legacySessions }),
				...(sessionCache !== undefined && { sessionCache }),
				...(tenant !== undefined && { tenant }),
				...(accounts && { accounts }),
				allowedOrigins,
				...(shortSession !== undefined && { shortSession }),
				...(signOut !== undefined && { signOut }),
			},
			...{ providers, secrets, strategy, adapter, experimental, redirectProxyUrl, trusted, hint },
			authUrl: { value: env('AUTH_URL'), valid: authUrl !== null },
		}),
	);
	const problems = [...failures, ...found];
	const [problem = null] = problems;
	for (const one of problems) once(told, one.message, () => logger.error(one));
	if (problems.some((one) => one instanceof MissingSecret))
		for (const name of otherSecrets.filter(env))
			say(`${name} is set, but another library reads it. Rename it to AUTH_SECRET.`);
	if (raw) say('`raw` is left out: handlers have to answer with a Response.');
	if (experimental?.enableWebAuthn) say('experimental-webauthn: passkeys may change in any version.');
	for (const warning of problem ? [] : (accounts?.warnings({ dev }) ?? [])) say(warning);
	for (const provider of problem ? [] : providers) {
		const missing = unfinished(provider);
		if (missing) say(`${missing}${hint(missing)}`);
	}

	const { jwt: makeToken, session: makeSession } = options.callbacks ?? {};
	const sessionCallback = makeSession && withAnswer('session', makeSession, say);
	const callbacks = { ...options.callbacks, ...(makeToken && { jwt: withAnswer('jwt', makeToken, say) }) };
	const pages = problem?.option.startsWith('pages.') ? undefined : resolvePages(options.pages, base);
	const basePath =
		problem?.option === 'basePath' ? '/auth' : resolveBasePath(options.basePath, authUrl, base);
	const jwtSettings = { secret: secrets, maxAge, encode, decode, ...options.jwt };
	const short = problem ? null : (shortSecret(secrets) ?? shortSecret([jwtSettings.secret].flat()));
	if (short) say(short);
	const jwt = warnOfLargeTokens({ ...jwtSettings, secret: forTenant(jwtSettings.secret, tenant) }, say);
	const core: AuthConfig = {
		...options,
		...(strategy === 'database' && sessionsOfTenant(options, tenant)),
		basePath,
		// The core answers every configuration problem alike: as long as there is one, nothing else is looked at.
		trustHost: problem === null,
		secret: forTenant(secrets, tenant),
		providers: problem ? [] : providers.filter((provider) => !unfinished(provider)),
		callbacks: {
			...callbacks,
			...(callbacks.jwt && { jwt: withUserId(callbacks.jwt) }),
			redirect: wrapRedirectCallback(callbacks.redirect, base, logger.error, allowedOrigins),
			session: wrapSessionCallback(sessionCallback),
		},
		...(options.events?.signIn && {
			events: { ...options.events, signIn: withUserId(options.events.signIn) },
		}),
		jwt,
		logger: coreLogger(logger, strategy),
		...(pages && { pages }),
		...(redirectProxyUrl !== undefined && { redirectProxyUrl }),
	};
	return {
		core,
		providers,
		basePath,
		base,
		signInPage: pages?.signIn ?? `${basePath}/signin`,
		dev,
		authOrigin: authUrl?.origin ?? null,
		trusted,
		strategy,
		maxAge,
		updateAge: options.session?.updateAge ?? defaultUpdateAge,
		jwt,
		tokens: createTokenReader(jwt, sessionCache),
		sessionCallback,
		logger,
		problem,
		needsToken: !skipCSRFCheck,
		confirmEmailLinks,
		evictSquatter,
		accounts: problem ? undefined : accounts,
		tenant,
		shortSession,
		signOut: problem ? undefined : signOut,
		legacySessions: problem ? undefined : legacySessions,
		allowedOrigins,
	};
}

/** The second lock of the development provider: outside development it is as if it had never been listed. */
function unlockedOnly(
	providers: ResolvedProvider[],
	dev: boolean,
	say: (message: string) => void,
): ResolvedProvider[] {
	if (dev && isDevelopmentProcess()) return providers;
	const rest = providers.filter((provider) => !isDevelopmentProvider(provider));
	if (rest.length < providers.length) {
		say('The Development provider was left out: it works only with `dev: true` and NODE_ENV=development.');
	}
	return rest;
}

/** With the first e-mail link the core invents an id, and the adapter another: the account keeps the wrong one. */
function withUserId<P extends { user: { id?: string }; account?: { userId?: string } | null }, R>(
	handler: (params: P) => R,
): (params: P) => R {
	return (params) => {
		const { user, account } = params;
		const wrong = account?.userId !== undefined && user?.id !== undefined && account.userId !== user.id;
		return handler(wrong ? { ...params, account: { ...account, userId: user.id } } : params);
	};
}

/** Braces without a `return` sign everybody out, and nothing says so. Null is an answer. */
function withAnswer<P, R>(
	name: string,
	callback: (params: P) => R,
	say: (message: string) => void,
): (params: P) => R {
	const look = <T>(answer: T): T => {
		if (answer === undefined)
			say(`callbacks.${name} returned nothing: return the ${name === 'jwt' ? 'token' : name}`);
		return answer;
	};
	return (params) => {
		const answer = callback(params);
		return answer instanceof Promise ? (answer.then(look) as R) : look(answer);
	};
}

function once(told: Set<string>, message: string, log: () => void): void {
	if (told.has(message)) return;
	told.add(message);
	log();
}
