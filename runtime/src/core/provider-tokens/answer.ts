import type { MaybePromise } from '../maybe-promise.js';

/**
 * What a provider answers to a request for new tokens: RFC 6749, sections 5.1 and 5.2.
 *
 * Specification: section 2.3 (`Account`, whose token fields these are).
 */
export interface TokenAnswer {
	/** The new one. Without it the answer counts as failed. */
	access_token?: string;
	/** Absent: the old one stays good. */
	refresh_token?: string;
	/** Seconds for which the access token is good from now. Absent: nobody knows, and it is not refreshed again. */
	expires_in?: number;
	/** `invalid_grant`, and GitHub's `bad_refresh_token`: the person has to sign in again. Others are tried again later. */
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
