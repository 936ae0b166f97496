import { providerOption } from './providers.js';
import type { ResolvedProvider } from './types.js';

/**
 * Whether an e-mail provider can use an address. The core throws a plain error for a mistyped one, which
 * reaches the person as "server configuration"; asking first makes it a message about the address.
 */
export function isUsableEmail(provider: ResolvedProvider, address: string | undefined): boolean {
	const normalize =
		providerOption<(identifier: string) => string>(provider, 'normalizeIdentifier') ?? defaultNormalizer;
	try {
		return normalize(address ?? '') !== '';
	} catch {
		return false;
	}
}

/** The same addresses as the core: letters that look like "@" count as one, quotes are refused. */
function defaultNormalizer(identifier: string): string {
	const address = identifier.normalize('NFKC').trim();
	return /^[^@"]+@[^@",][^@"]*$/.test(address) ? address : '';
}
