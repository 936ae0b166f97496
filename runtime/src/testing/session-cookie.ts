import type { Adapter, AdapterUser } from '@auth/core/adapters';
import type { JWT } from '@auth/core/jwt';
import type { Account, User } from '@auth/core/types';
import { resolveConfig } from '../core/config/index.js';
import { prepare } from '../core/config/prepare.js';
import { writeSessionCookies } from '../core/session/cookies.js';
import type { Resolved, RuntimeConfig } from '../core/types.js';
import { runtimeConfig } from '../solid-start/settings.js';

/**
 * A configuration of either integration, the object itself. Of a config function, pass what it returns.
 *
 * Specification: section 2.5.
 */
export interface TestedConfig extends RuntimeConfig {
	/** SolidStart's other name for `basePath`. */
	prefix?: string;
}

/**
 * Somebody to sign in: what a provider's `profile` or `authorize` would return.
 *
 * Specification: section 2.2.
 */
export type TestUser = User & {
	/** Not empty: `sub` of the token, or what the adapter is asked for first. */
	id: string;
};

/**
 * The request that a cookie is for, and the session in it.
 *
 * Specification: sections 2.5 (`session`) and 5 (session cookie).
 */
export interface SessionCookieOptions {
	/**
	 * URL of the request that will carry the cookie: http or https decides its name and its key.
	 * Default: AUTH_URL, else `http://localhost`.
	 */
	url?: string | URL;
	/** Headers of that request: `x-forwarded-proto` counts where the configuration trusts it. */
	headers?: HeadersInit;
	/** Seconds until the session expires; below zero it has expired. Default: the configuration's. */
	maxAge?: number;
	/** What `callbacks.jwt` gets. Default: an account of the provider `testing`, type `credentials`. */
	account?: Account;
}

/**
 * Signs a person in without a provider or a browser.
 *
 * With JWT sessions `callbacks.jwt` is called as it is after a sign-in, so the token holds what yours puts there.
 * With database sessions the person is looked up by id, then by e-mail address, or else created, and gets a session
 * row. `callbacks.signIn` and events are left out: nobody signs in.
 *
 * Specification: sections 2.5 (`session`, `secret`) and 5 (session cookie).
 *
 * @param config the same that the application uses, secret and adapter included
 * @param user who is signed in
 * @param options the request that the cookie is for, and how long it is good
 * @returns a `Cookie` header, in chunks when the session is long
 * @throws TypeError when the user has no id, or the configuration no list of providers
 * @throws Error with the option's name and the fix when the configuration cannot work; whatever `callbacks.jwt` and
 *   the adapter throw
 */
export async function createSessionCookie(
	config: TestedConfig,
	user: TestUser,
	options: SessionCookieOptions = {},
): Promise<string> {
	if (typeof user?.id !== 'string' || user.id === '') throw new TypeError('The test user needs an `id`.');
	const resolved = resolve(config, options);
	const { maxAge = resolved.maxAge, account } = options;
	const make = resolved.strategy === 'jwt' ? tokenFor : rowFor;
	const value = await make(resolved, user, maxAge, account ?? accountOf(user));
	const { name, options: attributes } = resolved.sessionCookie;
	return writeSessionCookies(name, value, attributes, [])
		.map((cookie) => `${cookie.name}=${encodeURIComponent(cookie.value)}`)
		.join('; ');
}

/**
 * A request as the browser of somebody who is signed in sends it: with the session's cookie and, unless it only reads,
 * the page's own `Origin`.
 *
 * Specification: sections 2.5 (`session`, `secret`) and 5 (session cookie).
 *
 * @param config the same that the application uses, secret and adapter included
 * @param user who is signed in
 * @param url absolute, or a path below AUTH_URL or `http://localhost`
 * @param init as for `new Request`; cookies in it are kept
 * @param options see {@link createSessionCookie}
 * @throws what {@link createSessionCookie} throws
 */
export async function signedInRequest(
	config: TestedConfig,
	user: TestUser,
	url: string | URL,
	init: RequestInit = {},
	options: Omit<SessionCookieOptions, 'url' | 'headers'> = {},
): Promise<Request> {
	const headers = new Headers(init.headers);
	const { hostOrigin, origin } = resolve(config, { url, headers });
	const session = await createSessionCookie(config, user, { ...options, url, headers });
	headers.set('cookie', [headers.get('cookie'), session].filter(Boolean).join('; '));
	const reads = ['GET', 'HEAD'].includes(init.method?.toUpperCase() ?? 'GET');
	if (!reads && !headers.has('origin')) headers.set('origin', origin);
	return new Request(new URL(url, hostOrigin), { ...init, headers });
}

/** Every message counts as told: what is wrong is thrown here. */
const unheard = Object.assign(new Set<string>(), { has: () => true });

/** The configuration as it holds for the request, by the rules that both integrations share. */
function resolve(config: TestedConfig, { url = '', headers }: SessionCookieOptions): Resolved {
	if (!Array.isArray(config?.providers)) {
		const fix = 'Pass the configuration object itself. Of a config function, pass what it returns';
		throw new TypeError(`There is no list of \`providers\`. ${fix}`);
	}
	// A copy, so that what is said of the configuration is said by the application, and once.
	const runtime = runtimeConfig({ ...config });
	const { authOrigin } = prepare(runtime, unheard);
	const request = { url: new URL(url, authOrigin ?? 'http://localhost'), headers: new Headers(headers) };
	const resolved = resolveConfig(runtime, request);
	const { problem } = resolved;
	if (problem) throw new Error(`${problem.option}: ${problem.message}`, { cause: problem });
	return resolved;
}

function accountOf({ id }: TestUser): Account {
	return { provider: 'testing', type: 'credentials', providerAccountId: id };
}

/** What the core puts into the cookie after a sign-in. */
async function tokenFor(
	{ core, jwt, sessionCookie }: Resolved,
	user: TestUser,
	maxAge: number,
	account: Account,
): Promise<string> {
	const start = { name: user.name, email: user.email, picture: user.image, sub: user.id } as JWT;
	const signIn = { token: start, user, account, isNewUser: false, trigger: 'signIn' } as const;
	const token = core.callbacks?.jwt ? await core.callbacks.jwt(signIn) : start;
	if (token === null) throw new Error(`callbacks.jwt returned null: "${user.id}" gets no session.`);
	return jwt.encode({ ...jwt, token, maxAge, salt: sessionCookie.name });
}

async function rowFor({ core }: Resolved, user: TestUser, maxAge: number): Promise<string> {
	const adapter = core.adapter as Adapter & Required<Pick<Adapter, 'createSession'>>;
	const { id: userId } = (await findUser(adapter, user)) ?? (await createUser(adapter, user));
	const sessionToken = core.session?.generateSessionToken?.() ?? crypto.randomUUID();
	await adapter.createSession({ sessionToken, userId, expires: new Date(Date.now() + maxAge * 1000) });
	return sessionToken;
}

async function findUser(adapter: Adapter, { id, email }: TestUser): Promise<AdapterUser | null> {
	const known = await adapter.getUser?.(id);
	return known ?? (email ? ((await adapter.getUserByEmail?.(email)) ?? null) : null);
}

async function createUser(adapter: Adapter, user: TestUser): Promise<AdapterUser> {
	if (!adapter.createUser)
		throw new Error('adapter: it has no createUser, and the test user is not there yet');
	return adapter.createUser({ emailVerified: null, ...user } as AdapterUser);
}
