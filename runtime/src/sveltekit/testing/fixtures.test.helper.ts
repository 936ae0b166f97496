import type { RequestEvent } from '@sveltejs/kit';
import { origin, password, quietLogger, secret } from '../../core/testing/fixtures.test.helper.js';
import { SvelteKitAuth } from '../auth.js';
import type { LazyConfig, SvelteKitAuthConfig, SvelteKitAuthResult } from '../types.js';

export * from '../../core/testing/fixtures.test.helper.js';

export function makeAuth(options: Partial<SvelteKitAuthConfig> = {}): SvelteKitAuthResult & {
	logger: ReturnType<typeof quietLogger>;
} {
	const logger = quietLogger();
	const config = { env: { AUTH_SECRET: secret }, trustHost: true, providers: [password], logger, ...options };
	return { ...SvelteKitAuth(config), logger };
}

export function makeLazyAuth(config: LazyConfig): SvelteKitAuthResult {
	return SvelteKitAuth(config);
}

export interface EventOptions {
	method?: string;
	headers?: Record<string, string>;
	/** Urlencoded body; makes it a POST from the page's own origin. */
	form?: Record<string, string>;
	json?: unknown;
	/** Cookies by name. */
	cookies?: Record<string, string>;
	routeId?: string | null;
	params?: Record<string, string>;
	isDataRequest?: boolean;
	isRemoteRequest?: boolean;
	isSubRequest?: boolean;
}

export interface TestEvent extends RequestEvent {
	/** What went through `event.cookies.set`. */
	setCookies: { name: string; value: string; options: Record<string, unknown> }[];
}

/** A request event as SvelteKit makes them, as far as the runtime looks at it. */
export function makeEvent(path: string, options: EventOptions = {}): TestEvent {
	const { form, json, cookies = {}, routeId = null, params = {} } = options;
	const url = new URL(path, origin);
	const headers = new Headers(options.headers);
	const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
	if (cookie.length > 0) headers.set('cookie', cookie.join('; '));
	const init: RequestInit = {
		method: options.method ?? (form || json !== undefined ? 'POST' : 'GET'),
		headers,
	};
	if (form) {
		if (!headers.has('origin')) headers.set('origin', url.origin);
		headers.set('content-type', 'application/x-www-form-urlencoded');
		init.body = new URLSearchParams(form).toString();
	} else if (json !== undefined) {
		headers.set('content-type', 'application/json');
		init.body = JSON.stringify(json);
	}
	if (headers.get('origin') === 'none') headers.delete('origin');
	const setCookies: TestEvent['setCookies'] = [];
	return {
		url,
		request: new Request(url, init),
		locals: {},
		route: { id: routeId },
		params,
		isDataRequest: options.isDataRequest ?? false,
		isRemoteRequest: options.isRemoteRequest ?? false,
		isSubRequest: options.isSubRequest ?? false,
		setCookies,
		cookies: {
			set(name: string, value: string, cookieOptions: Record<string, unknown>) {
				if (!cookieOptions.path) throw new Error('cookies.set without a path, as SvelteKit 2 throws');
				setCookies.push({ name, value, options: cookieOptions });
			},
		},
	} as unknown as TestEvent;
}

/** A page that reads the session, as a root layout does. */
export async function page(event: RequestEvent): Promise<Response> {
	return Response.json(await event.locals.auth());
}
