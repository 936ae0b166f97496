import type { AdapterUser } from '@auth/core/adapters';
import { isPasswords } from '../../core/accounts.js';
import { providerId } from '../../core/providers/index.js';
import { type ActionResult, signIn } from '../../core/sign-in/index.js';
import type { Resolved, ResolvedProvider } from '../../core/types.js';

/** Those who have proven in another way who they are, while the core signs them in: by a name that nobody can guess. */
const proven = new Map<string, AdapterUser>();
const field = 'authgraft.ticket';

/**
 * Signs somebody in who has just proven who they are, through the core: the same callbacks, events, cookies and rotation as with a
 * password.
 *
 * @param headers of the browser's request
 */
export async function signInAs(
	resolved: Resolved,
	headers: Headers,
	user: AdapterUser,
	redirectTo: string | undefined,
): Promise<ActionResult> {
	const provider = (resolved.core.providers as ResolvedProvider[]).find(isPasswords);
	if (!provider) throw new TypeError('Nobody can be signed in without Passwords() in the list of providers');
	const ticket = crypto.randomUUID();
	proven.set(ticket, user);
	try {
		const fields = { [field]: ticket };
		return await signIn(resolved, {
			request: { headers },
			providerId: providerId(provider),
			redirectTo,
			fields,
		});
	} finally {
		proven.delete(ticket);
	}
}

/** Whoever {@link signInAs} signs in by these fields. */
export function provenUser(fields: Readonly<Partial<Record<string, string>>>): AdapterUser | undefined {
	return proven.get(fields[field] ?? '');
}
