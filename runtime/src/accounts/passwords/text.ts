/** Code points. More are refused and never cut. */
export const maxLength = 256;
/** Code points. Where the password is the only thing that people need: NIST SP 800-63B-4. */
export const defaultMinLength = 15;

/**
 * What was typed, as it is hashed: one spelling of letters that look alike (NFKC). Nothing is trimmed.
 *
 * @returns the name of the mistake for what is no text, or too long to be looked at any further
 */
export function readPassword(
	typed: string,
): { text: string; length: number } | 'PasswordMalformed' | 'PasswordTooLong' {
	// Four of a letter and its marks make one at most.
	if (typed.length > 4 * maxLength) return 'PasswordTooLong';
	// Halves of a character: all of them would become the same one.
	if (/\p{Cs}/u.test(typed)) return 'PasswordMalformed';
	const text = typed.normalize('NFKC');
	const { length } = [...text];
	return length > maxLength ? 'PasswordTooLong' : { text, length };
}
