import type { Adapter } from '@auth/core/adapters';
import {
	DuplicateConditionalUI,
	ExperimentalFeatureNotEnabled,
	InvalidProvider,
	MissingAdapter,
	MissingAdapterMethods,
	MissingAuthorize,
	MissingWebAuthnAutocomplete,
	UnsupportedStrategy,
} from '@auth/core/errors';
import { type ConfigError, configError } from './config-error.js';
import { isDevelopmentProvider } from './development.js';
import { providerId, providerOption, variablePrefix } from './providers.js';
import type { ResolvedProvider, RuntimeConfig } from './types.js';

export interface ProviderSettings {
	providers: readonly ResolvedProvider[];
	strategy: 'jwt' | 'database';
	adapter: Adapter | undefined;
	experimental: RuntimeConfig['experimental'];
}

/** What the core calls on an adapter, by what needs it. The core itself checks only one of the groups. */
const methods = {
	user: ['createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'updateUser', 'linkAccount'],
	session: ['createSession', 'getSessionAndUser', 'updateSession', 'deleteSession'],
	email: ['createVerificationToken', 'useVerificationToken'],
	webauthn: [
		'getAccount',
		'getAuthenticator',
		'createAuthenticator',
		'listAuthenticatorsByUserId',
		'updateAuthenticatorCounter',
	],
} as const;

/** Finds a provider that cannot work with the rest of the configuration. Specification: section 7. */
export function findProviderProblem(settings: ProviderSettings): ConfigError | null {
	const { providers, strategy, adapter, experimental } = settings;
	for (const [index, provider] of providers.entries()) {
		const problem = findOwnProblem(provider, index, settings);
		if (problem) return problem;
	}
	const ids = providers.map(providerId);
	const twice = ids.find((id, index) => ids.indexOf(id) !== index);
	if (twice !== undefined) {
		const message = `providers: two have the id "${twice}". Give one of them another \`id\``;
		return configError('providers', message, InvalidProvider);
	}
	if (strategy === 'database' && !adapter)
		return configError('adapter', 'Database sessions need an `adapter`', MissingAdapter);
	return findWebAuthnProblem(providers, experimental) ?? findAdapterProblem(settings);
}

function findOwnProblem(
	provider: ResolvedProvider,
	index: number,
	{ strategy, adapter }: ProviderSettings,
): ConfigError | null {
	const id = provider && providerOption<string>(provider, 'id');
	// It becomes a segment of the endpoints' paths.
	if (typeof id !== 'string' || !/^[\w.~-]+$/.test(id) || !provider.type) {
		const message = `providers: number ${index + 1} is no provider with an \`id\` and a \`type\``;
		return configError('providers', message, InvalidProvider);
	}
	if (provider.type === 'credentials') {
		const name = isDevelopmentProvider(provider) ? 'Development' : `"${id}"`;
		if (typeof providerOption(provider, 'authorize') !== 'function')
			return configError('authorize', `${name} needs an \`authorize\` function`, MissingAuthorize);
		if (strategy === 'database') {
			const message = `${name} is a credentials provider and works with JWT sessions only. Set session: { strategy: 'jwt' }, or remove the provider`;
			return configError('session.strategy', message, UnsupportedStrategy);
		}
	}
	if (provider.type === 'email' && !adapter) {
		const message = `"${id}" sends e-mail links and needs an \`adapter\` to remember them`;
		return configError('adapter', message, MissingAdapter);
	}
	return null;
}

function findWebAuthnProblem(
	providers: readonly ResolvedProvider[],
	experimental: ProviderSettings['experimental'],
): ConfigError | null {
	const passkeys = providers.filter((provider) => provider.type === 'webauthn');
	if (passkeys.length > 0 && !experimental?.enableWebAuthn) {
		const message = `"${providerId(passkeys[0] as ResolvedProvider)}" is experimental. Set experimental: { enableWebAuthn: true }`;
		return configError('experimental.enableWebAuthn', message, ExperimentalFeatureNotEnabled);
	}
	const conditional = passkeys.filter((provider) => providerOption(provider, 'enableConditionalUI'));
	if (conditional.length > 1) {
		const message = 'enableConditionalUI is on for more than one provider. Leave it to one of them';
		return configError('enableConditionalUI', message, DuplicateConditionalUI);
	}
	for (const provider of conditional) {
		const fields = providerOption<Record<string, { autocomplete?: unknown }>>(provider, 'formFields') ?? {};
		if (Object.values(fields).some(({ autocomplete }) => String(autocomplete).includes('webauthn'))) continue;
		const message = `formFields of "${providerId(provider)}": enableConditionalUI needs one with "webauthn" in its \`autocomplete\``;
		return configError('formFields', message, MissingWebAuthnAutocomplete);
	}
	return null;
}

function findAdapterProblem({ adapter, providers, strategy }: ProviderSettings): ConfigError | null {
	const has = (type: string) => providers.some((provider) => provider.type === type);
	const looksUsersUp = providers.some((provider) => provider.type !== 'credentials');
	if (!adapter) {
		return has('webauthn') ? configError('adapter', 'Passkeys need an `adapter`', MissingAdapter) : null;
	}
	const needed = [
		...(looksUsersUp ? methods.user : []),
		...(strategy === 'database' ? methods.session : []),
		...(has('email') ? methods.email : []),
		...(has('webauthn') ? methods.webauthn : []),
	];
	const missing = needed.filter((name) => typeof adapter[name] !== 'function');
	if (missing.length === 0) return null;
	const message = `adapter: it has no ${missing.join(', ')}. Use one that supports what is configured`;
	return configError('adapter', message, MissingAdapterMethods);
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
