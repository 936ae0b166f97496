import { customFetch } from '@auth/core';
import type { OIDCConfig } from '@auth/core/providers';
import type { Profile } from '@auth/core/types';
import { createIssuer } from './issuer.js';

/**
 * Who signs in at a fake provider.
 *
 * Specification: section 2.4 (`Profile`).
 */
export interface FakeUser {
	/** The account's id at the provider: `sub` of the profile. */
	id: string;
	/** Full name: `name` of the profile. */
	name?: string;
	/** E-mail address: `email` of the profile, with `email_verified: true`. */
	email?: string;
	/** URL of a picture: `picture` of the profile. */
	image?: string;
	/** Further properties become claims of the profile, such as `locale`. */
	[claim: string]: unknown;
}

/**
 * A provider for tests, and the person's answers to it.
 *
 * Specification: section 1 (provider type `oidc`).
 */
export interface FakeProvider {
	/** For the configuration's `providers`. */
	provider: OIDCConfig<Profile>;
	/**
	 * The person says yes.
	 *
	 * @param location where signing in sent the browser: the `Location` of the answer
	 * @param user somebody else than the provider's usual person
	 * @returns the callback URL at which the browser comes back
	 * @throws Error when a real provider would have refused the request, with the reason
	 */
	authorize(location: string | URL | null, user?: FakeUser): string;
	/**
	 * The person says no.
	 *
	 * @param location as of {@link FakeProvider.authorize}
	 * @returns the callback URL at which the browser comes back, with `error=access_denied`
	 * @throws Error as {@link FakeProvider.authorize}
	 */
	deny(location: string | URL | null): string;
}

/**
 * An OpenID provider that lives in the test's process: nothing is sent over the network, and every check is on. It wants
 * PKCE, `state` and `nonce`, hands out codes that work once, and compares verifier, client and callback URL.
 *
 * ```ts
 * const google = fakeProvider({ id: 'google', user: { id: '1', name: 'Ada', email: 'ada@example.com' } });
 * const { handle } = SvelteKitAuth({ ...authConfig, providers: [google.provider] });
 * ```
 *
 * Harmless where it does not belong: nobody outside of the process can make it say yes.
 *
 * Specification: section 1 (provider type `oidc`).
 *
 * @param options.id of the provider that it stands for. Default `fake`
 * @param options.user who signs in
 */
export function fakeProvider({ id = 'fake', user }: { id?: string; user: FakeUser }): FakeProvider {
	const client = { clientId: `${id}-client`, clientSecret: `${id}-secret` };
	// A name that no server can have (RFC 2606): what would get past `customFetch` fails.
	const issuer = createIssuer(`https://provider.invalid/${id}`, client);
	const checks: OIDCConfig<Profile>['checks'] = ['pkce', 'state', 'nonce'];
	return {
		provider: {
			...client,
			...{ id, name: id, type: 'oidc', issuer: issuer.url, checks },
			[customFetch]: (...request: Parameters<typeof fetch>) => issuer.answer(new Request(...request)),
		},
		authorize: (location, person = user) => issuer.authorize(location, claimsOf(person)),
		deny: (location) => issuer.deny(location),
	};
}

function claimsOf({ id, image, ...claims }: FakeUser): Profile {
	return { sub: id, picture: image, ...(claims.email && { email_verified: true }), ...claims };
}
