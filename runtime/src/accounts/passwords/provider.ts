import type { CredentialsConfig } from '@auth/core/providers/credentials';
import { passwordsMark } from '../../core/accounts.js';
import type { PasswordsOptions } from '../types.js';
import { defaultMinLength } from './text.js';

/**
 * What {@link Passwords} makes: a provider of credentials that holds its options.
 *
 * Specification: section 1 (provider type `credentials`).
 */
export type PasswordsProvider = CredentialsConfig & { [passwordsMark]: PasswordsOptions };

/**
 * A provider for passwords that are kept in the application's own database. It needs `accounts` beside it, and sessions of the
 * database; what was typed is checked by these.
 *
 * Specification: section 1 (provider type `credentials`).
 *
 * @param options lengths, the list of stolen passwords, another way to hash, passwords of earlier days
 * @throws TypeError for options that are not what they have to be
 */
export function Passwords(options: PasswordsOptions = {}): PasswordsProvider {
	check(options);
	return {
		id: 'credentials',
		name: 'Password',
		type: 'credentials',
		credentials: {
			email: { label: 'E-mail', type: 'email', autocomplete: 'username', required: true },
			password: { label: 'Password', type: 'password', autocomplete: 'current-password', required: true },
		},
		// The runtime puts its own in the place of it: the core's has no way to an adapter.
		authorize: () => null,
		[passwordsMark]: { ...options },
	};
}

/** The options of a provider that {@link Passwords} made, or undefined when it is another one. */
export function passwordsOptions(provider: object): PasswordsOptions | undefined {
	return (provider as Partial<PasswordsProvider>)[passwordsMark];
}

function check({ minLength = defaultMinLength, breached, hash, legacy }: PasswordsOptions): void {
	// NIST SP 800-63B-4: 64 characters have to be allowed.
	if (!Number.isInteger(minLength) || minLength < 8 || minLength > 64)
		throw new TypeError('Passwords({ minLength }): it takes a whole number from 8 to 64.');
	if (breached !== undefined && typeof breached !== 'boolean')
		throw new TypeError('Passwords({ breached }): it takes true or false.');
	const needs = [
		['hash', hash, ['hash', 'verify', 'needsRehash']],
		['legacy', legacy, ['find', 'verify']],
	] as const;
	for (const [name, given, functions] of needs) {
		if (given === undefined) continue;
		const missing = functions.find(
			(key) => typeof (given as Record<string, unknown> | null)?.[key] !== 'function',
		);
		if (missing) throw new TypeError(`Passwords({ ${name} }): it takes a function \`${missing}\`.`);
	}
}
