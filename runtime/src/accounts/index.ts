import type { Adapter } from '@auth/core/adapters';
import type { AccountPages, AccountsOption, AccountsPlug } from '../core/accounts.js';
import type { Resolved } from '../core/types.js';
import { passwordsOf } from './account/own-password.js';
import { tellWayAdded } from './account/way-added.js';
import { pathOf } from './answers.js';
import { authorize } from './authorize.js';
import { answerEndpoint } from './endpoint.js';
import { provenUser } from './flows/sign-in-as.js';
import { knownBrowser } from './limits/known.js';
import { browserLabel } from './mails/label.js';
import { accountMessage } from './messages.js';
import { pageData } from './page.js';
import { passwordsOptions } from './passwords/provider.js';
import { run } from './run.js';
import { openTokens } from './tokens.js';
import type { AccountsContext, AccountsOptions } from './types.js';

export { accountMessage, type MessageDetails } from './messages.js';
export { Passwords, type PasswordsProvider } from './passwords/provider.js';
export type * from './store.js';
export type {
	AccountOverview,
	AccountSession,
	AccountsOptions,
	ForgotPasswordPageData,
	Limiter,
	Mail,
	MailKind,
	PasswordHash,
	PasswordsOptions,
	SetPasswordPageData,
	SignUpPageData,
} from './types.js';

/** Sessions that are over are removed a few at a sign-in: a program that signs in each time has thousands. */
const mostCleared = 20;

const defaultPages: AccountPages = {
	signUp: '/signup',
	forgotPassword: '/forgot-password',
	setPassword: '/set-password',
	account: '/account',
};

/**
 * Accounts with passwords and pages, on the application's own database: the option `accounts` of the configuration.
 *
 * ```ts
 * export const accounts = Accounts({ store: drizzleAccounts(db, tables), send });
 * ```
 *
 * Specification: section 1 (provider type `credentials`); the specification has no accounts.
 *
 * @param options where passwords are kept, and how mails are sent
 * @throws TypeError when there is no store
 */
export function Accounts(options: AccountsOptions): AccountsOption {
	const { store, send, limits } = options;
	if (typeof store?.takeToken !== 'function')
		throw new TypeError(
			'Accounts({ store }): it takes what drizzleAccounts, prismaAccounts or pgAccounts make.',
		);
	const pages = { ...defaultPages, ...options.pages };
	const contextOf = ({ core }: Pick<Resolved, 'core'>): AccountsContext => ({
		...{ options, pages, store },
		adapter: core.adapter as Required<Adapter>,
	});
	const plug: AccountsPlug<Resolved> = {
		pages,
		warnings: ({ dev }) =>
			[
				!send && !dev && 'accounts: there is no `send`, so that nobody can sign up or set a new password.',
				limits === false && !dev && 'accounts: `limits: false` counts only while developing.',
				limits === 'database' &&
					!store.hit &&
					'accounts: the store has no table for limits, so that tries are counted in the memory of each process.',
			].filter((warning) => typeof warning === 'string'),
		async evict(user, providers) {
			await store.purge(String(user.id), openTokens({ id: String(user.id), email: user.email }));
			for (const provider of providers) await passwordsOptions(provider)?.legacy?.forget?.(user);
		},
		async authorize(resolved, request) {
			const proven = provenUser(request.fields);
			if (proven) return proven;
			const passwords = passwordsOf(resolved);
			return passwords ? authorize(contextOf(resolved), passwords, resolved, request) : null;
		},
		async signedIn(_, { headers, sessionToken, provider, userId, idToken }) {
			const label = browserLabel(headers);
			await store.describeSession(sessionToken, {
				createdAt: new Date(),
				label,
				provider,
				idToken: idToken ?? null,
			});
			const sessions = await store.sessions(userId);
			const over = sessions.filter(({ expires }) => expires.getTime() < Date.now());
			for (const session of over.slice(0, mostCleared)) await store.endSession(userId, session.sessionToken);
		},
		wayAdded: (resolved, added) => tellWayAdded(contextOf(resolved), resolved, added),
		signedInWith: (_, sessionToken) => store.sessionDetails(sessionToken),
		knownBrowser,
		run: (resolved, action, request) => run(contextOf(resolved), resolved, action, request),
		answer: (resolved, action, request, query) =>
			answerEndpoint(contextOf(resolved), resolved, action, request, query),
		page: (resolved, name, request, session) =>
			pageData(contextOf(resolved), resolved, name, request, session),
		wellKnown(resolved, pathname) {
			// Every request comes by here.
			if (!pathname.startsWith('/.well-known/')) return null;
			const { origin, signInPage } = resolved;
			const account = pathOf(contextOf(resolved), resolved, 'account');
			if (pathname === '/.well-known/change-password')
				return new Response(null, { status: 303, headers: { location: `${account}#password` } });
			if (pathname !== '/.well-known/passkey-endpoints') return null;
			const hasPasskeys = resolved.providers.some(({ type }) => type === 'webauthn');
			const manage = new URL(`${account}#passkeys`, origin).href;
			const enroll = new URL(signInPage, origin).href;
			return hasPasskeys ? Response.json({ enroll, manage }) : null;
		},
		said(query) {
			const name = query.get('done');
			return name ? { name, message: accountMessage(name) } : null;
		},
	};
	return plug;
}
