import type { OIDCConfig, Provider } from '@auth/core/providers';
import Keycloak, { type KeycloakProfile } from '@auth/core/providers/keycloak';
import { formsOf } from '../../../scripts/lib/demo/forms.ts';
import { grace, type IdentityProvider, startIdentityProvider } from '../../support/identity-provider.ts';
import type { Application } from './application.ts';
import type { Person, Visit } from './person.ts';

/** Has the same address as somebody who signed up in another way. */
export const mallory = { ...grace, username: 'mallory', password: 'mallet', name: 'Mallory' };
export const barbara = {
	username: 'barbara',
	password: 'liskov',
	name: 'Barbara Liskov',
	email: 'barbara@test.example',
};
/** Each has ada's address, or says so: the provider has not looked. */
const unproven = { password: 'guess', name: 'Eve', email: 'ada@test.example' };
export const squatters = [
	{ ...unproven, username: 'eve-false', emailVerified: false },
	{ ...unproven, username: 'eve-missing', emailVerified: null },
	{ ...unproven, username: 'eve-text', emailVerified: 'false' },
	{ ...unproven, username: 'eve-number', emailVerified: 1 },
] as const;
/** The owner of that address, as a provider that has looked knows her. */
export const ada = { username: 'ada', password: 'lovelace', name: 'Ada', email: 'ada@test.example' };

const origins = ['http://localhost:3000', 'https://app.test.example', 'https://preview.test.example'];
const paths = ['/auth', '/api/auth'];
const ids = ['keycloak', 'second'];

/** Starts the OpenID provider for every application of these tests. @param posts as of {@link startIdentityProvider} */
export function startProvider(posts = false): Promise<IdentityProvider> {
	const redirectUris = origins.flatMap((origin) =>
		paths.flatMap((path) => ids.map((id) => `${origin}${path}/callback/${id}`)),
	);
	const uris = origins.flatMap((origin) => paths.map((path) => `${origin}${path}/signout`));
	return startIdentityProvider(redirectUris, [grace, mallory, barbara, ada, ...squatters], { uris, posts });
}

/** The core's Keycloak provider with all checks on. */
export function keycloak(
	{ clientId, clientSecret, issuer }: IdentityProvider,
	more: Partial<OIDCConfig<KeycloakProfile>> = {},
): Provider {
	const { id = 'keycloak', ...options } = more;
	const checks = ['pkce', 'state', 'nonce'] as ('pkce' | 'state' | 'nonce')[];
	return Keycloak({ id, clientId, clientSecret, issuer, checks, ...options }) as Provider;
}

/** Goes to the provider from the sign-in page, up to where the provider asks for the password or sends back. */
export async function goToProvider(
	person: Person,
	app: Application,
	id = 'keycloak',
	wanted = '/',
	fields: Record<string, string> = {},
): Promise<Visit> {
	const form = { callbackUrl: wanted, ...fields };
	return person.visit(`${app.basePath}/signin/${id}`, { form });
}

/** Types name and password into the provider's form; with `follow: false` stops before the application. */
export async function typePassword(
	person: Person,
	page: Visit,
	{ username, password }: { username: string; password: string } = grace,
): Promise<string> {
	let visit = await person.submit(page, /continue/i, { username, password }, { follow: false });
	const { origin } = new URL(page.url);
	for (;;) {
		const next = visit.redirects[0];
		if (next === undefined)
			throw new Error(`The provider does not send back:\n${visit.status} ${visit.text}`);
		if (new URL(next).origin !== origin) return next;
		visit = await person.visit(next, { follow: false });
	}
}

/** The whole way: from the sign-in page over the provider to where the application sends people. */
export async function signInAtProvider(
	person: Person,
	app: Application,
	who: { username: string; password: string } = grace,
	{ id = 'keycloak', wanted = '/', fields = {} } = {},
): Promise<Visit> {
	const page = await goToProvider(person, app, id, wanted, fields);
	// The provider knows this browser already.
	if (!formsOf(page.text).some(({ fields }) => 'username' in fields)) return page;
	return person.visit(await typePassword(person, page, who));
}
