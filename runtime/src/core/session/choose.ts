import type { Resolved } from '../types.js';

/** How many of them are looked at: each costs a decryption, or a question to the database. */
const [firsts, lasts] = [2, 3];

/**
 * The value that counts, of all that a request carries under the session cookie's name. A worthless one hides none that is
 * good. Of several good ones the newest counts where the cookie has a `Domain`, which the application may have given it later:
 * browsers send the older one first. Where it has none, the first does, since whatever else is there an application on a
 * neighbouring subdomain has put there (see docs/decisions).
 *
 * @returns the first where none is good, `''` where there is none
 */
export async function chooseSession(resolved: Resolved, values: readonly string[]): Promise<string> {
	const [first = '', ...others] = values;
	if (others.length === 0) return first;
	const looked =
		values.length > firsts + lasts ? [...values.slice(0, firsts), ...values.slice(-lasts)] : values;
	let best: { value: string; time: number } | undefined;
	for (const value of looked) {
		const time = await timeOf(resolved, value);
		// Of two made in one second the one that the browser got later, which it sends later.
		if (time === null || (best && best.time > time)) continue;
		best = { value, time };
		if (!resolved.sessionCookie.options.domain) break;
	}
	return best?.value ?? first;
}

/** Something that grows with the time of the last refresh, or null where it is no session. */
async function timeOf(
	{ core, tokens, strategy, sessionCookie }: Resolved,
	value: string,
): Promise<number | null> {
	try {
		if (strategy === 'jwt') {
			const token = await tokens.read(value, sessionCookie.name);
			return token && (token.iat ?? 0);
		}
		const found = await core.adapter?.getSessionAndUser?.(value);
		const expires = found ? new Date(found.session.expires).getTime() : 0;
		return expires > Date.now() ? expires : null;
	} catch {
		// Worthless, or the database is down: whoever reads the one that is chosen will say so.
		return null;
	}
}
