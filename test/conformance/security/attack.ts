import { expect } from 'vitest';
import { parseCookies } from '../../../runtime/src/core/http/cookies.ts';
import { type Application, type Config, type Integration, makeApplication } from '../support/application.ts';
import { secret } from './tokens.ts';

export const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
export const form = 'application/x-www-form-urlencoded';

/** An application with the secret of these tests. */
export function victim(
	integration: Integration,
	config: Config,
	settings: Parameters<typeof makeApplication>[2] = {},
): Application {
	const env = { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' };
	return makeApplication(integration, config, { env, ...settings });
}

export interface Sent {
	method?: string;
	headers?: Record<string, string>;
	/** The Cookie header. */
	cookie?: string;
	/** Sent as an urlencoded form from the application's own page. */
	fields?: Record<string, string> | string;
	/** Sent as JSON. */
	json?: unknown;
	body?: BodyInit;
}

/** Sends a request as a browser would, unless it is told otherwise. A header of '' is left out. */
export function send(app: Application, path: string, sent: Sent = {}): Promise<Response> {
	const { fields, json, cookie } = sent;
	const body =
		fields !== undefined ? new URLSearchParams(fields) : json === undefined ? sent.body : text(json);
	const method = sent.method ?? (body === undefined ? 'GET' : 'POST');
	const headers = new Headers(html);
	if (method !== 'GET' && method !== 'HEAD') headers.set('origin', app.origin);
	if (fields !== undefined) headers.set('content-type', form);
	if (json !== undefined) headers.set('content-type', 'application/json');
	if (cookie !== undefined) headers.set('cookie', cookie);
	for (const [name, value] of Object.entries(sent.headers ?? {})) {
		if (value === '') headers.delete(name);
		else headers.set(name, value);
	}
	return app.fetch(
		new Request(`${app.origin}${path}`, { method, headers, ...(body !== undefined && { body }) }),
	);
}

const text = (json: unknown) => (typeof json === 'string' ? json : JSON.stringify(json));

/** Cookies of a response by name: their value, or null where they are taken away. */
export function cookiesOf(response: Response): Record<string, string | null> {
	const entries = response.headers.getSetCookie().map((line) => {
		const [[name, value] = ['', '']] = parseCookies(line.split(';')[0] ?? '');
		const gone = /;\s*max-age=0\b/i.test(line) || /expires=thu, 01 jan 1970/i.test(line);
		return [name, gone ? null : value] as const;
	});
	return Object.fromEntries(entries);
}

/** The Cookie header of a browser that has got these responses. */
export function cookieHeader(...responses: Response[]): string {
	const jar = Object.assign({}, ...responses.map(cookiesOf)) as Record<string, string | null>;
	return Object.entries(jar)
		.filter(([, value]) => value !== null)
		.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`)
		.join('; ');
}

/** What a browser with these cookies gets to see. */
export interface Sight {
	/** E-mail address of the session on the page. */
	page: string | null;
	/** The same at the session endpoint. */
	endpoint: string | null;
	guard: 'open' | 'closed';
	/** Cookies that the page takes away, sorted. */
	removed: string[];
	/** Lines at the level `error`. */
	errors: number;
}

/** Looks at the page, the session endpoint and the guarded page with some cookies. Every answer has to be whole. */
export async function look(
	app: Application,
	cookie: string,
	headers: Record<string, string> = {},
): Promise<Sight> {
	const before = errorsOf(app).length;
	const page = await send(app, '/', { cookie, headers });
	const endpoint = await send(app, `${app.basePath}/session`, { cookie, headers });
	const guarded = await send(app, '/dashboard', { cookie, headers });
	expect([page.status, endpoint.status]).toEqual([200, 200]);
	const open = guarded.status === 200;
	if (!open) {
		expect(guarded.status).toBe(303);
		expect(guarded.headers.get('location')).toMatch(/signin\?redirectTo=%2Fdashboard$/);
		expect(await guarded.text()).toBe('');
	}
	return {
		page: await emailOf(page),
		endpoint: await emailOf(endpoint),
		guard: open ? 'open' : 'closed',
		removed: removedBy(page),
		errors: errorsOf(app).length - before,
	};
}

async function emailOf(response: Response): Promise<string | null> {
	const session = (await response.json()) as { user?: { email?: string } } | null;
	return session === null ? null : (session.user?.email ?? 'a session without an address');
}

export const removedBy = (response: Response): string[] =>
	Object.entries(cookiesOf(response))
		.flatMap(([name, value]) => (value === null ? [name] : []))
		.sort();

/** What is logged above `debug`, which says everything when somebody asks for it. */
export const loudOf = (app: Application) => app.logs.filter(({ level }) => level !== 'debug');

export const errorsOf = (app: Application) => app.logs.filter(({ level }) => level === 'error');

/** What somebody without a session sees, whose cookies were taken away. */
export const nobody = (removed: string[] = []): Sight => ({
	...{ page: null, endpoint: null, guard: 'closed' as const, errors: 0 },
	removed: removed.sort(),
});

/** What ada sees. */
export const ada: Sight = {
	...{ page: 'ada@test.example', endpoint: 'ada@test.example', guard: 'open', errors: 0 },
	removed: [],
};
