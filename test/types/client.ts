// Specification: section 4.2 (client-side methods), on both integrations.
import type { Session } from '@auth/core/types';
import * as solidStart from '@authgraft/runtime/solid-start/client';
import * as svelteKit from '@authgraft/runtime/sveltekit/client';
import { expectTypeOf } from 'vitest';
import './augmented.ts';

for (const client of [svelteKit, solidStart]) {
	expectTypeOf(client.getSession()).resolves.toEqualTypeOf<Session | null>();
	expectTypeOf(client.update({ plan: 'paid' })).resolves.toEqualTypeOf<Session | null>();
	expectTypeOf((await client.getSession())?.user?.role).toEqualTypeOf<'admin' | 'member' | undefined>();
	expectTypeOf(client.createClient().getSession()).resolves.toEqualTypeOf<Session | null>();
	expectTypeOf(client.signIn).parameter(0).toEqualTypeOf<string | undefined>();
	const result = await client.signIn('credentials', { password: 'secret', redirect: false });
	expectTypeOf(result.ok).toEqualTypeOf<boolean>();
	expectTypeOf(result.error).toEqualTypeOf<string | undefined>();
	expectTypeOf(result.code).toEqualTypeOf<string | undefined>();
	expectTypeOf(client.signOut()).resolves.toEqualTypeOf<typeof result>();
}
