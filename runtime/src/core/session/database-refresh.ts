import type { Adapter } from '@auth/core/adapters';

type Updating = Required<Pick<Adapter, 'updateSession'>>;

interface Refresh {
	/** The new expiry. */
	expires: Date;
	/** Milliseconds. */
	since: number;
	/** Whether it is in the database. */
	done: boolean;
}

/** Milliseconds in which a request may still hold the row as it was before. */
const stale = 5_000;

const refreshes = new WeakMap<Updating, Map<string, Refresh>>();

/**
 * Moves a session's expiry on. A page asks for its data with many requests at once, and all of them see that the refresh
 * is due: one of them writes, in this process, and the others take over what it writes. They do not wait for it: should it
 * fail, their cookie outlives the row, which is what counts.
 *
 * @param isDue whether a session with that expiry has to be refreshed again
 * @returns the new expiry
 * @throws what the adapter throws, for the one that writes
 */
export async function refreshOnce(
	adapter: Updating,
	sessionToken: string,
	{ maxAge, isDue }: { maxAge: number; isDue: (expires: Date) => boolean },
): Promise<Date> {
	const known = refreshes.get(adapter) ?? new Map<string, Refresh>();
	refreshes.set(adapter, known);
	const now = Date.now();
	// Oldest first. A write that hangs keeps the next ones back for as long only.
	for (const [token, { since }] of known) {
		if (Math.abs(now - since) < stale) break;
		known.delete(token);
	}
	const last = known.get(sessionToken);
	if (last && (!last.done || !isDue(last.expires))) return last.expires;

	const refresh: Refresh = { expires: new Date(now + maxAge * 1000), since: now, done: false };
	known.delete(sessionToken);
	known.set(sessionToken, refresh);
	try {
		await adapter.updateSession({ sessionToken, expires: refresh.expires });
		refresh.done = true;
		return refresh.expires;
	} catch (error) {
		// The next request tries again.
		if (known.get(sessionToken) === refresh) known.delete(sessionToken);
		throw error;
	}
}
