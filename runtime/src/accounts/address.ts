import { plainAddress } from '../core/providers/email.js';

/** Characters. With what stands in front of it, it fits into a column of 255, as tables for MySQL have. */
const longest = 200;

/**
 * An address as accounts know it: in small letters, since nobody has two that differ in that alone, and in plain ones.
 *
 * @returns null for what is no single address
 */
export function accountAddress(typed: string | undefined): string | null {
	const address = plainAddress(typed ?? '').toLowerCase();
	return address === '' || address.length > longest ? null : address;
}

/** Characters, and nothing that makes a name an advertisement: it stands in mails to whoever an address belongs to. */
const longestName = 60;

/**
 * The name of a person, or null for none.
 *
 * @returns undefined for what is no name: too long, with a line break, or with an address of a page
 */
export function personName(typed: string | undefined): string | null | undefined {
	const name = (typed ?? '').normalize('NFC').trim();
	if (name === '') return null;
	const wrong =
		[...name].length > longestName || /[\p{Cc}\p{Cs}\u2028\u2029]|:\/\/|https?:|www\./iu.test(name);
	return wrong ? undefined : name;
}
