import { type AuthConfig, customFetch } from '@auth/core';
import { CredentialsSignin } from '@auth/core/errors';
import type { Provider } from '@auth/core/providers';
import { isDevelopmentProvider } from './development.js';
import type { Environment } from './environment.js';
import type { ResolvedProvider } from './types.js';

type Factory = (options: Record<string, unknown>) => ResolvedProvider;

/**
 * Turns the provider list into plain objects, credentials filled in from the environment.
 * The core does the same in place, so the first request's environment stuck to the user's own objects.
 *
 * Specification: section 5 (provider credentials).
 *
 * @throws TypeError when a bare factory, such as `providers: [Nodemailer]`, needs options
 */
export function resolveProviders(providers: AuthConfig['providers'], env: Environment): ResolvedProvider[] {
	return providers.map((provider) => {
		const made = typeof provider === 'function' ? fromFactory(provider as Factory, env) : provider;
		return fillCredentials(copyPlain(made) as ResolvedProvider, env);
	});
}

/** The provider's id: the user's own one wins, as it does in the core. */
export function providerId(provider: Provider): string {
	return String(provider.options?.id ?? (provider as ResolvedProvider).id);
}

/** The provider's name as people read it. */
export function providerName(provider: ResolvedProvider): string {
	return String(provider.options?.name ?? provider.name);
}

/** Reads one of a provider's options: what the user wrote wins over the provider's default. */
export function providerOption<T>(provider: ResolvedProvider, name: string): T | undefined {
	return (provider.options?.[name] ?? (provider as unknown as Record<string, unknown>)[name]) as
		| T
		| undefined;
}

/** The provider with that id, or undefined. */
export function findProvider(
	providers: readonly ResolvedProvider[],
	id: string | undefined,
): ResolvedProvider | undefined {
	return id === undefined ? undefined : providers.find((provider) => providerId(provider) === id);
}

function fromFactory(factory: Factory, env: Environment): ResolvedProvider {
	let id: string;
	try {
		// Only the id matters here: it names the variables. Without an issuer, some read `process.env`, which may not exist.
		id = providerId(factory({ issuer: '' }));
	} catch (cause) {
		const name = factory.name || 'This provider';
		throw new TypeError(
			`${name} cannot stand alone in \`providers\`: call it with the options it needs, for example ${name}({ ... }).`,
			{ cause },
		);
	}
	// A fresh object with only what is set: some factories assign to their argument.
	return factory(credentialsOf(id, env, ['clientId', 'clientSecret', 'issuer', 'apiKey']));
}

function fillCredentials(provider: ResolvedProvider, env: Environment): ResolvedProvider {
	if (isDevelopmentProvider(provider)) return provider;
	if (provider.type === 'credentials') return withOwnErrors(provider);
	const target = provider as unknown as Record<string, unknown>;
	const names =
		provider.type === 'oauth' || provider.type === 'oidc'
			? ['clientId', 'clientSecret', 'issuer']
			: provider.type === 'email'
				? ['apiKey']
				: [];
	// The user's own id names the variables: a second GitHub app reads AUTH_GITHUB_WORK_ID, not the first one's.
	const values = credentialsOf(providerId(provider), env, names);
	for (const [name, value] of Object.entries(values)) target[name] ??= value;
	return provider;
}

/**
 * A `CredentialsSignin` of a second copy of the core (adapters pin one) is none to the core that runs: people with a
 * wrong password would be told of a server error. It is made anew with our copy's class.
 */
function withOwnErrors(provider: ResolvedProvider): ResolvedProvider {
	type Authorize = (...args: unknown[]) => unknown;
	const authorize = providerOption<Authorize>(provider, 'authorize');
	if (typeof authorize !== 'function') return provider;
	const wrapped: Authorize = async (...args) => {
		try {
			return await authorize(...args);
		} catch (thrown) {
			const { type, code, message } = (thrown ?? {}) as Partial<CredentialsSignin>;
			if (thrown instanceof CredentialsSignin || type !== CredentialsSignin.type) throw thrown;
			throw Object.assign(new CredentialsSignin(), { message, ...(code && { code }) });
		}
	};
	return { ...provider, options: { ...provider.options, authorize: wrapped } } as ResolvedProvider;
}

const suffixes: Record<string, string> = {
	clientId: 'ID',
	clientSecret: 'SECRET',
	issuer: 'ISSUER',
	apiKey: 'KEY',
};

/** What a provider's variables begin with: `AUTH_GITHUB`. */
export function variablePrefix(id: string): string {
	return `AUTH_${id.toUpperCase().replaceAll('-', '_')}`;
}

function credentialsOf(id: string, env: Environment, names: string[]): Record<string, string> {
	const prefix = variablePrefix(id);
	const found = names.flatMap((name) => {
		const value = env(`${prefix}_${suffixes[name]}`);
		return value === undefined ? [] : [[name, value] as const];
	});
	return Object.fromEntries(found);
}

/**
 * Copies plain objects and arrays all the way down, Symbol keys included (`customFetch`); everything else is
 * shared. The core merges into nested objects of a provider and appends to its `checks`.
 */
export function copyPlain<T>(value: T): T {
	if (Array.isArray(value)) return value.map(copyPlain) as T;
	if (typeof value !== 'object' || value === null) return value;
	const prototype = Object.getPrototypeOf(value);
	if (prototype !== Object.prototype && prototype !== null) return value;
	const copy: Record<PropertyKey, unknown> = {};
	for (const key of Reflect.ownKeys(value))
		copy[ownSymbol(key)] = copyPlain((value as Record<PropertyKey, unknown>)[key]);
	return copy as T;
}

/** Each copy of the core has a `customFetch` of its own; a provider made with another one would lose it. */
function ownSymbol(key: PropertyKey): PropertyKey {
	return typeof key === 'symbol' && key.description === customFetch.description ? customFetch : key;
}
