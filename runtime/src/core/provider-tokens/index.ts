import type { JWT } from '@auth/core/jwt';
import type { Account } from '@auth/core/types';
import { asError, createLogger } from '../log.js';
import type { MaybePromise } from '../maybe-promise.js';
import { type ProviderTokens, type RefreshResult, readAnswer, type TokenAnswer } from './answer.js';
import { endedToken, tokensOf, withAccount, withTokens } from './claims.js';
import { askOnce, type Place, pause, placeOf, type RefreshStore } from './store.js';
import { isUnkept } from './unkept.js';

/**
 * What has to be refreshed.
 *
 * Specification: section 2.3 (token rotation).
 */
export interface RefreshRequest {
	/** Id of the provider that issued it. */
	provider: string | undefined;
	/** The token to send, once. */
	refresh_token: string;
	/** Ends a request that takes too long: pass it to `fetch`. */
	signal: AbortSignal;
}

/**
 * How {@link refreshTokens} refreshes.
 *
 * Specification: sections 2.3 (token rotation) and 2.5 (`callbacks`).
 */
export interface RefreshTokensOptions {
	/**
	 * Asks the provider: `fetch` its token endpoint with `grant_type=refresh_token`, and return the response as it is, or
	 * what it says. `invalid_grant` ends it; anything else that fails is tried again.
	 *
	 * @param request the refresh token, the provider that it is from, and a signal for `fetch`
	 */
	refresh(request: RefreshRequest): MaybePromise<Response | TokenAnswer>;
	/** Shared by all instances of the application. Without it each process is on its own. */
	store?: RefreshStore;
	/** Seconds before its expiry at which a token is refreshed. Default 30; less than it lives for. */
	early?: number;
	/** Seconds for which requests that still come with the old tokens get the new ones. Default 600. */
	grace?: number;
	/** Seconds for the provider to answer. Default 10. */
	timeout?: number;
	/**
	 * Hears of a provider or a store that fails. Default: the console.
	 *
	 * @param error what was thrown, or an `Error` round it
	 */
	onError?(error: Error): void;
}

/**
 * The part of a jwt callback's parameters that counts.
 *
 * Specification: section 2.5 (`callbacks`).
 */
export interface RefreshParams {
	/** What the session cookie holds. It is never written to. */
	token: JWT;
	/** The provider's answer to a sign-in, which brings the first tokens. Absent or null in every other call. */
	account?: Account | null;
}

/** Refreshes that are remembered in a process. */
const most = 10_000;

interface Asked {
	outcome: Promise<RefreshResult>;
	done: boolean;
	/** Milliseconds. */
	since: number;
	/** Milliseconds after `since`. */
	ttl: number;
}

/**
 * Keeps the tokens of the provider in the session, and refreshes them before they are over: for `callbacks.jwt`, itself or
 * called with its parameters. Of requests that come at once, one asks the provider; the others wait and get the same. So
 * no refresh token is used twice, for which providers that rotate them sign people out.
 *
 * ```ts
 * const refreshed = refreshTokens({
 *   refresh: ({ refresh_token, signal }) =>
 *     fetch('https://idp.example/token', {
 *       method: 'POST',
 *       body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token, client_id, client_secret }),
 *       signal,
 *     }),
 * });
 * SvelteKitAuth({ callbacks: { jwt: refreshed }, ... });
 * ```
 *
 * Call it once, in a module: what it remembers is what keeps requests apart. See docs/sessions.md.
 *
 * Specification: sections 2.3 (`expires_at`, token rotation) and 2.5 (`callbacks`).
 *
 * @param options `refresh`, which asks the provider, and what is good in most cases as it is; times in seconds
 * @returns takes a token, returns the same object when nothing is due, else a copy with `access_token`, `refresh_token` and
 *   `expires_at`, or with `error: 'RefreshTokenError'` and no refresh token when the person has to sign in again.
 *   Never throws
 */
