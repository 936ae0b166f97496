import type { AuthConfig } from '@auth/core';
import type { Adapter, AdapterUser } from '@auth/core/adapters';
import type { CredentialsConfig } from '@auth/core/providers/credentials';
import { isDevelopmentProvider } from '../providers/development.js';
import type { ResolvedProvider } from '../types.js';

/**
 * Lets a test person have a database session. The core makes a JWT for everybody who comes by `credentials`, whatever the
 * strategy is; here that JWT's place is taken by the token of a session in the database. For one run of the core.
 *
 * @param maxAge of a session, in seconds
 */
export function developmentSessions(
	core: AuthConfig,
	maxAge: number,
): { providers: ResolvedProvider[]; jwt: NonNullable<AuthConfig['jwt']> } {
	const adapter = core.adapter as Required<Adapter>;
	let userId: string | undefined;
	const providers = (core.providers as ResolvedProvider[]).map((provider) => {
		if (!isDevelopmentProvider(provider)) return provider;
		const { authorize } = provider as CredentialsConfig;
		return {
			...provider,
			async authorize(...given: Parameters<CredentialsConfig['authorize']>) {
				const person = await authorize(...given);
				if (!person) return null;
				const user = await rowOf(adapter, person as AdapterUser);
				userId = user.id;
				return user;
			},
		} as ResolvedProvider;
	});
	const encode = async (): Promise<string> => {
		if (userId === undefined)
			throw new TypeError('Only test people get a session of the database like this.');
		const sessionToken = core.session?.generateSessionToken?.() ?? crypto.randomUUID();
		await adapter.createSession({ sessionToken, userId, expires: new Date(Date.now() + maxAge * 1000) });
		return sessionToken;
	};
	return { providers, jwt: { ...core.jwt, encode } };
}

/** The same person is the same user each time: by e-mail, which databases hold once. */
async function rowOf(adapter: Required<Adapter>, person: AdapterUser): Promise<AdapterUser> {
	const { id, name, image } = person;
	const email = person.email ?? `${id}@development.invalid`;
	const known = await adapter.getUserByEmail(email);
	if (known) return known;
	const user = {
		id: crypto.randomUUID(),
		name: name ?? null,
		email,
		emailVerified: null,
		image: image ?? null,
	};
	return adapter.createUser(user);
}
