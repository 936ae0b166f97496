import { type AuthConfig, customFetch } from '@auth/core';
import type { Provider } from '@auth/core/providers';
import { isPasswords } from '../accounts.js';
import type { Environment } from '../environment.js';
import { asError } from '../log.js';
import type { ResolvedProvider } from '../types.js';
import { isDevelopmentProvider } from './development.js';
import { endpointUrls, settleEndpoints } from './endpoints.js';
import { withOwnErrors } from './own-errors.js';

type Factory = (options: Record<string, unknown>) => ResolvedProvider;

/** How a provider came about, where its object does not tell. */
interface Making {
	/** We called it ourselves, so that setting a variable is enough. */
	lazy: boolean;
	/** It was called with a server that is none, since it takes no call without. */
	withoutServer: boolean;
	/** It is one of the core's mailers, whose needs are known. */
	mailer: boolean;
	/** A parameter of its authorization URL that was left empty. */
	unset: string | undefined;
	/** It has people sign in with a password, and their sessions would lie where nobody looks. */
	unkept: boolean;
}

const makings = new WeakMap<ResolvedProvider, Making>();

/** What the core's mailers send from when nobody says otherwise: a domain that is not ours. */
const coreSender = 'Auth.js <no-reply@authjs.dev>';

/**
 * Turns the provider list into plain objects, credentials filled in from the environment.
 * The core does the same in place, so the first request's environment stuck to the user's own objects.
 *
 * Specification: section 5 (provider credentials).
 *
 * @param strategy where sessions are kept
 * @throws TypeError when a function of the list throws, whatever it is called with
 */
export function resolveProviders(
	providers: AuthConfig['providers'],
	env: Environment,
	strategy: 'jwt' | 'database' = 'jwt',
): ResolvedProvider[] {
	return providers.map((listed, index) => {
		const lazy = typeof listed === 'function';
		const { made, withoutServer } = lazy
			? fromFactory(listed as Factory, env, index)
			: { made: listed as ResolvedProvider, withoutServer: false };
		// What is no provider is told by the check of the configuration.
		if (typeof made !== 'object' || made === null) return made;
		const copy = copyPlain(made);
		const mailer = (copy as { from?: unknown }).from === coreSender;
		const provider = fillCredentials(copy, env);
		const unset = settleEndpoints(provider);
		makings.set(provider, { lazy, withoutServer, mailer, unset, unkept: isUnkept(provider, strategy) });
		return provider;
	});
}

/** Whether whoever comes by this provider is a row of the database, and gets a session there where all others do. */
export const isInDatabase = (provider: object): boolean =>
	isDevelopmentProvider(provider) || isPasswords(provider);

/** The core makes a JWT for everybody who comes with a password. Those of ours get a session of the database all the same. */
export function isUnkept(provider: ResolvedProvider, strategy: 'jwt' | 'database'): boolean {
	return strategy === 'database' && provider.type === 'credentials' && !isInDatabase(provider);
}

/** See {@link Making}. */
export function makingOf(provider: ResolvedProvider): Partial<Making> {
	return makings.get(provider) ?? {};
}

/** The provider's id: the user's own one wins, as it does in the core. */
export function providerId(provider: Provider): string {
	return String(provider.options?.id ?? (provider as ResolvedProvider).id);
}

/** What Microsoft wants people to read, whose accounts these are: they know no Entra, and no Azure. */
const readAs = new Map([
	['Microsoft Entra ID', 'Microsoft'],
	['Azure Active Directory', 'Microsoft'],
]);

/** The provider's name as people read it. */
export function providerName({ name, options }: ResolvedProvider): string {
	return String(options?.name ?? readAs.get(name) ?? name);
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

/** Names no host, now and ever (RFC 6761): whatever is done with it, no mail is sent. */
const nowhere = 'smtp://unset.invalid';

function fromFactory(
	factory: Factory,
	env: Environment,
	index: number,
): { made: ResolvedProvider; withoutServer: boolean } {
	try {
		// Only the id matters here: it names the variables. Without an issuer, some read `process.env`, which may not exist.
		const id = providerId(factory({ issuer: '', server: nowhere }));
		const given = credentialsOf(id, env, Object.keys(suffixes));
		try {
			return { made: withFittingIssuer(factory, given), withoutServer: false };
		} catch (cause) {
			if (given.server !== undefined) throw cause;
			return { made: withFittingIssuer(factory, { ...given, server: nowhere }), withoutServer: true };
		}
	} catch (cause) {
		const name = factory.name || 'Provider';
		const who = factory.name || `The function at number ${index + 1}`;
		throw new TypeError(
			`${who} cannot stand alone in \`providers\` (${asError(cause).message}). ` +
				`Call it with the options it needs, for example ${name}({ ... }).`,
			{ cause },
		);
	}
}

/**
 * Calls a factory. Most write `${issuer}/oauth`, Osso and WorkOS `${issuer}oauth`: with a slash too few people and
 * secrets go to another host, with one too many to no page.
 */
function withFittingIssuer(factory: Factory, given: Record<string, string>): ResolvedProvider {
	// A fresh object each time, with only what is set: some factories assign to their argument.
	const made = factory({ ...given });
	const { issuer } = given;
	const url = issuer && endpointUrls(made).find((one) => one?.startsWith(issuer));
	if (!issuer || !url) return made;
	const rest = url.slice(issuer.length);
	if (!issuer.endsWith('/') && /^\w/.test(rest)) return factory({ ...given, issuer: `${issuer}/` });
	if (issuer.endsWith('/') && rest.startsWith('/')) return factory({ ...given, issuer: issuer.slice(0, -1) });
	return made;
}

function fillCredentials(provider: ResolvedProvider, env: Environment): ResolvedProvider {
	if (isDevelopmentProvider(provider)) return provider;
	if (provider.type === 'credentials') return withOwnErrors(provider, providerOption(provider, 'authorize'));
	const target = provider as unknown as Record<string, unknown>;
	const names =
		provider.type === 'oauth' || provider.type === 'oidc'
			? ['clientId', 'clientSecret', 'issuer']
			: provider.type === 'email'
				? ['apiKey', 'server', 'from']
				: [];
	// The user's own id names the variables: a second GitHub app reads AUTH_GITHUB_WORK_ID, not the first one's.
	const values = credentialsOf(providerId(provider), env, names);
	for (const [name, value] of Object.entries(values)) {
		// Loops brings an empty key along, and all mailers a sender that only the core's authors may use.
		if (!target[name] || (name === 'from' && target[name] === coreSender)) target[name] = value;
	}
	return provider;
}

const suffixes: Record<string, string> = {
	clientId: 'ID',
	clientSecret: 'SECRET',
	issuer: 'ISSUER',
	apiKey: 'KEY',
	server: 'SERVER',
	from: 'FROM',
};

/** What a provider's variables begin with: `AUTH_GITHUB`. No variable can have a dot or a tilde in its name. */
export function variablePrefix(id: string): string {
	return `AUTH_${id.toUpperCase().replaceAll(/\W/g, '_')}`;
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
