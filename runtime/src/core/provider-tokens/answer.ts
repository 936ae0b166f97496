import type { MaybePromise } from '../maybe-promise.js';

/** What a provider answers to a request for new tokens: RFC 6749, sections 5.1 and 5.2. */
export interface TokenAnswer {
	access_token?: string;
	/** Absent: the old one stays good. */
	refresh_token?: string;
	/** Seconds. */
	expires_in?: number;
	error?: string;
}

/** Tokens of a provider. `expires_at` in seconds since 1970, as in an account. */
export interface ProviderTokens {
	access_token: string;
	refresh_token?: string | undefined;
	expires_at?: number | undefined;
}

/**
 * What asking came to: new tokens; `over` when the provider takes that refresh token no more; `later` when it could not be
 * asked, so that nobody knows.
 */
export type RefreshResult = { tokens: ProviderTokens } | 'over' | 'later';

/** Of RFC 6749, and what GitHub says. Everything else may be a matter of the configuration, which can be mended. */
const final = ['invalid_grant', 'bad_refresh_token'];

/**
 * Reads what the application's `refresh` came back with.
 *
 * @throws Error when it says nothing that can be relied on
 */
export async function readAnswer(answering: MaybePromise<Response | TokenAnswer>): Promise<RefreshResult> {
	const answer = await answering;
	// By its shape: there are other libraries with a `fetch`, and a `Response` of their own.
	const isResponse = typeof (answer as Partial<Response> | undefined)?.json === 'function';
	const response = isResponse ? (answer as Response) : undefined;
	const body: unknown = response ? await response.json().catch(() => null) : answer;
	const { access_token, refresh_token, expires_in, error } = (body ?? {}) as TokenAnswer;
	if (error && final.includes(error)) return 'over';
	if (error || (response && !response.ok) || typeof access_token !== 'string' || access_token === '') {
		const status = response ? `status ${response.status}` : 'no access_token';
		throw new Error(`The provider gave no new tokens: ${error ?? status}`);
	}
	// Some send it as text.
	const seconds = Number(expires_in ?? Number.NaN);
	const expires_at = Number.isFinite(seconds) ? Math.floor(Date.now() / 1000) + seconds : undefined;
	return { tokens: { access_token, expires_at, ...(refresh_token && { refresh_token }) } };
}
