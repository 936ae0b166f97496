import type { ResolvedProvider } from '../types.js';
import { providerOption } from './index.js';

/**
 * Whether an e-mail provider can use an address. The core throws a plain error for a mistyped one, which
 * reaches the person as "server configuration"; asking first makes it a message about the address.
 */
export function isUsableEmail(provider: ResolvedProvider, address: string | undefined): boolean {
	const normalize =
		providerOption<(identifier: string) => string>(provider, 'normalizeIdentifier') ?? plainAddress;
	try {
		return normalize(address ?? '') !== '';
	} catch {
		return false;
	}
}

/**
 * One plain address. Mailers read more into it than the core does: "Grace <ada@x.example>" goes to Ada, a blank or a
 * control character ends it, a line break begins a header. Letters that look like "@" count as one, as in the core.
 */
export function plainAddress(identifier: string): string {
	const address = identifier.normalize('NFKC').trim();
	const [local = '', domain = ''] = address.split('@');
	// RFC 5321, section 4.5.3.1.
	if (local.length > 64 || domain.length > 255) return '';
	return /^[^@\s\p{C}"<>()[\]\\,;:]+@[^@\s\p{C}"<>()[\]\\,;:]+$/u.test(address) ? address : '';
}
