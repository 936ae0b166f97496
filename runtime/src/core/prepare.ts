import type { AuthConfig } from '@auth/core';
import { AuthError, InvalidProvider, MissingSecret } from '@auth/core/errors';
import { decode, encode } from '@auth/core/jwt';
import { findProblem, shortSecret, shortSecretMessage, unfinished } from './check.js';
import { isDevelopmentProcess, isDevelopmentProvider } from './development.js';
import { environment, readSecrets } from './environment.js';
import { createLogger, warn, wrapError } from './log.js';
import { isTrusted, parseHttpUrl } from './origin.js';
import { normalizeBase, resolveBasePath, resolvePages } from './paths.js';
import { resolveProviders } from './providers.js';
import { wrapSessionCallback } from './public-session.js';
import { wrapRedirectCallback } from './redirects.js';
import type { Prepared, ResolvedProvider, RuntimeConfig } from './types.js';

/** Specification: section 8. Seconds. */
const defaultMaxAge = 30 * 24 * 60 * 60;
const defaultUpdateAge = 24 * 60 * 60;

/** For hosts that hand their variables in: SvelteKit 3 hands in only those that are declared. */
const undeclared = ' (in SvelteKit 3 declare it in src/env.ts, too)';

const prepared = new WeakMap<RuntimeConfig, Prepared>();

/**
 * Works out everything about a configuration that is the same for every request. Done once per config object;
 * the object itself and its providers are never written to. A problem is logged here, once, and kept.
 *
 * @param told what has been logged already: a config function makes a new object for every request
 */
export function prepare(config: RuntimeConfig, told: Set<string> = new Set()): Prepared {
	const known = prepared.get(config);
	if (known) return known;
	const result = prepareOnce(config, told);
	prepared.set(config, result);
	return result;
}

function prepareOnce(config: RuntimeConfig, told: Set<string>): Prepared {
	const { env: record, dev: devFlag, building: _, base: hostBase, ...options } = config;
	const env = environment(record);
	const logger = createLogger(options);
	const say = (message: string) => once(told, message, () => warn(logger, message));
	const dev = devFlag === true;
	const base = normalizeBase(hostBase);
	const authUrl = parseHttpUrl(env('AUTH_URL'));
	const basePath = resolveBasePath(options.basePath, authUrl, base);
	const pages = resolvePages(options.pages, base);
	const trusted = isTrusted(config, env);
	const secrets = options.secret?.length ? [options.secret].flat() : readSecrets(env);
	const strategy = options.session?.strategy ?? (options.adapter ? 'database' : 'jwt');
	const maxAge = options.session?.maxAge ?? defaultMaxAge;

	let providers: ResolvedProvider[] = [];
	let problem: AuthError | null = null;
	try {
		providers = unlockedOnly(resolveProviders(options.providers, env), dev, say);
		const hasAdapter = options.adapter !== undefined;
		problem = findProblem({ providers, secrets, trusted, dev, strategy, hasAdapter });
	} catch (error) {
		problem = wrapError(InvalidProvider, error);
	}
	if (env('AUTH_URL') && !authUrl) {
		problem = new AuthError('AUTH_URL is not an http(s) URL. Write it like https://your-domain');
	}
	if (problem) {
		const error = problem;
		once(told, error.message, () => logger.error(error));
	} else if (shortSecret(secrets)) {
		say(`${shortSecretMessage}. In production this is an error.`);
	}
	if (problem instanceof MissingSecret && env('BETTER_AUTH_SECRET')) {
		say('BETTER_AUTH_SECRET is set, but another library reads it. Rename it to AUTH_SECRET.');
	}
	for (const provider of providers) {
		const missing = unfinished(provider);
		if (missing) say(`${missing}${record ? undeclared : ''}`);
	}

	const { redirectProxyUrl = env('AUTH_REDIRECT_PROXY_URL'), callbacks } = options;
	const core: AuthConfig = {
		...options,
		basePath,
		// The core answers every configuration problem alike: as long as there is one, nothing else is looked at.
		trustHost: problem === null,
		secret: secrets,
		providers: problem ? [] : providers.filter((provider) => !unfinished(provider)),
		callbacks: {
			...callbacks,
			redirect: wrapRedirectCallback(callbacks?.redirect, base),
			session: wrapSessionCallback(callbacks?.session),
		},
		logger,
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
		jwt: { secret: secrets, maxAge, encode, decode, ...options.jwt },
		sessionCallback: callbacks?.session,
		logger,
		problem,
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

function once(told: Set<string>, message: string, log: () => void): void {
	if (told.has(message)) return;
	told.add(message);
	log();
}
