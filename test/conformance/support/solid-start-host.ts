import {
	auth,
	authMiddleware,
	getSession,
	protect,
	SolidAuth,
	type SolidAuthConfig,
	type SolidEvent,
	signIn,
	signInPage,
	signOut,
} from '../../../runtime/src/solid-start/index.ts';
import type { Host, Settings } from './application.ts';
import { streamed } from './sveltekit-host.ts';

interface HostEvent extends SolidEvent {
	response: { headers: Headers };
}
type Route = (event: HostEvent) => Promise<Response | undefined>;
type Place = Settings & { base: string; basePath: string };

/** What SolidStart does with a request, as far as authentication sees it, round the real runtime. */
export function makeSolidStartHost(input: unknown, settings: Place): Host {
	const config = input as SolidAuthConfig;
	const { base, basePath } = settings;
	const middleware = [authMiddleware(config), protect('/dashboard', settings.protect)];
	const { GET, POST } = SolidAuth(config);
	const pages = { ...makePages(config), ...ownRoutes(settings.routes) };

	function route(event: HostEvent): Promise<Response | undefined> {
		const { pathname } = new URL(event.request.url);
		const path = pathname.startsWith(base) ? pathname.slice(base.length).replace(/\/$/, '') || '/' : pathname;
		const { method } = event.request;
		if (pathname.startsWith(`${basePath}/`) || path.startsWith(`${basePath.slice(base.length)}/`)) {
			// SolidStart answers HEAD with the GET handler, and other methods with the page for what is not found.
			if (method === 'GET' || method === 'HEAD') return GET(event);
			if (method === 'POST') return POST(event);
		}
		return pages[`${method === 'POST' ? 'POST ' : ''}${path.toLowerCase()}`]?.(event) ?? notFound();
	}

	async function respond(request: Request): Promise<Response> {
		const event: HostEvent = { request, response: { headers: new Headers() }, locals: {} };
		for (const run of middleware) {
			const answer = await run(event);
			if (answer) return withEvent(answer, event);
		}
		return withEvent((await route(event)) ?? (await notFound()), event);
	}
	return {
		auth: {},
		fetch: respond,
		actions: { signIn: `${base}/_server/sign-in`, signOut: `${base}/_server/sign-out` },
		javaScript: { 'x-server-id': 'action-0', 'x-server-instance': 'server-fn:0', accept: '*/*' },
	};
}

function makePages(config: SolidAuthConfig): Record<string, Route> {
	return {
		// The session is asked for by the layout's query, by the page's and from the request alone.
		'/': async (event) => {
			const asked = [auth(event, config), auth(event, config), getSession(event.request, config)];
			const [session] = await Promise.all(asked);
			return Response.json(session);
		},
		'/dashboard': async (event) => Response.json({ dashboard: (await auth(event, config))?.user }),
		'/streamed': async (event) => {
			const response = streamed(() => auth(event, config));
			// SolidStart 1 throws once the response has begun.
			event.response = { headers: new Headers() };
			event.response.headers.append = () => {
				throw new Error('Cannot set headers after they are sent to the client');
			};
			return response;
		},
		'/signin': async (event) => Response.json(await signInPage(event, config)),
		'POST /_server/sign-in': async (event) => action(event, (form) => signIn(event, config, form)),
		'POST /_server/sign-out': async (event) => action(event, (form) => signOut(event, config, form)),
	};
}

/** Routes that an application has besides: API routes, and actions of forms. */
function ownRoutes(own: Settings['routes'] = {}): Record<string, Route> {
	const routes = Object.entries(own).map(([path, run]): [string, Route] => [
		path,
		async (event) => {
			if (path.startsWith('POST /_server/'))
				return action(event, (form) => Promise.resolve(run({ event, form })));
			const result = await run(event);
			return result instanceof Response ? result : Response.json(result);
		},
	]);
	return Object.fromEntries(routes);
}

/** An action of the application: what it throws is the answer, and what it returns goes to JavaScript. */
async function action(event: HostEvent, run: (form: FormData) => Promise<unknown>): Promise<Response> {
	try {
		return Response.json(await run(await event.request.formData()));
	} catch (thrown) {
		if (thrown instanceof Response) return thrown;
		// biome-ignore lint/suspicious/noConsole: as SolidStart does
		console.error(thrown);
		return new Response('Internal Error', { status: 500 });
	}
}

/** What was put on the event's own headers goes along with every response. */
function withEvent(response: Response, event: HostEvent): Response {
	const headers = new Headers(response.headers);
	for (const [name, value] of event.response.headers) {
		if (name === 'set-cookie') headers.append(name, value);
		else headers.set(name, value);
	}
	return new Response(response.body, { status: response.status, headers });
}

const notFound = async () => new Response('Not Found', { status: 404 });
