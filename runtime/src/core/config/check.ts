import { MissingSecret, UntrustedHost } from '@auth/core/errors';
import { type ConfigError, configError } from '../config-error.js';
import { findProviderProblem, type ProviderSettings } from '../providers/check.js';
import type { RuntimeConfig } from '../types.js';
import { findOptionProblem } from './check-options.js';

/** Specification: section 8. */
const minimumSecretLength = 32;

export interface Settings extends ProviderSettings {
	options: Omit<RuntimeConfig, 'env'>;
	secrets: readonly unknown[];
	trusted: boolean;
	/** AUTH_URL as it was set, and whether it is one. */
	authUrl: { value: string | undefined; valid: boolean };
	redirectProxyUrl: string | undefined;
}

/**
 * Finds out why a configuration cannot work, before the core sees it: one process-wide flag in the core's own
 * check makes every later configuration fail with MissingAdapter once one had an e-mail provider, and it lets
 * credentials with database sessions through, which sign people in and out again without a word in the log.
 *
 * Specification: section 7.
 *
 * @returns the error to log, with the option's name and the fix in its message, or null
 */
export function findProblem(settings: Settings): ConfigError | null {
	const { authUrl, trusted, secrets, options, redirectProxyUrl } = settings;
	if (authUrl.value && !authUrl.valid) {
		return configError('AUTH_URL', 'AUTH_URL is not an http(s) URL. Write it like https://your-domain');
	}
	if (!trusted) {
		const fix = 'Set AUTH_URL=https://your-domain, or AUTH_TRUST_HOST=true when a proxy or platform sets it';
		return configError('trustHost', `The host header is not trusted. ${fix}`, UntrustedHost);
	}
	return (
		findSecretProblem(secrets) ??
		findTokenSecretProblem(options.jwt) ??
		findOptionProblem(options, redirectProxyUrl) ??
		findProviderProblem(settings)
	);
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
function findSecretProblem(secrets: readonly unknown[]): ConfigError | null {
	const fix = `at least ${minimumSecretLength} random characters. Make one with \`npx authgraft secret\``;
	if (secrets.length === 0)
		return configError('secret', `AUTH_SECRET is not set. It takes ${fix}`, MissingSecret);
	if (areLong(secrets)) return null;
	return configError('secret', `AUTH_SECRET is too short: it takes ${fix}`, MissingSecret);
}
