import {
	browserSupportsWebAuthn,
	browserSupportsWebAuthnAutofill,
	startAuthentication,
	startRegistration,
	WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { type ClientSignInOptions, readOptions } from './index.js';
import { ask, failedResult, followUrl, postForm, readAnswer, type SignInResult } from './post.js';

/**
 * Options of {@link WebAuthnClient.signIn}; every other property is a field about the person, such as `email`.
 *
 * Specification: section 2.5 (`experimental.enableWebAuthn`).
 */
export interface WebAuthnOptions extends ClientSignInOptions {
	/**
	 * `register` makes a passkey: a new account's first one, or one more for whoever is signed in. `authenticate` uses
	 * one. Without it the server decides: it registers an `email` that it does not know.
	 */
	action?: 'authenticate' | 'register';
	/**
	 * True: offers passkeys where the browser fills in `<input autocomplete="username webauthn">`, and waits until the
	 * person takes one. Call it when the page has opened; another call of `signIn` ends the wait.
	 */
	autofill?: boolean;
	/** Ends the wait for the person, for example when a component goes away. */
	signal?: AbortSignal;
}

/**
 * Signs in with passkeys from the browser.
 *
 * Specification: section 2.5 (`experimental.enableWebAuthn`).
 */
export interface WebAuthnClient {
	/**
	 * Signs in with a passkey, or makes one.
	 *
	 * @param providerId the provider's id. Default: `passkey`
	 * @param options what to do, where to go, and fields about the person; a `FormData` holds the same as text
	 * @returns what came of it; a verification that fails is tried once more, since the server's library fails at one
	 *   right signature in 128. `error` can also be `PasskeyCancelled` (the person or `signal` ended it, or waited too
	 *   long), `PasskeyUnsupported` (by this browser), `PasskeyExists` (this device has one already) and
	 *   `PasskeyRefused` (the server makes none: the account exists, and nobody is signed in)
	 * @throws what `@simplewebauthn/browser` throws for a mistake of the page, such as a domain that cannot have passkeys
	 */
	signIn(providerId?: string, options?: WebAuthnOptions | FormData): Promise<SignInResult>;
}

/** What the server answers. The options are the library's, of either action. */
type Ceremony = { action?: unknown; options?: { challenge: string } };

/**
 * Makes a client for passkeys. Needs `@simplewebauthn/browser`.
 *
 * Specification: section 2.5 (`experimental.enableWebAuthn`).
 *
 * @param defaultPath where the auth endpoints are
 */
export function createBrowserWebAuthnClient(defaultPath: string): WebAuthnClient {
	return {
		async signIn(providerId = 'passkey', options = {}) {
			const { autofill, signal, ...given } =
				options instanceof FormData ? (Object.fromEntries(options) as WebAuthnOptions) : options;
			const action = autofill ? 'authenticate' : given.action;
			const { redirect, redirectTo, basePath, fields } = readOptions({ ...given, ...(action && { action }) });
			if (signal?.aborted) return failedResult('PasskeyCancelled');
			if (!browserSupportsWebAuthn() || (autofill && !(await browserSupportsWebAuthnAutofill()))) {
				return failedResult('PasskeyUnsupported');
			}
			const root = (basePath ?? defaultPath).replace(/\/+$/, '');
			const id = encodeURIComponent(providerId);
			const call = { root, id, fields, redirectTo, autofill: autofill === true, signal };
			let result = await tryOnce(call);
			// The server's library (version 9, the core takes no other) cannot read one right signature in 128. A passkey
			// is made without one, and a field that people have left must not wait for them again.
			if (result.error === 'WebAuthnVerificationError' && !autofill && action !== 'register')
				result = await tryOnce(call);
			if (redirect && result.url) followUrl(result.url);
			return result;
		},
	};
}

interface Call {
	root: string;
	id: string;
	fields: [string, string][];
	redirectTo: string;
	autofill: boolean;
	signal: AbortSignal | undefined;
}

/** One ceremony: what the server wants signed, the person, and what the server says to it. */
async function tryOnce({ root, id, fields, redirectTo, autofill, signal }: Call): Promise<SignInResult> {
	const ceremony = await askOptions(`${root}/webauthn-options/${id}?${new URLSearchParams(fields)}`);
	if ('ok' in ceremony) return ceremony;
	const made = await runCeremony(ceremony, autofill, signal);
	if (typeof made === 'string') return failedResult(made);
	return postForm(`${root}/callback/${id}`, [
		...fields.filter(([name]) => name !== 'action'),
		['action', String(ceremony.action)],
		['data', JSON.stringify(made)],
		['callbackUrl', redirectTo],
	]);
}

async function askOptions(url: string): Promise<Ceremony | SignInResult> {
	// With the header an error is JSON, too, and not a page that fetch would follow to.
	const response = await ask(url, { headers: { 'X-Auth-Return-Redirect': '1' }, cache: 'no-store' });
	if (!response) return failedResult('NetworkError');
	// The core's own word for "no": its body holds a sentence, not a name.
	if (response.status === 400) return failedResult('PasskeyRefused', 400);
	if (!response.ok) return readAnswer(response);
	const ceremony: Ceremony | null = await response.json().catch(() => null);
	return ceremony?.options ? ceremony : failedResult('Configuration', response.status);
}

/** Lets the browser ask the person. A string is the name of what became of it instead. */
async function runCeremony(
	{ action, options }: Ceremony,
	autofill: boolean,
	signal: AbortSignal | undefined,
): Promise<object | string> {
	// It may have been given while the server was asked.
	if (signal?.aborted) return 'PasskeyCancelled';
	const cancel = () => WebAuthnAbortService.cancelCeremony();
	signal?.addEventListener('abort', cancel);
	try {
		const start = (action === 'register' ? startRegistration : startAuthentication) as (
			options: unknown,
			autofill?: boolean,
		) => Promise<object>;
		return await start(forEveryVersion(options, autofill), autofill);
	} catch (error) {
		const name = refusals[(error as Error).name];
		if (name) return name;
		throw error;
	} finally {
		signal?.removeEventListener('abort', cancel);
	}
}

/** What the person decided, or the device; every other error is the page's. */
const refusals: Partial<Record<string, string>> = {
	NotAllowedError: 'PasskeyCancelled',
	AbortError: 'PasskeyCancelled',
	InvalidStateError: 'PasskeyExists',
};

/**
 * Since its version 11 `@simplewebauthn/browser` wants the options inside an object, before it wanted them bare.
 * Hidden properties, so that the older one does not copy them.
 */
function forEveryVersion(options: object | undefined, useBrowserAutofill: boolean): object {
	return Object.defineProperties(
		{ ...options },
		{
			optionsJSON: { value: options },
			useBrowserAutofill: { value: useBrowserAutofill },
		},
	);
}
