import {
	MissingAdapter,
	MissingAuthorize,
	MissingSecret,
	UnsupportedStrategy,
	UntrustedHost,
} from '@auth/core/errors';
import { isPasswords } from '../accounts.js';
import { type ConfigError, configError } from '../config-error.js';
import { findProviderProblems, type ProviderSettings } from '../providers/check.js';
import type { RuntimeConfig } from '../types.js';
import { findOptionProblems } from './check-options.js';

/** Specification: section 8. */
const minimumSecretLength = 32;

export interface Settings extends ProviderSettings {
	options: Omit<RuntimeConfig, 'env'>;
	secrets: readonly unknown[];
	trusted: boolean;
	/** AUTH_URL as it was set, and whether it is one. */
	authUrl: { value: string | undefined; valid: boolean };
	redirectProxyUrl: string | undefined;
	/** What is to be known besides of the variable that a message is about. */
	hint: (message: string) => string;
}

/**
 * Finds out why a configuration cannot work, before the core sees it: one process-wide flag in the core's own
 * check makes every later configuration fail with MissingAdapter once one had an e-mail provider, and it lets
 * credentials with database sessions through, which sign people in and out again without a word in the log.
 *
 * Specification: section 7.
 *
 * @returns the errors to log, with the option's name and the fix in its message: one for each option, so that nobody mends a
 *   cause only to see the next one. The first is the one that decides
 */
export function findProblems(settings: Settings): ConfigError[] {
	const { options, redirectProxyUrl } = settings;
	const problems = [
		findAddressProblem(settings),
		findSecretProblem(settings),
		findTokenSecretProblem(options),
		...findOptionProblems(options, redirectProxyUrl),
		...findProviderProblems(settings),
		findAccountsProblem(settings),
	].filter((problem) => problem !== null);
	return problems.filter(({ option }, index) => problems.findIndex((one) => one.option === option) === index);
}

function findAddressProblem({ authUrl, trusted, hint }: Settings): ConfigError | null {
	if (authUrl.value && !authUrl.valid)
		return configError('AUTH_URL', 'AUTH_URL is not an http(s) URL. Write it like https://your-domain');
	if (trusted) return null;
	const fix = `Set AUTH_URL=https://your-domain${hint('AUTH_URL')}, or AUTH_TRUST_HOST=true when a proxy or platform sets it${hint('AUTH_TRUST_HOST')}`;
	return configError('trustHost', `The host header is not trusted. ${fix}`, UntrustedHost);
}

/** Passwords are kept beside an adapter, and a session that can be ended is one of the database. */
function findAccountsProblem({ options, providers, strategy, adapter }: Settings): ConfigError | null {
	const { accounts } = options;
	const listed = providers.some((provider) => Object(provider) === provider && isPasswords(provider));
	if (listed && !accounts)
		return configError('accounts', 'Passwords() needs `accounts`. See docs/accounts.md', MissingAuthorize);
	if (!accounts) return null;
	if (!adapter) return configError('adapter', '`accounts` need an `adapter`', MissingAdapter);
	if (strategy === 'database') return null;
	const message = "`accounts` need sessions that can be ended. Set session: { strategy: 'database' }";
	return configError('session.strategy', message, UnsupportedStrategy);
}

/** The core's types do not show it, but with it instead of AUTH_SECRET all tokens are made, those of sessions among them. */
function findTokenSecretProblem({ jwt, allowShortSecret }: Settings['options']): ConfigError | null {
	if (!jwt || !('secret' in jwt) || jwt.secret === undefined) return null;
	const secrets = [jwt.secret].flat();
	if (secrets.length > 0 && areUsable(secrets, allowShortSecret)) return null;
	const message = `jwt.secret is too short: it takes at least ${minimumSecretLength} random characters. Leave it out, and AUTH_SECRET is used`;
	return configError('jwt.secret', message, MissingSecret);
}

/** The first signs. Those behind it only read what was signed when any length would do: people stay signed in. */
function areUsable([first, ...old]: readonly unknown[], allowShort: boolean | undefined): boolean {
	const isText = (secret: unknown, least: number) => typeof secret === 'string' && secret.length >= least;
	return isText(first, allowShort === true ? 1 : minimumSecretLength) && old.every((one) => isText(one, 1));
}

/**
 * What is to be told of short secrets that are let be, or null: an old one can forge sessions just as well as the first.
 *
 * @param secrets those that were found to be usable
 */
export function shortSecret(secrets: readonly string[]): string | null {
	const found = secrets.findIndex(({ length }) => length < minimumSecretLength);
	if (found < 0) return null;
	const [which, fix] =
		found === 0
			? [
					'The secret that signs sessions',
					'Put a longer one in front of it (`npx authgraft secret --print`), and it only reads',
				]
			: ['An old secret', 'Take it out when the longest session is over'];
	return `${which} is shorter than ${minimumSecretLength} characters: whoever guesses it can sign in as anybody. ${fix}`;
}

function findSecretProblem({ secrets, options, hint }: Settings): ConfigError | null {
	const fix = `at least ${minimumSecretLength} random characters. Make one with \`npx authgraft secret\``;
	if (secrets.length === 0) {
		const message = `AUTH_SECRET is not set${hint('AUTH_SECRET')}. It takes ${fix}`;
		return configError('secret', message, MissingSecret);
	}
	if (areUsable(secrets, options.allowShortSecret)) return null;
	return configError('secret', `AUTH_SECRET is too short: it takes ${fix}`, MissingSecret);
}
