import { expect, test } from 'vitest';
import { accountMessage } from './messages.js';

const errors =
	'CredentialsSignin TooManyTries Busy EmailInvalid NameInvalid PasswordTooShort PasswordTooLong PasswordCommon PasswordMalformed PasswordBreached LinkInvalid ConfirmNeeded LastWay UnknownItem DeleteRefused SignUpClosed SessionEnded SessionRequired MissingCSRF Configuration';
const done =
	'sent password-set password-changed profile-saved email-sent email-changed linked unlinked passkey-removed session-ended sessions-ended confirmed deleted';
const general = accountMessage('no such name');

test.for([...errors.split(' '), ...done.split(' ')])('%s has a sentence', (name) => {
	expect(accountMessage(name)).toMatch(/^[A-Z].*\.$/);
	expect(accountMessage(name)).not.toBe(general);
	expect(accountMessage(name)).not.toMatch(/undefined|null|NaN/);
});

test('names that an object has anyway are none', () => {
	for (const name of ['__proto__', 'constructor', 'toString']) expect(accountMessage(name)).toBe(general);
});

test.for([
	[1, 'Too many tries. Wait 1 minute, or set a new password.'],
	[720, 'Too many tries. Wait 12 minutes, or set a new password.'],
	[721, 'Too many tries. Wait 13 minutes, or set a new password.'],
	[7200, 'Too many tries. Wait 2 hours, or set a new password.'],
	[86_401, 'Too many tries. Set a new password.'],
	[undefined, 'Too many tries. Wait a few minutes, or set a new password.'],
] as const)('after too many tries, %s seconds', ([retryAfter, message]) => {
	expect(accountMessage('TooManyTries', { retryAfter })).toBe(message);
});

test('what is on its way depends on the page', () => {
	const email = 'ada@example.com';
	expect(accountMessage('sent', { page: 'signUp', email })).toBe(
		'Check your e-mail. If ada@example.com can be used, a link is on its way. It works for 24 hours.',
	);
	expect(accountMessage('sent', { page: 'forgotPassword', email })).toBe(
		'If there is an account for ada@example.com, a link is on its way. It works for one hour.',
	);
});

test('lengths are told', () => {
	expect(accountMessage('PasswordTooShort', { minLength: 15 })).toBe(
		'This password is too short. Take 15 characters or more: four words will do.',
	);
	expect(accountMessage('PasswordTooShort', { minLength: 8 })).toBe(
		'This password is too short. Take 8 characters or more.',
	);
	expect(accountMessage('PasswordTooLong', { maxLength: 256 })).toContain('256 characters at most');
});
