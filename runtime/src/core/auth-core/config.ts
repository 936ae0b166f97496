import { type AuthConfig, skipCSRFCheck } from '@auth/core';
import type { Adapter } from '@auth/core/adapters';
import type { AuthError } from '@auth/core/errors';
import type { Provider } from '@auth/core/providers';
import type { LoggerInstance } from '@auth/core/types';
import { type Guards, guardRun, type Run } from '../linking/index.js';
import { plainWords } from '../said.js';
import { shortToken } from '../session/life.js';
import { remembering } from '../sign-out/remember.js';
import type { Resolved, ResolvedProvider } from '../types.js';
import { databaseSessions } from './database-session.js';
import { explain, noteBeginning } from './explain.js';
import type { Outcome } from './outcome.js';
import { noteVisits } from './visit.js';

/** How the core is run. */
interface Settings {
	/** True when the request is proven to come from our own pages; else the core wants its CSRF token. */
	verified: boolean;
	run: Run;
	/** Seconds that the session lasts, where it is a short one. */
	life?: number | undefined;
	/** Stands for the configuration's adapter. */
	adapter?: Adapter | undefined;
	/** Filled while the core runs. */
	outcome?: Outcome;
}

/** Options for one run of the core: copies, since it writes to what it is given. */
export function coreConfig(
	resolved: Resolved,
	{ verified, run, life, adapter = resolved.core.adapter, outcome = {} }: Settings,
): AuthConfig {
	const { maxAge } = resolved;
	noteBeginning(resolved, run);
	const base = remembering(resolved, resolved.core, run);
	const core = life ? lasting(base, life) : base;
	const signIn = core.callbacks?.signIn && watched(core.callbacks.signIn, outcome);
	const guarded = adapter && noteVisits(resolved, run, guardRun(resolved, adapter, run, signIn), outcome);
	const { signIn: allowed = signIn, ...guards }: Partial<Guards> = guarded ?? {};
	const inDatabase = databaseSessions(resolved, { ...core, ...guards }, run, life ?? maxAge, outcome);
	const config = {
		...core,
		...guards,
		...inDatabase,
		...(guards.adapter && core.events?.signOut && { adapter: rememberingDeleted(guards.adapter) }),
		callbacks: { ...(inDatabase ?? core).callbacks, ...(allowed && { signIn: allowed }) },
		logger: listening(resolved, run, outcome),
		providers: (inDatabase?.providers ?? core.providers).map((provider) =>
			unseen(provider as ResolvedProvider),
		),
	};
	return verified ? { ...config, skipCSRFCheck } : config;
}

/** A configuration whose sessions last for a short time only, and say so in their tokens. */
function lasting(core: AuthConfig, maxAge: number): AuthConfig {
	const { session, jwt } = core;
	const generateSessionToken = () => shortToken + (session?.generateSessionToken?.() ?? crypto.randomUUID());
	return { ...core, session: { ...session, maxAge, generateSessionToken }, jwt: { ...jwt, maxAge } };
}

/**
 * The core's check of the configuration looks at every provider once, and remembers in variables of the process that
 * there was one with e-mail, passkeys or a password: from then on every other configuration in the process has to have
 * what these need. The first look, which is that check, gets to see nothing; {@link findProblems} has checked it all.
 */
function unseen(provider: ResolvedProvider): Provider {
	if (provider.type === 'oauth' || provider.type === 'oidc') return provider;
	let looked = false;
	return () => {
		const type = looked ? provider.type : 'checked';
		looked = true;
		return { ...provider, type } as ReturnType<Extract<Provider, (...args: never[]) => unknown>>;
	};
}

/** The core hands `events.signOut` what the adapter answers to a deletion, and most answer nothing: nobody knows who left. */
function rememberingDeleted(adapter: Adapter): Adapter {
	return {
		...adapter,
		async deleteSession(token) {
			const found = await adapter.getSessionAndUser?.(token);
			return (await adapter.deleteSession?.(token)) ?? found?.session;
		},
	};
}

type SignInCallback = NonNullable<NonNullable<AuthConfig['callbacks']>['signIn']>;

/** The core signs passkeys in although the callback named another page: it looks at the answer for the others only. */
function watched(callback: SignInCallback, outcome: Outcome): SignInCallback {
	return async (params) => {
		const answer = await callback(params);
		if (typeof answer !== 'string' || params.account?.type !== 'webauthn') return answer;
		outcome.detour = answer;
		return false;
	};
}

function listening(resolved: Resolved, run: Run, outcome: Outcome): LoggerInstance {
	const logger = resolved.core.logger as LoggerInstance;
	let said: object | undefined;
	const debug: LoggerInstance['debug'] = (message, metadata) => {
		// Nowhere else does the core say with what the provider sent people back.
		if (message === 'OAuthCallbackError') {
			const { error, error_description: description } = metadata as Record<string, unknown>;
			said = { error: plainWords(String(error)), error_description: plainWords(String(description ?? '')) };
		}
		logger.debug(message, metadata);
	};
	const error: LoggerInstance['error'] = (problem) => {
		const { type = problem.name, cause } = problem as Partial<AuthError>;
		// With two tabs the second one's `state` is in the cookie: the core calls that any error.
		const foreign = /"state" response parameter/.test(String(cause?.err?.message));
		outcome.error = foreign ? 'InvalidCheck' : type;
		explain(problem, resolved, run, said);
		logger.error(problem);
	};
	return { ...logger, debug, error };
}
