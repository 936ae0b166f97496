// Specification: section 4.1. The events are those of SolidStart 2 and 1, as far as their declarations go.
import type { JWT } from '@auth/core/jwt';
import type { Session, User } from '@auth/core/types';
import {
	auth,
	authMiddleware,
	getSession,
	getToken,
	hasRole,
	protect,
	requireUser,
	SolidAuth,
	type SolidAuthConfig,
	type SolidEvent,
	signInPage,
} from '@authgraft/runtime/solid-start';
import { expectTypeOf } from 'vitest';
import './augmented.ts';

/** Of `@solidjs/start/server`: `FetchEvent`, and `APIEvent`, which an API route's function gets. */
interface FetchEvent {
	request: Request;
	response: { headers: Headers; status?: number; statusText?: string };
	clientAddress?: string;
	locals: App.RequestEventLocals;
	nativeEvent: object;
}
interface APIEvent extends FetchEvent {
	params: { [key: string]: string };
	fetch: typeof fetch;
}
type APIHandler = (event: APIEvent) => Promise<unknown>;
type RequestMiddleware = (
	event: FetchEvent,
) => Response | undefined | unknown | Promise<Response | undefined | unknown>;

declare const config: SolidAuthConfig;
declare const event: APIEvent;

const handlers = SolidAuth(config);
expectTypeOf<keyof typeof handlers>().toEqualTypeOf<'GET' | 'POST'>();
expectTypeOf(handlers.GET).toExtend<APIHandler>();
expectTypeOf(handlers.POST).toExtend<APIHandler>();
expectTypeOf(handlers.GET).returns.toEqualTypeOf<Promise<Response | undefined>>();
expectTypeOf(authMiddleware(config)).toExtend<RequestMiddleware>();
expectTypeOf(protect('/dashboard')).toExtend<RequestMiddleware>();

expectTypeOf(event.locals.auth).toEqualTypeOf<() => Promise<Session | null>>();
expectTypeOf<keyof App.RequestEventLocals>().toEqualTypeOf<'auth'>();
expectTypeOf(auth(event, config)).resolves.toEqualTypeOf<Session | null>();
expectTypeOf(getSession(event.request, config)).resolves.toEqualTypeOf<Session | null>();
expectTypeOf(getToken(event, config)).resolves.toEqualTypeOf<JWT | null>();
expectTypeOf(getToken(event.request, config)).resolves.toEqualTypeOf<JWT | null>();
const session = await auth(event, config);
expectTypeOf(session?.plan).toEqualTypeOf<'free' | 'paid' | undefined>();
expectTypeOf(session?.user?.role).toEqualTypeOf<'admin' | 'member' | undefined>();
expectTypeOf((await signInPage(event, config)).session).toEqualTypeOf<Session | null>();

await requireUser(event, config, { from: '/admin', allow: hasRole('admin') });
await requireUser(event, config, {
	allow(session, event) {
		expectTypeOf(session).toEqualTypeOf<Session & { user: User }>();
		expectTypeOf(event).toEqualTypeOf<SolidEvent>();
		return session.user.email?.endsWith('@example.com');
	},
});
// @ts-expect-error: a text is no answer
await requireUser(event, config, { allow: (session) => session.user.name });
protect('/admin', { allow: hasRole(['admin', 'editor']) });
// @ts-expect-error: that is SvelteKit's
protect('/admin', { remoteFunctions: 'deny' });
const { user, plan } = await requireUser(event, config);
expectTypeOf(user).toEqualTypeOf<User>();
expectTypeOf(plan).toEqualTypeOf<'free' | 'paid'>();

protect('/admin', {
	allow(session, event) {
		expectTypeOf(session).toEqualTypeOf<Session & { user: User }>();
		expectTypeOf(event).toEqualTypeOf<SolidEvent>();
		return session.user.role === 'admin';
	},
});

SolidAuth(async (event) => {
	expectTypeOf(event).toEqualTypeOf<SolidEvent>();
	return { providers: [] };
});
// @ts-expect-error: a config function is asynchronous
SolidAuth(() => ({ providers: [] }));
// @ts-expect-error: no such option
SolidAuth({ providers: [], trustHosts: true });
