import {
	AuthError,
	MissingAdapter,
	MissingSecret,
	UnsupportedStrategy,
	UntrustedHost,
} from '@auth/core/errors';
import { isDevelopmentProvider } from './development.js';
import { providerId, providerOption, variablePrefix } from './providers.js';
import type { ResolvedProvider } from './types.js';

/** Specification: section 8. */
export const minimumSecretLength = 32;

export interface Settings {
	providers: readonly ResolvedProvider[];
	secrets: readonly string[];
	trusted: boolean;
	dev: boolean;
	strategy: 'jwt' | 'database';
	hasAdapter: boolean;
}

/**
 * Finds out why a configuration cannot work, before the core sees it: one process-wide flag in the core's own
 * check makes every later configuration fail with MissingAdapter once one had an e-mail provider, and it lets
 * credentials with database sessions through, which sign people in and out again without a word in the log.
 *
 * Specification: section 7.
 *
 * @returns the error to log, with the fix in its message, or null
 */
export function findProblem(settings: Settings): AuthError | null {
	const { providers, secrets, trusted, dev, strategy, hasAdapter } = settings;
	if (!trusted) {
		return new UntrustedHost(
			'The host header is not trusted. Set AUTH_URL=https://your-domain, or AUTH_TRUST_HOST=true when a proxy or platform sets the header',
		);
	}
	if (secrets.length === 0) {
		return new MissingSecret(
			`AUTH_SECRET is not set. Put a random string of at least ${minimumSecretLength} characters into the environment, for example with \`npx authgraft secret\``,
		);
	}
	if (!dev && shortSecret(secrets)) return new MissingSecret(shortSecretMessage);

	const credentials = providers.find((provider) => provider.type === 'credentials');
	if (credentials && strategy === 'database') {
		const name = isDevelopmentProvider(credentials) ? 'Development' : `"${providerId(credentials)}"`;
		return new UnsupportedStrategy(
			`${name} is a credentials provider and works with JWT sessions only. Set session: { strategy: 'jwt' }, or remove the provider`,
		);
	}
	if (strategy === 'database' && !hasAdapter) {
		return new MissingAdapter('Database sessions need an `adapter`');
	}
	const email = providers.find((provider) => provider.type === 'email');
	if (email && !hasAdapter) {
		return new MissingAdapter(
			`"${providerId(email)}" sends e-mail links and needs an \`adapter\` to remember them`,
		);
	}
	return duplicateProvider(providers);
}

/**
 * What an OAuth provider still lacks, or null. Not a problem of the whole configuration: the other providers work
 * while this one is being registered. Without the check people are sent away with `client_id=undefined`, and the
 * core refuses every request, also those of other providers, as long as one has no issuer.
 */
export function unfinished(provider: ResolvedProvider): string | null {
	if (provider.type !== 'oauth' && provider.type !== 'oidc') return null;
	const id = providerId(provider);
	const set = (suffix: string) => `Set ${variablePrefix(id)}_${suffix}`;
	if (!providerOption(provider, 'clientId')) return `"${id}" has no client id. ${set('ID')}`;
	const urls = ['authorization', 'token', 'userinfo'].map((name) => {
		const endpoint = providerOption<string | { url?: string }>(provider, name);
		return typeof endpoint === 'string' ? endpoint : endpoint?.url;
	});
	// `Mastodon({ ... })` builds its URLs at once: with the issuer only in the environment they begin with "undefined".
	if (urls.some((url) => url?.startsWith('undefined'))) {
		return `"${id}" was called without its issuer. Pass \`issuer\` in the call, or list the provider without calling it`;
	}
	if (!providerOption(provider, 'issuer') && !urls.every(Boolean))
		return `"${id}" has no issuer. ${set('ISSUER')}`;
	return null;
}

export const shortSecretMessage = `AUTH_SECRET is too short: at least ${minimumSecretLength} characters are needed. Make one with \`npx authgraft secret\``;

/** Whether any secret is too short. An old one that is kept for rotation can forge sessions just as well. */
export function shortSecret(secrets: readonly string[]): boolean {
	return secrets.some((secret) => secret.length < minimumSecretLength);
}

function duplicateProvider(providers: readonly ResolvedProvider[]): AuthError | null {
	const ids = providers.map(providerId);
	const twice = ids.find((id, index) => ids.indexOf(id) !== index);
	if (twice === undefined) return null;
	return new AuthError(`Two providers have the id "${twice}". Give one of them another \`id\``);
}
