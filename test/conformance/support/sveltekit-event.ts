import type { RequestEvent } from '@sveltejs/kit';
import { serializeCookie } from '../../../runtime/src/core/http/cookies.ts';

/** An event as the host makes it, with what it does itself at the end. */
export interface HostEvent extends RequestEvent {
	/** The path cannot be decoded: hooks run, and no route does. */
	malformed: boolean;
	cookies: RequestEvent['cookies'] & {
		/** Puts the cookies on the response that `resolve` made. From then on `set` throws. */
		finish(response: Response): Response;
	};
}

interface Place {
	base: string;
	routes: string[];
	isSubRequest: boolean;
	respond(request: Request, isSubRequest: boolean): Promise<Response>;
}

/** A request event as SvelteKit makes it: data requests under the page's URL, routes by the decoded path. */
export function makeEvent(request: Request, { base, routes, isSubRequest, respond }: Place): HostEvent {
	const url = new URL(request.url);
	const isDataRequest = url.pathname.endsWith('/__data.json');
	if (isDataRequest) url.pathname = url.pathname.slice(0, -'/__data.json'.length) || '/';
	const path = decoded(url.pathname);
	const given = new Headers();
	const below = path !== null && (path === base || path.startsWith(`${base}/`));
	const inside = below ? path.slice(base.length).replace(/\/$/, '') || '/' : null;
	return {
		url,
		request,
		locals: {},
		params: {},
		route: { id: routes.find((id) => id === inside) ?? null },
		malformed: path === null,
		isDataRequest,
		isSubRequest,
		isRemoteRequest: false,
		cookies: cookieStore(given),
		setHeaders(headers: Record<string, string>) {
			for (const [name, value] of Object.entries(headers)) {
				if (given.has(name)) throw new Error(`"${name}" header is already set`);
				given.set(name, value);
			}
		},
		fetch: (path: string) => {
			// No Host header: the request never was on a wire.
			const headers = new Headers({ accept: '*/*' });
			const cookie = request.headers.get('cookie');
			if (cookie) headers.set('cookie', cookie);
			return respond(new Request(new URL(`${base}${path}`, url), { headers }), true);
		},
		tracing: { enabled: false },
	} as unknown as HostEvent;
}

/** @param given what `setHeaders` was told */
function cookieStore(given: Headers) {
	const set = new Map<string, string>();
	let finished = false;
	return {
		set(name: string, value: string, options: { path?: string }) {
			if (finished) throw new Error('Cannot use `cookies.set(...)` after the response has been generated');
			if (!options.path)
				throw new Error('You must specify a `path` when setting, deleting or serializing cookies');
			const header = serializeCookie({ name, value, options: { httpOnly: true, ...options } });
			if (header.indexOf(';') > 4097) throw new Error(`Cookie "${name}" is too large`);
			set.set(name, header);
		},
		finish(response: Response) {
			finished = true;
			const headers = new Headers(response.headers);
			for (const [name, value] of given) headers.set(name, value);
			for (const header of set.values()) headers.append('set-cookie', header);
			return new Response(response.body, { status: response.status, headers });
		},
	};
}

function decoded(pathname: string): string | null {
	try {
		return decodeURI(pathname);
	} catch {
		return null;
	}
}
