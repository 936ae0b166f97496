import type { AuthConfig } from '@auth/core';
import type { Adapter, AdapterUser } from '@auth/core/adapters';
import { CredentialsSignin } from '@auth/core/errors';
import type { CredentialsConfig } from '@auth/core/providers/credentials';
import { isPasswords } from '../accounts.js';
import { textFields } from '../http/body.js';
import type { Run } from '../linking/index.js';
import { isDevelopmentProvider } from '../providers/development.js';
import { isInDatabase, providerOption } from '../providers/index.js';
import type { Resolved, ResolvedProvider } from '../types.js';
import type { Outcome } from './outcome.js';

/** What takes the place of the same options in one run of the core. */
interface InDatabase {
	providers: ResolvedProvider[];
	jwt: NonNullable<AuthConfig['jwt']>;
	callbacks: AuthConfig['callbacks'];
}

/**
 * Lets a test person, and whoever comes with a password of ours, have a database session. The core makes a JWT for
 * everybody who comes by `credentials`, whatever the strategy is; here that JWT's place is taken by the token of a session
 * in the database. Only a row signs in: never what `authorize` made up. For one run of the core.
 *
 * @param core with the adapter of this run
 * @param maxAge of a session, in seconds
 * @returns undefined where nobody comes like this
 */
export function databaseSessions(
	resolved: Resolved,
	core: AuthConfig,
	run: Run,
	maxAge: number,
	outcome: Outcome,
): InDatabase | undefined {
	if (resolved.strategy !== 'database' || !run.provider || !isInDatabase(run.provider)) return undefined;
	const adapter = core.adapter as Required<Adapter>;
	let userId: string | undefined;
	const providers = (core.providers as ResolvedProvider[]).map((provider) => {
		if (!isInDatabase(provider)) return provider;
		const authorize = providerOption<CredentialsConfig['authorize']>(provider, 'authorize') ?? (() => null);
		const check = isPasswords(provider)
			? (...[fields]: Parameters<CredentialsConfig['authorize']>) =>
					checkPassword(resolved, run, fields, outcome)
			: authorize;
		const inTable: CredentialsConfig['authorize'] = async (...given) => {
			const person = (await check(...given)) as AdapterUser | null;
			if (!person) return null;
			const user = isDevelopmentProvider(provider) ? await rowOf(adapter, person) : person;
			userId = user.id;
			return user;
		};
		// The core goes by the options, where they have one.
		const options = { ...provider.options, authorize: inTable };
		return { ...provider, authorize: inTable, options } as ResolvedProvider;
	});
	const encode = async (): Promise<string> => {
		if (userId === undefined) throw new TypeError('Only a row of the database gets a session like this.');
		const sessionToken = core.session?.generateSessionToken?.() ?? crypto.randomUUID();
		await adapter.createSession({ sessionToken, userId, expires: new Date(Date.now() + maxAge * 1000) });
		return sessionToken;
	};
	// What an application makes of a token is no matter of such a session, and null would leave a row without a cookie.
	const callbacks: AuthConfig['callbacks'] = { ...core.callbacks, jwt: ({ token }) => token };
	return { providers, jwt: { ...core.jwt, encode }, callbacks };
}

async function checkPassword(
	resolved: Resolved,
	run: Run,
	typed: Partial<Record<string, unknown>>,
	outcome: Outcome,
): Promise<AdapterUser | null> {
	const { accounts } = resolved;
	const fields = textFields(Object.entries(typed));
	const answer =
		(await accounts?.authorize(resolved, { headers: run.headers, fields, query: new URLSearchParams() })) ??
		null;
	if (!answer || !('ok' in answer)) {
		outcome.cookies = answer ? await accounts?.knownBrowser(resolved, answer.id) : [];
		return answer;
	}
	outcome.failure = answer;
	throw new CredentialsSignin(answer.error);
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
