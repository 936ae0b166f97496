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

// Modules as they were written for the predecessors, with another import.
for (const client of [svelteKit, solidStart]) {
	const stay: svelteKit.SignInOptions<false> & solidStart.SignInOptions<false> = {
		redirect: false,
		email: 'a@b.example',
	};
	const params: svelteKit.SignInAuthorizationParams & solidStart.SignInAuthorizationParams = {
		login_hint: 'ada',
	};
	const made: svelteKit.SignInResponse & solidStart.SignInResponse = await client.signIn(
		'email',
		stay,
		params,
	);
	expectTypeOf(made.error).toEqualTypeOf<string | undefined>();
	expectTypeOf(made.url).toEqualTypeOf<string | null>();
	const leave: svelteKit.SignOutParams<false> & solidStart.SignOutParams<false> = {
		redirect: false,
		redirectTo: '/',
	};
	const gone: svelteKit.SignOutResponse & solidStart.SignOutResponse = await client.signOut(leave);
	expectTypeOf(gone.url).toEqualTypeOf<string | null>();
}
interface OwnOptions extends svelteKit.SignInOptions {
	tenant: string;
}
/** A wrapper, generic as theirs were. */
async function wrapped<R extends boolean = true>(options?: solidStart.SignOutParams<R>): Promise<boolean> {
	const own: OwnOptions = { tenant: 'a', redirect: false };
	await svelteKit.signIn('github', own);
	return (await solidStart.signOut(options)).ok;
}
expectTypeOf(wrapped).returns.resolves.toEqualTypeOf<boolean>();
expectTypeOf<svelteKit.SignInOptions<true>['redirect']>().toEqualTypeOf<true | undefined>();
