import type { AuthConfig } from '@auth/core';
import type { AdapterUser } from '@auth/core/adapters';
import type { JWT, JWTOptions } from '@auth/core/jwt';
import type { Provider } from '@auth/core/providers';
import type { CookieOption, LoggerInstance, Session, User } from '@auth/core/types';
import type { AccountsOption, AccountsPlug as Plug } from './accounts.js';
import type { ConfigError } from './config-error.js';
import type { SessionCacheLimits } from './jwt/cache.js';
import type { TokenReader } from './jwt/token-reader.js';
import type { MaybePromise } from './maybe-promise.js';

export type { SetCookie } from './set-cookie.js';

/**
 * A session of somebody who is signed in.
 *
 * Specification: section 2.1.
 */
export type UserSession = Session & {
	/** Who it is: name, e-mail address and image, and what the `session` callback put there. */
	user: User;
};

/** The environment as the host's module exports it. Values that are not strings are ignored. */
export type EnvironmentRecord = Readonly<Record<string, unknown>>;

/**
 * What both integrations accept: the core's options and what only the host can know.
 * The generated auth module hands the host's facts in, so that no published file imports `$app/*` or `$env/*`.
 *
 * Specification: section 2.5.
 */
export interface RuntimeConfig extends AuthConfig {
	/** What the host's environment module exports. Missing names fall back to `process.env` where there is one. */
	env?: EnvironmentRecord;
	/** True only while developing. Everything that trusts by default or signs in test people needs it. */
	dev?: boolean;
	/** True while the host prerenders or analyses itself: nothing is read and nobody is guarded. */
	building?: boolean;
	/**
	 * The path under which the host is mounted, for example `/app`, or the function of the host that puts it in front of
	 * a path: `resolve` of SvelteKit 3's `$app/paths`.
	 */
	base?: string | ((...path: never) => string);
	/**
	 * Whether an e-mail link shows a page with a button before it signs in. Default true: mail scanners open links,
	 * and would use them up before the person does.
	 */
	confirmEmailLinks?: boolean;
	/**
	 * Removes every way into an account whose address nobody had proven, before its owner gets in by an e-mail link: sessions,
	 * provider accounts, passkeys, passwords. Without it, where there are other ways to sign in than links, such an owner
	 * is refused with `OAuthAccountNotLinked`: whoever made the account could get in as well. See docs/linking.md.
	 *
	 * @param user the row
	 */
	evictSquatter?(user: AdapterUser): MaybePromise<void>;
	/**
	 * Accounts with passwords and pages, as `Accounts` of `@authgraft/runtime/accounts` makes them. They need an adapter and
	 * database sessions. See docs/accounts.md.
	 */
	accounts?: AccountsOption | undefined;
	/**
	 * Whose configuration this is, where a function gives several: letters, digits, `-` and `_`. Sessions, sign-ins that are under
	 * way and links of e-mails are bound to it, and are worth nothing to another one with the same AUTH_SECRET. Giving it,
	 * and changing it, signs everybody out once. See docs/sessions.md.
	 */
	tenant?: string;
	/**
	 * Origins of further front ends of the application, such as `https://shop.example.com`: their pages may call the auth endpoints
	 * with cookies as the own ones do, and signing in may end there. Each to the letter, and with https, but for `localhost`.
	 * See docs/needs/other-origins.md.
	 */
	allowedOrigins?: readonly string[];
	/**
	 * Seconds that a session lasts, and its cookie until the browser is closed, where the form that signs in did not send the
	 * field `remember`. With it, and without this option, `session.maxAge`. See docs/needs/remember-me.md.
	 */
	shortSession?: number;
	/**
	 * Whether signing out ends the session at the OpenID provider, too, where it has a page for that (`end_session_endpoint` of its
	 * discovery): with `atProvider: true` always, with `false` where the form that signs out sends the field
	 * `atProvider=true`. People are signed out here first, whatever the provider does. Sessions remember the provider from
	 * when the option is there. See docs/sessions.md.
	 */
	signOut?: { atProvider?: boolean };
	/**
	 * Lets the secret that signs be shorter than 32 characters, with a warning in the log. For an application that comes from
	 * another library with such a secret, until it is rotated: whoever guesses it can sign in as anybody. Old secrets, which
	 * only read, may be short without it. See docs/secrets.md.
	 */
	allowShortSecret?: boolean;
	/**
	 * Sessions of earlier days that count while today's cookie is not there: each is taken over under today's name, once, and the
	 * old cookie is removed. `nextAuth`: those of `next-auth.session-token`, as cores up to 0.18.0 made them. `unprefixed`: on
	 * https, those that were set without `__Secure-`. Take it out when the longest session is over. See docs/sessions.md.
	 */
	legacySessions?: { nextAuth?: boolean; unprefixed?: boolean };
	/**
	 * Limits of the cache of session tokens that were verified: 10,000 tokens, 8 MiB, 600 seconds. False: none is kept. Expiry
	 * is checked each time all the same. See docs/sessions.md.
	 */
	sessionCache?: SessionCacheLimits | false;
	/**
	 * The core's symbol of that name. It leaves the CSRF **token** out, for callers that send no `Origin` header; a
	 * request that a browser marks as coming from another site is refused all the same.
	 */
	skipCSRFCheck?: Exclude<AuthConfig['skipCSRFCheck'], undefined>;
	/** The core's symbol of that name, for calls of the core itself. Handlers have to answer: it is left out. */
	raw?: Exclude<AuthConfig['raw'], undefined>;
}

