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
import { type ConfigError, configError } from '../config-error.js';
import { parseHttpUrl } from '../http/origin.js';
import type { ResolvedProvider, RuntimeConfig } from '../types.js';
import { isDevelopmentProvider } from './development.js';
import { endpointUrls, isWhole } from './endpoints.js';
import { isInDatabase, isUnkept, makingOf, providerId, providerOption, variablePrefix } from './index.js';

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

/** Finds providers that cannot work with the rest of the configuration. Specification: section 7. */
export function findProviderProblems(settings: ProviderSettings): (ConfigError | null)[] {
	const { providers, strategy, adapter, experimental } = settings;
	const own = providers.map((provider, index) => findOwnProblem(provider, index, settings));
	// What is no provider cannot be asked any further.
	if (own.some((problem) => problem?.option === 'providers')) return own;
	const ids = providers.map(providerId);
	const twice = ids.find((id, index) => ids.indexOf(id) !== index);
	const message = `providers: two have the id "${twice}". Give one of them another \`id\``;
	return [
		...own,
		twice === undefined ? null : configError('providers', message, InvalidProvider),
		strategy === 'database' && !adapter
			? configError('adapter', 'Database sessions need an `adapter`', MissingAdapter)
			: null,
		findWebAuthnProblem(providers, experimental),
		findAdapterProblem(settings),
	];
}

function findOwnProblem(
	provider: ResolvedProvider,
	index: number,
	{ providers, strategy, adapter }: ProviderSettings,
): ConfigError | null {
	const id = provider && providerOption<string>(provider, 'id');
	// It becomes a segment of the endpoints' paths: dots alone would lead elsewhere.
	if (typeof id !== 'string' || !/^(?!\.+$)[\w.~-]+$/.test(id) || !provider.type) {
		const message = `providers: number ${index + 1} is no provider with a \`type\` and an \`id\` of letters, digits and -._~`;
		return configError('providers', message, InvalidProvider);
	}
	if (provider.type === 'credentials') {
		const name = isDevelopmentProvider(provider) ? 'Development' : `"${id}"`;
		if (typeof providerOption(provider, 'authorize') !== 'function')
			return configError('authorize', `${name} needs an \`authorize\` function`, MissingAuthorize);
		// Beside others it is left out, as the core does it: people of those stay signed in.
		if (isUnkept(provider, strategy) && providers.every(({ type }) => type === 'credentials'))
			return configError('session.strategy', `"${id}" ${jwtOnly}`, UnsupportedStrategy);
	}
	if (provider.type === 'email' && !adapter) {
		const message = `"${id}" sends e-mail links and needs an \`adapter\` to remember them`;
		return configError('adapter', message, MissingAdapter);
	}
	return null;
}

const jwtOnly = `is a credentials provider and works with JWT sessions only. Set session: { strategy: 'jwt' }, or remove the provider`;

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
	// Test people are rows of the database, too.
	const looksUsersUp = providers.some(
		(provider) => provider.type !== 'credentials' || (strategy === 'database' && isInDatabase(provider)),
	);
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

/** What the core's own mailers need, beside what their modules demand themselves: by option, the end of its variable. */
const mailerNeeds: Record<string, Record<string, string>> = {
	forwardemail: { apiKey: 'KEY' },
	loops: { apiKey: 'KEY', transactionalId: 'TRANSACTIONAL_ID' },
	mailgun: { apiKey: 'KEY', from: 'FROM' },
	postmark: { apiKey: 'KEY' },
	resend: { apiKey: 'KEY' },
	sendgrid: { apiKey: 'KEY', from: 'FROM' },
};

/**
 * What a provider still lacks, or null. Not a problem of the whole configuration: the other providers work while this
 * one is being registered. Without the check people are sent away with `client_id=undefined` or to a host called
 * "undefined", and the core refuses every request, also those of other providers, as long as one has no issuer.
 *
 * @returns a sentence with the variable to set
 */