export function refreshTokens(options: RefreshTokensOptions): (params: RefreshParams) => Promise<JWT> {
	const { store, early = 30, grace = 600, timeout = 10 } = options;
	const onError = (error: unknown) => (options.onError ?? createLogger({}).error)(asError(error));
	const memory = new Map<string, Asked>();
	/** Milliseconds. The provider has half of it, since another instance may have to be waited for before. */
	const patience = Math.ceil(2 * timeout * 1000);

	return async ({ token, account }) => {
		if (account) return withAccount(token, account);
		let tokens = tokensOf(token);
		if (!tokens || !isDue(tokens)) return token;
		const provider = typeof token.provider === 'string' ? token.provider : undefined;
		try {
			// A browser that comes with tokens of long ago is led to the newest, one step after the other.
			for (let step = 0; step < 20 && tokens.refresh_token && isDue(tokens); step++) {
				const asked: Asked = await outcomeFor(tokens, provider, isUnkept(token));
				const outcome = await settled(asked);
				if (outcome === 'over') return endedToken(token);
				if (outcome === 'later') break;
				tokens = { ...tokens, expires_at: undefined, ...outcome.tokens };
				// Tokens that live for less than `early` would be asked for without end.
				if (Date.now() - asked.since < pause * 1000) break;
			}
		} catch (error) {
			onError(error);
		}
		return tokens.access_token === token.access_token ? token : withTokens(token, tokens);
	};

	function isDue({ refresh_token, expires_at }: ProviderTokens): boolean {
		return refresh_token !== undefined && expires_at !== undefined && expires_at - early <= Date.now() / 1000;
	}

	async function outcomeFor(
		used: ProviderTokens,
		provider: string | undefined,
		lookOnly: boolean,
	): Promise<Asked> {
		const place = await placeOf([provider, used.refresh_token, used.access_token]);
		const known = memory.get(place.id);
		if (known && Date.now() - known.since < known.ttl) return known;
		if (lookOnly) return start(() => find(place, null));
		const request = { provider, refresh_token: used.refresh_token ?? '' };
		const asked = start((asked) =>
			find(place, () => {
				// However long it takes: asked a second time meanwhile, the provider would take it for a theft.
				asked.ttl = Math.max(patience, grace * 1000);
				return ask(request);
			}),
		);
		memory.delete(place.id);
		memory.set(place.id, asked);
		for (const [oldest, { since, ttl }] of memory) {
			if (memory.size <= most && Date.now() - since < ttl) break;
			memory.delete(oldest);
		}
		return asked;
	}

	/** What comes too late for those who waited counts for the next ones. */
	function start(find: (asked: Pick<Asked, 'ttl'>) => Promise<RefreshResult>): Asked {
		const since = Date.now();
		const begun = { done: false, since, ttl: patience };
		const asked: Asked = Object.assign(begun, { outcome: find(begun) });
		void asked.outcome.then((outcome) => {
			asked.done = true;
			asked.ttl = outcome === 'later' ? Date.now() - since + pause * 1000 : grace * 1000;
		});
		return asked;
	}

	/** Nobody waits for ever. Each has a clock of its own: on edge runtimes that of another request stops with it. */
	function settled({ outcome, done, since }: Asked): Promise<RefreshResult> | 'later' {
		if (done) return outcome;
		const left = Math.min(patience, patience - (Date.now() - since));
		if (left <= 0) return 'later';
		const tooLong = new Promise<RefreshResult>((resolve) => {
			AbortSignal.timeout(left).addEventListener('abort', () => resolve('later'));
		});
		return Promise.race([outcome, tooLong]);
	}

	/** @param ask null: what another instance has found counts, and nobody is asked */
	async function find(place: Place, ask: (() => Promise<RefreshResult>) | null): Promise<RefreshResult> {
		if (!store) return ask ? ask() : 'later';
		try {
			return await askOnce(store, place, ask, { timeout, grace, onError });
		} catch (error) {
			// Without the store nobody knows who else asks. The old tokens stay, until it is back.
			onError(error);
			return 'later';
		}
	}

	async function ask(request: Omit<RefreshRequest, 'signal'>): Promise<RefreshResult> {
		try {
			return await readAnswer(
				options.refresh({ ...request, signal: AbortSignal.timeout(Math.ceil(timeout * 1000)) }),
			);
		} catch (error) {
			onError(error);
			return 'later';
		}
	}
}