/** A provider that is no longer a function and no longer shares objects with the user's config. */
export type ResolvedProvider = Exclude<Provider, (...args: never[]) => unknown>;

/** A name under which sessions of earlier days may lie. */
export interface LegacyCookie {
	name: string;
	/** Whether its tokens are of a core up to 0.18.0, where the application has no way of its own to read them. */
	nextAuth: boolean;
}

/** The part of the configuration that is the same for every request. */
export interface Prepared {
	/** Options for the core: a copy, with providers resolved and callbacks wrapped. */
	core: AuthConfig;
	providers: ResolvedProvider[];
	/** Full path of the auth endpoints, host base included, without a trailing slash. */
	basePath: string;
	/** Where the host is mounted: `''` or `/app`. */
	base: string;
	/** Path or URL of the sign-in page. */
	signInPage: string;
	dev: boolean;
	/** Origin of AUTH_URL when it is set. */
	authOrigin: string | null;
	trusted: boolean;
	strategy: 'jwt' | 'database';
	/** Seconds. */
	maxAge: number;
	/** Seconds. */
	updateAge: number;
	/** The core reads `secret` here too, and does not type it. */
	jwt: JWTOptions & { secret: string[] };
	/** Reads what `jwt` writes. */
	tokens: TokenReader;
	/** The user's own session callback; the one in `core` is wrapped. */
	sessionCallback: SessionCallback | undefined;
	logger: LoggerInstance;
	/** Why nothing can work, or null. It has been logged already. */
	problem: ConfigError | null;
	/** See {@link RuntimeConfig.skipCSRFCheck}. */
	needsToken: boolean;
	confirmEmailLinks: boolean;
	evictSquatter: RuntimeConfig['evictSquatter'];
	accounts: Plug<Resolved> | undefined;
	tenant: string | undefined;
	shortSession: number | undefined;
	signOut: RuntimeConfig['signOut'];
	legacySessions: RuntimeConfig['legacySessions'];
	allowedOrigins: readonly string[];
}

/** The configuration as it holds for one request. */
export interface Resolved extends Prepared {
	/** The one origin that everything of this request uses. */
	origin: string;
	/** The origin under which the host itself saw the request. */
	hostOrigin: string;
	secure: boolean;
	sessionCookie: { name: string; options: CookieOption['options'] };
	/** Where else a session may lie: see {@link RuntimeConfig.legacySessions}. */
	legacyCookies: readonly LegacyCookie[];
	/** From where the browser comes, as far as the host knows it: never what a header of the browser says. */
	clientAddress: () => string | undefined;
	/** The cookie that was read last, and what the application made of it: its callback may have made more of it than is in there, or null. */
	lastRead: { value: string; token: JWT | null } | undefined;
}

export type SessionCallback = NonNullable<NonNullable<AuthConfig['callbacks']>['session']>;
