import type { Adapter, AdapterSession, AdapterUser } from '@auth/core/adapters';
import { sha256 } from '../digest.js';
import { readSessionCookies } from '../session/cookies.js';
import { readSession } from '../session/index.js';
import { sessionIn } from '../session/legacy.js';
import type { Resolved } from '../types.js';

/** The row of a session that is not over. The core never looks at the date before it links. */
export async function liveSession(
	adapter: Adapter,
	token: string,
): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
	const found = token === '' ? null : await adapter.getSessionAndUser?.(token);
	return found && new Date(found.session.expires).getTime() > Date.now() ? found : null;
}

/** The session's cookie of a request as the core gets to see it, `''` when there is none. */
export function sessionValue({ sessionCookie: { name } }: Resolved, headers: Headers): string {
	return readSessionCookies(headers.get('cookie'), name).values[0] ?? '';
}

/** Who is signed in, and what stands for this very session: a token is issued anew now and then, a row's is not. */
export interface SignedIn {
	userId: string;
	session: string;
}

/** Who is signed in as the application sees it: its `jwt` callback may have ended the session. */
export async function signedIn(resolved: Resolved, headers: Headers): Promise<SignedIn | null> {
	const { core, strategy, tokens, sessionCookie } = resolved;
	const header = headers.get('cookie');
	const { session } = await readSession(resolved, header, () => false);
	if (!session) return null;
	const value = await sessionIn(resolved, header);
	if (strategy === 'jwt') {
		const sub = (await tokens.read(value, sessionCookie.name))?.sub;
		return sub ? { userId: sub, session: '' } : null;
	}
	const found = await liveSession(core.adapter as Adapter, value);
	return found && { userId: String(found.user.id), session: await sha256(value) };
}
