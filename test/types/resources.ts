// Specification: sections 2.1 to 2.4. Both integrations give the core's own types, with what the application added.
import type * as coreJwt from '@auth/core/jwt';
import type * as core from '@auth/core/types';
import type * as solidStart from '@authgraft/runtime/solid-start';
import type * as svelteKit from '@authgraft/runtime/sveltekit';
import { expectTypeOf } from 'vitest';
import './augmented.ts';

// The canary: were one of these types `any` or not checked at all, this line would be an error for not being one.
// @ts-expect-error: it is not a number
expectTypeOf<svelteKit.Session['plan']>().toEqualTypeOf<number>();

expectTypeOf<svelteKit.Session>().toEqualTypeOf<core.Session>();
expectTypeOf<svelteKit.DefaultSession>().toEqualTypeOf<core.DefaultSession>();
expectTypeOf<svelteKit.User>().toEqualTypeOf<core.User>();
expectTypeOf<svelteKit.Account>().toEqualTypeOf<core.Account>();
expectTypeOf<svelteKit.Profile>().toEqualTypeOf<core.Profile>();
expectTypeOf<svelteKit.JWT>().toEqualTypeOf<coreJwt.JWT>();

expectTypeOf<solidStart.Session>().toEqualTypeOf<core.Session>();
expectTypeOf<solidStart.DefaultSession>().toEqualTypeOf<core.DefaultSession>();
expectTypeOf<solidStart.User>().toEqualTypeOf<core.User>();
expectTypeOf<solidStart.Account>().toEqualTypeOf<core.Account>();
expectTypeOf<solidStart.Profile>().toEqualTypeOf<core.Profile>();
expectTypeOf<solidStart.JWT>().toEqualTypeOf<coreJwt.JWT>();
expectTypeOf<solidStart.GetSessionResult>().toEqualTypeOf<Promise<core.Session | null>>();

expectTypeOf<core.Session>().toEqualTypeOf<{
	expires: string;
	user?: core.User;
	plan: 'free' | 'paid';
}>();
expectTypeOf<core.User>().toEqualTypeOf<{
	id?: string;
	name?: string | null;
	email?: string | null;
	image?: string | null;
	role: 'admin' | 'member';
}>();

expectTypeOf<core.Account['provider']>().toEqualTypeOf<string>();
expectTypeOf<core.Account['providerAccountId']>().toEqualTypeOf<string>();
expectTypeOf<core.Account['type']>().toEqualTypeOf<'oauth' | 'oidc' | 'email' | 'credentials' | 'webauthn'>();
expectTypeOf<core.Account['userId']>().toEqualTypeOf<string | undefined>();
expectTypeOf<core.Account['expires_at']>().toEqualTypeOf<number | undefined>();
expectTypeOf<core.Account['tenant']>().toEqualTypeOf<string | undefined>();

expectTypeOf<core.Profile['sub']>().toEqualTypeOf<string | null | undefined>();
expectTypeOf<core.Profile['email_verified']>().toEqualTypeOf<boolean | null | undefined>();
expectTypeOf<core.Profile['updated_at']>().toEqualTypeOf<string | number | Date | null | undefined>();
expectTypeOf<core.Profile['any_other_claim']>().toEqualTypeOf<unknown>();
expectTypeOf<core.Profile['groups']>().toEqualTypeOf<string[] | undefined>();

expectTypeOf<coreJwt.JWT['role']>().toEqualTypeOf<'admin' | 'member' | undefined>();
