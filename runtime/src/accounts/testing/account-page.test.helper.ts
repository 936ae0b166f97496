import type { Provider } from '@auth/core/providers';
import type { Session } from '@auth/core/types';
import { vi } from 'vitest';
import type { AccountAnswer, AccountRequest, AccountsPlug } from '../../core/accounts.js';
import { resolveConfig } from '../../core/config/index.js';
import { cookiePairs } from '../../core/http/cookies.js';
import { cookieName, origin, quietLogger, secret } from '../../core/testing/fixtures.test.helper.js';
import type { Resolved, RuntimeConfig, SetCookie } from '../../core/types.js';
import { accountFlows, openAddressLink, overview } from '../account/index.js';
import { tellWayAdded } from '../account/way-added.js';
import { Passwords } from '../passwords/provider.js';
import type { AccountsContext, AccountsOptions, Mail, PasswordHash, PasswordsOptions } from '../types.js';
import { type MemoryDatabase, memoryDatabase } from './memory-store.test.helper.js';

/** Hashes without taking time. */
export const quickHash: PasswordHash = {
	hash: (password) => `quick:${[...password].reverse().join('')}`,
	verify: (password, hash) => hash === `quick:${[...password].reverse().join('')}`,
	needsRehash: () => false,
};

interface Settings extends Partial<AccountsOptions> {
	/** Besides passwords. */
	providers?: Provider[];
	/** False: the application has none. */
	passwords?: PasswordsOptions | false;
	config?: Partial<RuntimeConfig>;
}

/** The account page of an application with a database in memory. */
export function accountPage({ providers = [], passwords = {}, config, ...options }: Settings = {}) {
	const db = memoryDatabase();
	const mails: Mail[] = [];
	const logger = quietLogger();
	const pages = {
		...{ signUp: '/signup', forgotPassword: '/forgot-password' },
		...{ setPassword: '/set-password', account: '/account' },
	};
	const context: AccountsContext = {
		options: {
			store: db.store,
			send: (mail) => void mails.push(mail),
			name: 'Shop',
			limits: 'database',
			...options,
		},
		...{ pages, store: db.store, adapter: db.adapter },
	};
	const accounts: Partial<AccountsPlug<Resolved>> = {
		...{ pages, warnings: () => [], signedIn: async () => {} },
		wayAdded: (resolved, added) => tellWayAdded(context, resolved, added),
	};
	const whole: RuntimeConfig = {
		...{ secret, trustHost: true, adapter: db.adapter, logger, pages: { signIn: '/signin' } },
		providers: [...(passwords ? [Passwords({ hash: quickHash, ...passwords })] : []), ...providers],
		accounts: accounts as AccountsPlug<Resolved>,
		...config,
	};
	const resolve = (headers: Headers): Resolved =>
		resolveConfig(whole, { url: new URL(`${origin}/account`), headers });
	const request = (cookie: string, fields: AccountRequest['fields'] = {}, search = ''): AccountRequest => ({
		headers: new Headers({ cookie, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }),
		fields,
		query: new URLSearchParams(search),
	});
	return {
		...{ ...db, db, context, mails, logger, resolve },
		/** Sends a form of the page. */
		async run(action: string, cookie: string, fields?: AccountRequest['fields'], search?: string) {
			const given = request(cookie, fields, search);
			const flow = accountFlows.get(action);
			if (!flow) throw new Error(`There is no ${action}.`);
			return flow(context, resolve(given.headers), given);
		},
		/** Opens the link of a mail. */
		async open(action: string, search: string, cookie = '') {
			const given = request(cookie, {}, search);
			return openAddressLink(context, resolve(given.headers), action, given);
		},
		/** What the page shows. */
		async overview(cookie: string) {
			const given = request(cookie);
			const session = { user: {}, expires: '' } as Session;
			return overview(context, resolve(given.headers), given, session);
		},
		/** Mails are sent after the answer. */
		sent: (count: number) => vi.waitFor(() => (mails.length < count ? Promise.reject(count) : mails)),
	};
}

/** The Cookie header of a session. */
export const as = (token: string): string => `${cookieName}=${token}`;

/** The Cookie header that a browser sends after an answer. */
export function after(cookie: string, answer: AccountAnswer): string {
	const jar = new Map(cookiePairs(cookie));
	const set: SetCookie[] = 'cookies' in answer ? (answer.cookies ?? []) : [];
	for (const { name, value } of set) jar.set(name, value);
	return [...jar]
		.filter(([, value]) => value !== '')
		.map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
		.join('; ');
}

/** The path and query to which an answer leads; or its status and error. */
export function outcome(answer: AccountAnswer): string {
	if (!answer.ok) return `${answer.status} ${answer.error}`;
	return 'redirect' in answer ? answer.redirect : String(answer.response.status);
}

/** Somebody with a password, signed in an hour ago, and once more elsewhere. */
export function addAda(db: MemoryDatabase, hash = `quick:${[...adasPassword].reverse().join('')}`): void {
	db.add({ id: 'ada', name: 'Ada', email: 'ada@example.com' });
	db.passwords.set('ada', { hash, changedAt: new Date(0) });
	db.signIn('ada', 'ada-1', 60 * 60 * 1000);
	db.signIn('ada', 'ada-2', 2 * 60 * 60 * 1000);
}

export const adasPassword = 'his noble peasing schuler';
export const newPassword = 'seven green owls at noon';
