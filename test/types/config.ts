// Specification: section 2.5, on both integrations.
import type { AuthConfig, raw, skipCSRFCheck } from '@auth/core';
import type { Adapter, AdapterUser } from '@auth/core/adapters';
import type { JWT } from '@auth/core/jwt';
import GitHub from '@auth/core/providers/github';
import type { Account, Profile, Session, User } from '@auth/core/types';
import type { SolidAuthConfig } from '@authgraft/runtime/solid-start';
import type { SvelteKitAuthConfig } from '@authgraft/runtime/sveltekit';
import { expectTypeOf } from 'vitest';
import './augmented.ts';

declare const adapter: Adapter;
declare const symbols: { raw: typeof raw; skipCSRFCheck: typeof skipCSRFCheck };

/** Every option of the specification, and those that only the host knows. */
const options = {
	providers: [GitHub, GitHub({ clientId: 'id', clientSecret: 'secret' })],
	adapter,
	basePath: '/auth',
	secret: ['new', 'old'],
	trustHost: true,
	useSecureCookies: true,
	debug: false,
	cookies: { sessionToken: { name: 'sid', options: { sameSite: 'strict' } } },
	jwt: { maxAge: 60 },
	logger: { error(_error) {}, warn(_code) {}, debug(_message, _metadata) {} },
	pages: { signIn: '/in', signOut: '/out', error: '/error', verifyRequest: '/sent', newUser: '/welcome' },
	theme: { colorScheme: 'dark', logo: '/logo.svg', brandColor: '#000', buttonText: '#fff' },
	experimental: { enableWebAuthn: true },
	redirectProxyUrl: 'https://example.com/auth',
	session: { strategy: 'jwt', maxAge: 60, updateAge: 0, generateSessionToken: () => 'token' },
	env: { AUTH_SECRET: 'secret' },
	dev: true,
	base: '/app',
	confirmEmailLinks: false,
	allowShortSecret: true,
	legacySessions: { nextAuth: true, unprefixed: false },
	...symbols,
} satisfies SvelteKitAuthConfig & SolidAuthConfig;
expectTypeOf(options).toExtend<SvelteKitAuthConfig>();
expectTypeOf(options).toExtend<SolidAuthConfig>();
expectTypeOf<Omit<AuthConfig, 'raw' | 'skipCSRFCheck'>>().toExtend<SvelteKitAuthConfig>();
expectTypeOf<Omit<AuthConfig, 'raw' | 'skipCSRFCheck'>>().toExtend<SolidAuthConfig>();
expectTypeOf<keyof AuthConfig>().toExtend<keyof SvelteKitAuthConfig>();
expectTypeOf<keyof AuthConfig>().toExtend<keyof SolidAuthConfig>();

({ providers: [], building: true }) satisfies SvelteKitAuthConfig;
({ providers: [], prefix: '/api/auth' }) satisfies SolidAuthConfig;
({ providers: [], secret: 'one' }) satisfies SvelteKitAuthConfig & SolidAuthConfig;
// @ts-expect-error: no such option
({ providers: [], trustHosts: true }) satisfies SvelteKitAuthConfig;
// @ts-expect-error: no such option
({ providers: [], trustHosts: true }) satisfies SolidAuthConfig;
// @ts-expect-error: that is SolidStart's
({ providers: [], prefix: '/auth' }) satisfies SvelteKitAuthConfig;
// @ts-expect-error: that is SvelteKit's
({ providers: [], building: true }) satisfies SolidAuthConfig;
// @ts-expect-error: no providers
({}) satisfies SvelteKitAuthConfig;
// @ts-expect-error: no providers
({}) satisfies SolidAuthConfig;
// @ts-expect-error: a string that is neither
({ providers: [], session: { strategy: 'cookie' } }) satisfies SvelteKitAuthConfig;
// @ts-expect-error: no such page
({ providers: [], pages: { login: '/login' } }) satisfies SolidAuthConfig;

/** What callbacks and events get, by the places where an application adds to it. */
const hooks = {
	callbacks: {
		signIn({ user, account, profile }) {
			expectTypeOf(user).toEqualTypeOf<User | AdapterUser>();
			expectTypeOf(user.role).toEqualTypeOf<'admin' | 'member'>();
			expectTypeOf(account).toEqualTypeOf<Account | null | undefined>();
			expectTypeOf(profile).toEqualTypeOf<Profile | undefined>();
			expectTypeOf(profile?.groups).toEqualTypeOf<string[] | undefined>();
			return true;
		},
		jwt({ token, user, account, profile }) {
			expectTypeOf(token).toEqualTypeOf<JWT>();
			expectTypeOf(account).toEqualTypeOf<Account | null | undefined>();
			expectTypeOf(profile).toEqualTypeOf<Profile | undefined>();
			if (user) token.role = user.role;
			// @ts-expect-error: no such role
			token.role = 'owner';
			return token;
		},
		session({ session, token, user }) {
			expectTypeOf(session).toExtend<Session>();
			expectTypeOf(token).toEqualTypeOf<JWT>();
			expectTypeOf(user.role).toEqualTypeOf<'admin' | 'member'>();
			session.plan = 'paid';
			session.user.role = token.role ?? 'member';
			return session;
		},
	},
	events: {
		signIn({ user, account, profile }) {
			expectTypeOf(user).toEqualTypeOf<User>();
			expectTypeOf(account?.tenant).toEqualTypeOf<string | undefined>();
			expectTypeOf(profile?.groups).toEqualTypeOf<string[] | undefined>();
		},
		session({ session, token }) {
			expectTypeOf(session).toEqualTypeOf<Session>();
			expectTypeOf(token).toEqualTypeOf<JWT>();
		},
		createUser({ user }) {
			expectTypeOf(user).toEqualTypeOf<User>();
		},
	},
} satisfies Partial<SvelteKitAuthConfig>;
expectTypeOf(hooks).toExtend<Pick<SolidAuthConfig, 'callbacks' | 'events'>>();
