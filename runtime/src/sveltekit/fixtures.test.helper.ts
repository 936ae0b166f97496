import type { Adapter, AdapterSession, AdapterUser } from '@auth/core/adapters';
import { CredentialsSignin } from '@auth/core/errors';
import { encode, type JWT } from '@auth/core/jwt';
import Credentials from '@auth/core/providers/credentials';
import type { RequestEvent } from '@sveltejs/kit';
import { type Mock, vi } from 'vitest';
import { parseCookies } from '../core/cookies.js';
import { SvelteKitAuth } from './auth.js';
import type { LazyConfig, SvelteKitAuthConfig, SvelteKitAuthResult } from './types.js';

export const origin = 'http://localhost:3000';
export const secret = 'a-secret-of-at-least-thirty-two-characters';
export const cookieName = 'authjs.session-token';

/** A logger that keeps what it is told. */
export function quietLogger(): Record<'error' | 'warn' | 'debug', Mock> {
	return { error: vi.fn(), warn: vi.fn(), debug: vi.fn() };
}

/** `secret` is the only right password; "locked" throws a code of its own, "broken" an ordinary error. */
export const password = Credentials({
	credentials: { username: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
	authorize({ username, password: given }) {
		if (given === 'locked') {
			const error = new CredentialsSignin();
			error.code = 'locked';
			throw error;
		}
		if (given === 'broken') throw new Error('database password is hunter2');
		return given === 'secret' ? { id: '1', name: String(username), email: 'ada@example.com' } : null;
	},
});

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

/** Cookies that a response sets, by name. Removed ones are ''. */
export function cookiesOf(response: Response): Record<string, string> {
	return Object.fromEntries(
		response.headers
			.getSetCookie()
			.map((header) => [...parseCookies(header.split(';')[0] ?? '')][0] ?? ['', '']),
	);
}

/** A session cookie's value as the core makes it. `age` in seconds. */
export async function token(
	payload: JWT = {},
	settings: { age?: number; secret?: string; salt?: string } = {},
) {
	const { age = 0, salt = cookieName } = settings;
	vi.useFakeTimers({ now: Date.now() - age * 1000, toFake: ['Date'] });
	try {
		return await encode({
			token: { sub: '1', name: 'Ada', email: 'ada@example.com', ...payload },
			secret: settings.secret ?? secret,
			salt,
		});
	} finally {
		vi.useRealTimers();
	}
}

export const day = 24 * 60 * 60;

/** A database with one user and one session, which counts what is asked. */
export function makeAdapter(session: Partial<AdapterSession> = {}) {
	const user = {
		id: '1',
		name: 'Ada',
		email: 'ada@example.com',
		emailVerified: null,
		passwordHash: 'HASH',
	} as AdapterUser;
	const row: AdapterSession = {
		sessionToken: 'SECRET-TOKEN',
		userId: '1',
		expires: new Date(Date.now() + 29.5 * day * 1000),
		...session,
	};
	const rest = ['createUser', 'getUser', 'getUserByAccount', 'updateUser', 'linkAccount', 'createSession'];
	const links = new Map<string, { identifier: string; token: string; expires: Date }>();
	return {
		...Object.fromEntries(rest.map((name) => [name, vi.fn(async () => null)])),
		createUser: vi.fn(async (data: AdapterUser) => data),
		getUserByEmail: vi.fn(async () => null),
		createVerificationToken: vi.fn(async (link: { identifier: string; token: string; expires: Date }) => {
			links.set(link.token, link);
			return link;
		}),
		useVerificationToken: vi.fn(async (link: { token: string }) => {
			const found = links.get(link.token) ?? null;
			links.delete(link.token);
			return found;
		}),
		getSessionAndUser: vi.fn(async (sessionToken: string) =>
			sessionToken === row.sessionToken ? { user, session: { ...row } } : null,
		),
		updateSession: vi.fn(async () => row),
		deleteSession: vi.fn(async () => {}),
	} satisfies Adapter;
}
