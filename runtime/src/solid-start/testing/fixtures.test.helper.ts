import GitHub from '@auth/core/providers/github';
import { cookiesOf, origin, password, quietLogger, secret } from '../../core/testing/fixtures.test.helper.js';
import type { SolidAuthConfig } from '../types.js';

export * from '../../core/testing/fixtures.test.helper.js';

export const github = GitHub({ clientId: 'id', clientSecret: 'x' });
export const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
/** Headers with which SolidStart's own client calls server functions. */
export const fromClient = { 'x-server-id': 'abc-0', 'x-server-instance': 'server-fn:0', accept: '*/*' };

export type TestConfig = SolidAuthConfig & { logger: ReturnType<typeof quietLogger> };

/** A working configuration with credentials and GitHub, and the application's own pages. */
export function makeConfig(options: Partial<SolidAuthConfig> = {}): TestConfig {
	return {
		env: { AUTH_SECRET: secret },
		trustHost: true,
		providers: [password, github],
		pages: { signIn: '/signin', signOut: '/signout', error: '/signin' },
		logger: quietLogger(),
		...options,
	} as TestConfig;
}

export interface EventOptions {
	method?: string;
	headers?: Record<string, string>;
	/** Urlencoded body; makes it a POST from the page's own origin. */
	form?: Record<string, string>;
	/** Cookies by name. */
	cookies?: Record<string, string>;
	locals?: object;
	/** The response has begun: setting a header throws, as in SolidStart 1. */
	late?: boolean;
}

/** A request event as both majors make them, as far as the runtime looks at it. */
export function makeEvent(path: string, options: EventOptions = {}) {
	const { form, cookies = {}, locals = {}, late = false } = options;
	const url = new URL(path, origin);
	const headers = new Headers(options.headers);
	const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${value}`);
	if (cookie.length > 0) headers.set('cookie', cookie.join('; '));
	const init: RequestInit = { method: options.method ?? (form ? 'POST' : 'GET'), headers };
	if (form) {
		if (!headers.has('origin')) headers.set('origin', url.origin);
		headers.set('content-type', 'application/x-www-form-urlencoded');
		init.body = new URLSearchParams(form).toString();
	}
	if (headers.get('origin') === 'none') headers.delete('origin');
	const response = { headers: new Headers() };
	if (late) {
		response.headers.append = () => {
			throw new Error('Cannot set headers after they are sent to the client');
		};
	}
	return { request: new Request(url, init), response, locals };
}

/** Cookies that an event sends, by name. Removed ones are ''. */
export function sentCookies(event: { response: { headers: Headers } }): Record<string, string> {
	return cookiesOf(new Response(null, { headers: event.response.headers }));
}

/** What was thrown: a Response is what the functions throw on purpose. */
export async function thrownBy(promise: Promise<unknown>): Promise<Response> {
	try {
		await promise;
	} catch (thrown) {
		if (thrown instanceof Response) return thrown;
		throw thrown;
	}
	throw new Error('Nothing was thrown.');
}

/** The Location header of a redirect that was thrown. */
export async function redirectOf(promise: Promise<unknown>): Promise<string | null> {
	return (await thrownBy(promise)).headers.get('location');
}

/** Headers and body of a response in one text, to search for what must not be there. */
export async function everything(response: Response): Promise<string> {
	return JSON.stringify([...response.headers]) + (await response.clone().text());
}
