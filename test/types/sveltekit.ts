// Specification: section 4.2.
import type { JWT } from '@auth/core/jwt';
import type { Session, User } from '@auth/core/types';
import {
	hasRole,
	protect,
	requireUser,
	SvelteKitAuth,
	type SvelteKitAuthConfig,
} from '@authgraft/runtime/sveltekit';
import type { Actions, RequestEvent, ServerLoad } from '@sveltejs/kit';
import { type Handle, sequence } from '@sveltejs/kit/hooks';
import { expectTypeOf } from 'vitest';
import './augmented.ts';

declare const event: RequestEvent;

// Nothing of App is written here: this is what an application gets without an edit of `app.d.ts`.
expectTypeOf(event.locals.auth).toEqualTypeOf<() => Promise<Session | null>>();
expectTypeOf<App.Locals['auth']>().toEqualTypeOf<() => Promise<Session | null>>();
expectTypeOf<keyof App.Locals>().toEqualTypeOf<'auth'>();
expectTypeOf<keyof App.PageData>().toEqualTypeOf<never>();
const locals = await event.locals.auth();
expectTypeOf(locals?.plan).toEqualTypeOf<'free' | 'paid' | undefined>();
expectTypeOf(locals?.user?.role).toEqualTypeOf<'admin' | 'member' | undefined>();
// @ts-expect-error: the action is not on locals, and never was
event.locals.signIn;
// @ts-expect-error: neither is this one
event.locals.signOut;

const auth = SvelteKitAuth({ providers: [] });
expectTypeOf(auth.handle).toExtend<Handle>();
expectTypeOf(sequence(auth.handle, protect('/dashboard'))).toEqualTypeOf<Handle>();
({ default: auth.signIn }) satisfies Actions;
({ default: auth.signOut }) satisfies Actions;
expectTypeOf(auth.signInPage).toExtend<ServerLoad>();
const page = await auth.signInPage(event);
expectTypeOf(page.session).toEqualTypeOf<Session | null>();
expectTypeOf(auth.getToken(event)).resolves.toEqualTypeOf<JWT | null>();

SvelteKitAuth(async (event) => {
	expectTypeOf(event).toEqualTypeOf<RequestEvent>();
	return { providers: [], trustHost: true };
});
// @ts-expect-error: a config function is asynchronous
SvelteKitAuth(() => ({ providers: [] }));
// @ts-expect-error: no providers
SvelteKitAuth({});
// @ts-expect-error: no such option
SvelteKitAuth({ providers: [], trustHosts: true });
expectTypeOf(SvelteKitAuth).parameter(0).extract<object>().toExtend<SvelteKitAuthConfig | CallableFunction>();

protect('/admin', {
	allow(session, event) {
		expectTypeOf(session.user.role).toEqualTypeOf<'admin' | 'member'>();
		expectTypeOf(session).toEqualTypeOf<Session & { user: User }>();
		expectTypeOf(event).toEqualTypeOf<RequestEvent>();
		return session.user.role === 'admin';
	},
});
protect('/admin', { allow: hasRole('admin') });
protect('/admin', { allow: hasRole(['admin', 'editor']), except: '/admin/help' });
protect('/admin', { allow: (session) => session.user.email?.endsWith('@example.com') });
protect([], { remoteFunctions: 'deny' });
// @ts-expect-error: it is deny, or nothing
protect([], { remoteFunctions: 'allow' });
// @ts-expect-error: no such option
protect([], { remote: true });
// @ts-expect-error: a role has a name
hasRole(1);
expectTypeOf(hasRole('admin')(await event.locals.auth())).toEqualTypeOf<boolean>();
// @ts-expect-error: a promise of a boolean or a boolean
protect('/admin', { allow: (session) => session.user.role });

await requireUser(event, { allow: hasRole('admin') });
await requireUser(event, {
	async allow(session, event) {
		expectTypeOf(session).toEqualTypeOf<Session & { user: User }>();
		expectTypeOf(event).toEqualTypeOf<RequestEvent>();
		return session.user.image?.startsWith('/');
	},
});
// @ts-expect-error: a text is no answer
await requireUser(event, { allow: (session) => session.user.name });
const { user, plan } = await requireUser(event);
expectTypeOf(user).toEqualTypeOf<User>();
expectTypeOf(plan).toEqualTypeOf<'free' | 'paid'>();
