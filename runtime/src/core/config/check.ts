import { MissingSecret, UntrustedHost } from '@auth/core/errors';
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
		findTokenSecretProblem(options.jwt),
		...findOptionProblems(options, redirectProxyUrl),
		...findProviderProblems(settings),
	].filter((problem) => problem !== null);
	return problems.filter(({ option }, index) => problems.findIndex((one) => one.option === option) === index);
}

function findAddressProblem({ authUrl, trusted, hint }: Settings): ConfigError | null {
	if (authUrl.value && !authUrl.valid)
		return configError('AUTH_URL', 'AUTH_URL is not an http(s) URL. Write it like https://your-domain');
	if (trusted) return null;
	const fix = `Set AUTH_URL=https://your-domain${hint('AUTH_URL')}, or AUTH_TRUST_HOST=true when a proxy or platform sets it`;
	return configError('trustHost', `The host header is not trusted. ${fix}`, UntrustedHost);
}

/** The core's types do not show it, but with it instead of AUTH_SECRET all tokens are made, those of sessions among them. */
function findTokenSecretProblem(jwt: object | undefined): ConfigError | null {
	if (!jwt || !('secret' in jwt) || jwt.secret === undefined) return null;
	const secrets = [jwt.secret].flat();
	if (secrets.length > 0 && areLong(secrets)) return null;
	const message = `jwt.secret is too short: it takes at least ${minimumSecretLength} random characters. Leave it out, and AUTH_SECRET is used`;
	return configError('jwt.secret', message, MissingSecret);
}

const areLong = (secrets: readonly unknown[]): boolean =>
	secrets.every((secret) => typeof secret === 'string' && secret.length >= minimumSecretLength);

/** An old secret that is kept for rotation can forge sessions just as well as the first. */
function findSecretProblem({ secrets, hint }: Settings): ConfigError | null {
	const fix = `at least ${minimumSecretLength} random characters. Make one with \`npx authgraft secret\``;
	if (secrets.length === 0) {
		const message = `AUTH_SECRET is not set${hint('AUTH_SECRET')}. It takes ${fix}`;
		return configError('secret', message, MissingSecret);
	}
	if (areLong(secrets)) return null;
	return configError('secret', `AUTH_SECRET is too short: it takes ${fix}`, MissingSecret);
}
