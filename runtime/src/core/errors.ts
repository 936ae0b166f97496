/**
 * What a person may be told. Plain data: it goes into form results and page data. A type alias, not an interface:
 * older SvelteKit 2 unpacks a form's failure only when it has an implicit index signature.
 *
 * Specification: section 7.
 */
export type SignInError = {
	/** Name of the error, for code: `CredentialsSignin`, `AccessDenied`, `Configuration` ... */
	error: string;
	/** What `authorize` put into `CredentialsSignin.code`. Shown in URLs, so never a secret. */
	code?: string;
	/** A sentence for people. */
	message: string;
};

const messages: Record<string, string> = {
	CredentialsSignin: 'These details do not match an account. Check them and try again.',
	OAuthAccountNotLinked:
		'This e-mail address already has an account with another way to sign in. Use the one you used first.',
	AccountNotLinked: 'This passkey belongs to another account. Use the way to sign in that you used first.',
	OAuthCallbackError: 'The provider did not complete the sign-in. Try again.',
	OAuthSignin: 'The sign-in with this provider could not be started. Try again.',
	OAuthCreateAccount: 'An account could not be created. Try again or use another way to sign in.',
	EmailCreateAccount: 'An account could not be created. Try again or use another way to sign in.',
	EmailSignin: 'The e-mail could not be sent. Try again.',
	EmailSignInError: 'This does not look like an e-mail address. Check it and try again.',
	AccessDenied: 'You do not have permission to sign in.',
	Verification: 'This sign-in link is no longer valid. It may have been used already, or it has expired.',
	WebAuthnVerificationError: 'The passkey could not be verified. Try again.',
	InvalidCheck:
		'This sign-in was begun in another window or at another address, or took too long. Try again.',
	NetworkError: 'The server could not be reached. Check your connection and try again.',
	PasskeyUnsupported: 'This browser cannot use passkeys here.',
	PasskeyExists: 'This device already has a passkey for this account.',
	PasskeyRefused: 'A passkey cannot be made for this account here. Sign in another way first, then add one.',
	PasskeyCancelled: 'No passkey was used. Try again, or use another way to sign in.',
	Configuration: 'There is a problem with the server configuration. Its log says more.',
	TooManyTries: 'Too many tries. Wait a few minutes, or set a new password.',
	Busy: 'Too many people are signing in at the moment. Try again in a few seconds.',
	MissingCSRF: 'This is no page of this site, or it is out of date. Reload it and try again.',
	SessionEnded: 'Your session has ended, so that nothing was added to your account. Sign in and try again.',
	SessionRequired: 'Please sign in to see this page.',
	UnknownProvider: 'This way to sign in does not exist.',
	Callback: 'The sign-in could not be completed. Try again.',
	Signin: 'The sign-in could not be completed. Try again with another account.',
};

const unknown = 'The sign-in could not be completed. Try again.';

/**
 * A sentence for an error that came in a URL or a form result. It never tells more than the name already does.
 *
 * Specification: section 7.
 *
 * @param error the error's name; for one that is not known there is a general sentence
 * @param code the code of a `CredentialsSignin`; yours to translate, not used in the default sentences
 */
export function signInErrorMessage(error: string, code?: string): string {
	void code;
	return Object.hasOwn(messages, error) ? (messages[error] ?? unknown) : unknown;
}

/** An error with its sentence. */
export function signInError(error: string, code?: string): SignInError {
	return { error, ...(code && { code }), message: signInErrorMessage(error, code) };
}

/** A configuration error. While developing the person in front of the page can mend it, so the fix is told. */
export function configurationError(dev: boolean, detail: string | undefined): SignInError {
	const error = signInError('Configuration');
	return dev && detail ? { ...error, message: detail } : error;
}

const clientErrors = new Set([
	'CredentialsSignin',
	'OAuthAccountNotLinked',
	'OAuthCallbackError',
	'AccessDenied',
	'Verification',
	'MissingCSRF',
	'AccountNotLinked',
	'WebAuthnVerificationError',
	'InvalidCheck',
	'SessionEnded',
]);

/** The name that leaves the server: everything that is not a person's matter is `Configuration`. */
export function clientError(type: string): string {
	return clientErrors.has(type) ? type : 'Configuration';
}
