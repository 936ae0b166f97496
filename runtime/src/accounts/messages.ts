import { signInErrorMessage } from '../core/errors.js';

/**
 * What a sentence is about. All of it is optional: without it the sentence is a general one.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export interface MessageDetails {
	/** Which page says it: what is on its way differs. */
	page?: 'signUp' | 'forgotPassword' | 'setPassword' | 'account';
	/** The address that was typed. */
	email?: string | undefined;
	/** Seconds. */
	retryAfter?: number | undefined;
	/** Code points. */
	minLength?: number | undefined;
	/** Code points. */
	maxLength?: number | undefined;
}

type Sentence = string | ((details: MessageDetails) => string);

/** Sentences of the sign-in itself are the core's. */
const sentences: Record<string, Sentence> = {
	TooManyTries: tooMany,
	EmailInvalid: 'This does not look like an e-mail address. Check it and try again.',
	NameInvalid: 'This name cannot be used. Take 60 characters at most, and no links.',
	PasswordTooShort: ({ minLength }) =>
		minLength === undefined
			? 'This password is too short. Four words will do.'
			: `This password is too short. Take ${minLength} characters or more${minLength > 12 ? ': four words will do' : ''}.`,
	PasswordTooLong: ({ maxLength = 256 }) =>
		`This password is too long. Take ${maxLength} characters at most.`,
	PasswordCommon: 'This password is one of those that are tried first. Choose another one.',
	PasswordMalformed: 'This password has characters that cannot be kept. Type it anew, or choose another one.',
	PasswordBreached: 'This password has been stolen from another site and is known. Choose another one.',
	LinkInvalid: 'This link is no longer valid. Ask for another one.',
	ConfirmNeeded: 'Confirm it is you: type your password, or sign in again.',
	LastWay: 'This is the only way into your account. Add another one first.',
	UnknownItem: 'This is no longer there. Reload the page.',
	DeleteRefused: 'Your account could not be deleted. Nothing has changed.',
	SignUpClosed: 'Accounts cannot be made here at the moment.',
	SessionEnded: 'Your session has ended, and nothing was changed. Sign in and try again.',

	sent({ page, email }) {
		const address = email || 'this address';
		if (page === 'signUp')
			return `Check your e-mail. If ${address} can be used, a link is on its way. It works for 24 hours.`;
		if (page === 'forgotPassword')
			return `If there is an account for ${address}, a link is on its way. It works for one hour.`;
		return 'Check your e-mail: a link is on its way.';
	},
	'password-set': 'Your password is changed. Sign in with it.',
	'password-changed': 'Your password is changed. You are signed out everywhere else.',
	'profile-saved': 'Your profile is saved.',
	'email-sent': ({ email }) =>
		`Check your e-mail. If ${email || 'the new address'} can be used, a link is on its way. It works for one hour, and nothing changes before you open it.`,
	'email-changed': 'Your e-mail address is changed.',
	linked: 'This way to sign in was added.',
	unlinked: 'This way to sign in was removed.',
	'passkey-removed': 'The passkey was removed.',
	'session-ended': 'This browser was signed out.',
	'sessions-ended': 'You are signed out everywhere else.',
	confirmed: 'Thank you. You can go on now.',
	deleted: 'Your account was deleted.',
};

/**
 * A sentence for what the pages of accounts have done, or for what went wrong there. Names that are not known here are those
 * of signing in.
 *
 * Specification: section 7.
 *
 * @param name of the error or of what was done: `TooManyTries`, `sent` ...
 * @param details what the sentence can tell. Plain text: the page escapes it
 */
export function accountMessage(name: string, details: MessageDetails = {}): string {
	const sentence = Object.hasOwn(sentences, name) ? sentences[name] : undefined;
	if (sentence === undefined) return signInErrorMessage(name);
	return typeof sentence === 'string' ? sentence : sentence(details);
}

const [minute, hour] = [60, 60 * 60];

/** A wait that is longer than a day is no advice. */
function tooMany({ retryAfter, page }: MessageDetails): string {
	const reset = page === 'account' ? '' : ', or set a new password';
	if (retryAfter === undefined) return `Too many tries. Wait a few minutes${reset}.`;
	if (retryAfter > 24 * hour)
		return page === 'account' ? 'Too many tries.' : 'Too many tries. Set a new password.';
	return `Too many tries. Wait ${wait(retryAfter)}${reset}.`;
}

function wait(seconds: number): string {
	const [size, word] = seconds > 90 * minute ? [hour, 'hour'] : [minute, 'minute'];
	const count = Math.max(1, Math.ceil(seconds / size));
	return `${count} ${word}${count === 1 ? '' : 's'}`;
}
