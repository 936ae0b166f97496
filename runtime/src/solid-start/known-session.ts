import type { Session } from '@auth/core/types';

/**
 * On the locals of a request that `authMiddleware` has seen: its session, at once, where it has been read. Registered, since
 * components and server may get copies of their own of this package.
 */
export const knownSession = Symbol.for('authgraft.session');

/** What components find on a request. */
export interface SeenLocals {
	/** Undefined where it has to be waited for. */
	[knownSession]?: () => Session | null | undefined;
	auth?: () => Promise<Session | null>;
}
