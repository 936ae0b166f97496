import { isActionFailure, isHttpError, isRedirect, type RequestEvent } from '@sveltejs/kit';
import { type Handle, sequence } from '@sveltejs/kit/hooks';
// @ts-expect-error: SvelteKit's own server calls it, and nobody else, so that it has no types
import { with_request_store as withRequestStore } from '@sveltejs/kit/internal/server';
import { protect, SvelteKitAuth, type SvelteKitAuthConfig } from '../../../runtime/src/sveltekit/index.ts';
import type { Host, Settings } from './application.ts';
import { type HostEvent, makeEvent } from './sveltekit-event.ts';

type Route = (event: HostEvent) => Promise<Response>;
type Auth = ReturnType<typeof SvelteKitAuth>;

/** What SvelteKit does with a request, as far as authentication sees it: its own `sequence`, the real runtime. */
export function makeSvelteKitHost(config: unknown, settings: Settings & { base: string }): Host {
	const auth = SvelteKitAuth(config as SvelteKitAuthConfig);
	const guard = protect('/dashboard', settings.protect);
	const handle = sequence(auth.handle as Handle, guard as Handle);
	const routes = { ...makeRoutes(auth, settings.ownPages), ...ownRoutes(settings.routes) };

	async function respond(request: Request, isSubRequest = false): Promise<Response> {
		const event = makeEvent(request, { ...settings, isSubRequest, respond, routes: Object.keys(routes) });
		if (settings.checkOrigin && isForeignForm(event)) {
			return new Response('Cross-site POST form submissions are forbidden', { status: 403 });
		}
		// `sequence` hands copies of the event on.
		const resolve = async (current: RequestEvent) => {
			const response = await answer({ ...event, ...current } as HostEvent, routes);
			return event.cookies.finish(response);
		};
		const run = async () => handle({ event, resolve } as never);
		const response: Response = await withRequestStore({ event, state: {} }, run);
		const location = response.headers.get('location');
		if (!event.isDataRequest || !location) return response;
		const headers = new Headers({ 'cache-control': 'private, no-store' });
		for (const cookie of response.headers.getSetCookie()) headers.append('set-cookie', cookie);
		return Response.json({ type: 'redirect', location }, { headers });
	}
	return {
		auth,
		fetch: (request) => respond(request),
		actions: { signIn: `${settings.base}/signin`, signOut: `${settings.base}/signout` },
		javaScript: { 'x-sveltekit-action': 'true', accept: 'application/json' },
	};
}

function makeRoutes(auth: Auth, ownPages: readonly string[] = []): Record<string, Route> {
	return {
		// The session is asked for by the root layout, by the page and by a component.
		'/': async ({ locals }) => {
			const [session] = await Promise.all([locals.auth(), locals.auth(), locals.auth()]);
			return Response.json(session);
		},
		'/dashboard': async ({ locals }) => Response.json({ dashboard: (await locals.auth())?.user }),
		'/streamed': async ({ locals }) => streamed(() => locals.auth()),
		'/sub': async (event) => event.fetch('/'),
		'/signin': (event) => page(event, auth.signIn, auth.signInPage),
		'/signout': (event) => page(event, auth.signOut, async () => ({})),
		...Object.fromEntries(ownPages.map((path) => [path, async () => new Response(`page ${path}`)])),
	};
}

/** Routes that an application has besides. A path with both methods is a page with an action. */
function ownRoutes(own: Settings['routes'] = {}): Record<string, Route> {
	const paths = new Set(Object.keys(own).map((path) => path.replace('POST ', '')));
	const make = (path: string): Route => {
		const [read, post] = [own[path] ?? (() => ({})), own[`POST ${path}`]];
		return (event) => page(event, (post ?? read) as Auth['signIn'], async () => read(event));
	};
	return Object.fromEntries([...paths].map((path) => [path, make(path)]));
}

async function answer(event: HostEvent, routes: Record<string, Route>): Promise<Response> {
	if (event.malformed) return new Response('Malformed URI', { status: 400 });
	const route = routes[event.route.id ?? ''];
	if (!route) return new Response('Not Found', { status: 404 });
	try {
		return await route(event);
	} catch (thrown) {
		if (isRedirect(thrown))
			return new Response(null, { status: thrown.status, headers: { location: thrown.location } });
		if (isHttpError(thrown)) return Response.json(thrown.body, { status: thrown.status });
		// biome-ignore lint/suspicious/noConsole: as SvelteKit does
		console.error(thrown);
		return new Response('Internal Error', { status: 500 });
	}
}

/** A page with a default form action. With JavaScript its result comes as JSON. */
async function page(event: HostEvent, action: Auth['signIn'], load: (event: HostEvent) => Promise<unknown>) {
	if (event.request.method !== 'POST') return asResponse(await load(event));
	const enhanced = event.request.headers.get('x-sveltekit-action') === 'true';
	try {
		const result: unknown = await action(event);
		if (result instanceof Response) return result;
		const status = isActionFailure(result) ? result.status : 200;
		const data = isActionFailure(result) ? result.data : result;
		if (enhanced) return Response.json({ type: status < 400 ? 'success' : 'failure', status, data });
		return Response.json({ form: data }, { status });
	} catch (thrown) {
		if (!enhanced || !isRedirect(thrown)) throw thrown;
		return Response.json({ type: 'redirect', status: thrown.status, location: thrown.location });
	}
}

/** What a `load` gives is the page's data; an endpoint answers by itself. */
const asResponse = (result: unknown): Response =>
	result instanceof Response ? result : Response.json(result);

/** A page that is on its way already when somebody asks for the session. */
export function streamed(ask: () => Promise<unknown>): Response {
	const encoder = new TextEncoder();
	const body = new ReadableStream({
		async pull(controller) {
			await new Promise((resolve) => setTimeout(resolve, 5));
			controller.enqueue(encoder.encode(JSON.stringify(await ask())));
			controller.close();
		},
	});
	return new Response(body, { headers: { 'content-type': 'application/json' } });
}

/** SvelteKit's own check, which does not look at JSON. */
function isForeignForm({ request, url }: RequestEvent): boolean {
	const type = request.headers.get('content-type')?.split(';')[0] ?? '';
	const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data|text\/plain)$/.test(type);
	return isForm && request.method === 'POST' && request.headers.get('origin') !== url.origin;
}
