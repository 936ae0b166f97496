import type { Account, Profile, User } from '@auth/core/types';

/**
 * The address that a provider has verified, or undefined. What counts is what it says: many ask for none and say nothing. Where
 * the application knows better, its `profile` returns `emailVerified`.
 *
 * @param user what the provider's `profile` made of the claims
 */
export function provenAddress(
	user: User & { emailVerified?: unknown },
	account: Account,
	profile: Profile | undefined,
): string | undefined {
	const { email, emailVerified } = user;
	if (email && (emailVerified === true || emailVerified instanceof Date)) return email.toLowerCase();
	return claimedAddress(account, profile);
}

/** The same from the claims alone, for somebody who is in the database already. */
export function claimedAddress(account: Account, profile: Profile | undefined): string | undefined {
	if (!profile?.email || isOfMicrosoft(profile)) return undefined;
	const { email_verified, verified } = profile as { email_verified?: unknown; verified?: unknown };
	// Apple's is text.
	const says = email_verified === true || email_verified === 'true';
	return says || (account.provider === 'discord' && verified === true)
		? profile.email.toLowerCase()
		: undefined;
}

/** Whoever runs a tenant of Entra writes any address into `email`, whatever else is claimed. */
function isOfMicrosoft({ iss }: Profile): boolean {
	return /^https:\/\/(login\.microsoftonline\.|sts\.windows\.net\/)/.test(String(iss));
}
