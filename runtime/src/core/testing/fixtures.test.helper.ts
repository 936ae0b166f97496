import type { Adapter, AdapterSession, AdapterUser } from '@auth/core/adapters';
import { CredentialsSignin } from '@auth/core/errors';
import { encode, type JWT } from '@auth/core/jwt';
import Credentials from '@auth/core/providers/credentials';
import type { EmailConfig } from '@auth/core/providers/email';
import { type Mock, vi } from 'vitest';
import { parseCookies } from '../http/cookies.js';

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

/** An e-mail provider, and the links that it was to send. */
export function mailbox(): { email: EmailConfig; sent: string[] } {
	const sent: string[] = [];
	const email: EmailConfig = {
		...{ id: 'email', name: 'E-mail', type: 'email', maxAge: 60, options: {} },
		sendVerificationRequest: async ({ url }) => {
			sent.push(url);
		},
	};
	return { email, sent };
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