export function unfinished(provider: ResolvedProvider): string | null {
	if (makingOf(provider).unkept) return `"${providerId(provider)}" ${jwtOnly}`;
	const lack = makingOf(provider).withoutServer ? lackOf('server', 'SERVER') : null;
	const told = lack ?? (provider.type === 'email' ? mailerLack(provider) : null) ?? clientLack(provider);
	if (told === null) return null;
	const id = providerId(provider);
	return `"${id}" ${told.replaceAll('AUTH_', `${variablePrefix(id)}_`)}`;
}

/** `AUTH_` stands for what the variables of the provider begin with. */
function lackOf(name: string, suffix: string, read = true): string {
	if (read) return `has no ${name}. Set AUTH_${suffix}`;
	return `has no \`${name}\`. Pass it in the call, for example from AUTH_${suffix}`;
}

function mailerLack(provider: ResolvedProvider): string | null {
	const { id, options } = provider as { id: string; options?: { sendVerificationRequest?: unknown } };
	// Whoever sends the mails in a way of their own needs what they need.
	if (!makingOf(provider).mailer || options?.sendVerificationRequest) return null;
	for (const [name, suffix] of Object.entries(mailerNeeds[id] ?? {})) {
		const value = providerOption<string>(provider, name);
		if (!value) return lackOf(name, suffix, name !== 'transactionalId');
		// They take the domain, or the whole, as the address.
		if (name === 'from' && String(value).includes('<'))
			return 'sends from a bare address only. Set AUTH_FROM to one, such as no-reply@your-domain';
	}
	return null;
}

function clientLack(provider: ResolvedProvider): string | null {
	if (provider.type !== 'oauth' && provider.type !== 'oidc') return null;
	if (!providerOption(provider, 'clientId')) return lackOf('client id', 'ID');
	const { unset, lazy } = makingOf(provider);
	if (unset && !lazy)
		return `was called before its \`${unset}\` was known. Pass what it needs in the call, or list the provider without calling it`;
	return endpointLack(provider, lazy === true) ?? secretLack(provider);
}

function secretLack({
	client,
	clientSecret,
	options,
}: Extract<ResolvedProvider, { clientId?: unknown }>): string | null {
	const method = options?.client?.token_endpoint_auth_method ?? client?.token_endpoint_auth_method;
	// An empty one in the configuration itself is meant so: servers that take none look at no value.
	if (
		(options?.clientSecret ?? clientSecret) !== undefined ||
		/^(none|private_key_jwt)$/.test(String(method))
	)
		return null;
	return `${lackOf('client secret', 'SECRET')}, or client: { token_endpoint_auth_method: 'none' } if it has none`;
}

/** Specification: section 7 (`InvalidEndpoints`). */
function endpointLack(provider: ResolvedProvider, lazy: boolean): string | null {
	const issuer = providerOption<string>(provider, 'issuer');
	const [authorization, token, userinfo] = endpointUrls(provider);
	const urls = Object.entries({ authorization, token, userinfo });
	const broken = urls.find(([, url]) => url && !isWhole(url));
	if (broken && provider.id === 'netsuite') return lackOf('accountID', 'ACCOUNT_ID', false);
	if (broken && parseHttpUrl(broken[1]))
		return `has no whole URL for its ${broken[0]} (${broken[1]}). Set what that URL is made of`;
	if (issuer && !isWhole(issuer) && (broken || !authorization || !token))
		return 'has an issuer that is no whole URL. Set AUTH_ISSUER to one that begins with https://';
	// `Mastodon({ ... })` builds its URLs at once: with the issuer only in the environment they begin with "undefined".
	if (broken && (issuer || !lazy))
		return 'was called without its issuer. Pass `issuer` in the call, or list the provider without calling it';
	const missing = urls.filter(([, url]) => !url).map(([name]) => name);
	if (broken || (!issuer && (missing.length === 3 || (provider.type === 'oidc' && missing.length > 0))))
		return lackOf('issuer', 'ISSUER');
	// The core looks for tokens and for how to begin where the issuer says, and for a profile only with `oidc`.
	const asks = provider.type === 'oidc' || Boolean(providerOption(provider, 'userinfo'));
	const needed = missing.find((name) => !issuer || (name === 'userinfo' && !asks));
	return needed ? lackOf(needed, needed.toUpperCase(), false) : null;
}
