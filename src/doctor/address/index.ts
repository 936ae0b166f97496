import type { HostContext } from '../context.ts';
import { type Examination, together } from '../diagnosis.ts';
import { addresses } from './addresses.ts';
import { csrfCookies, forms } from './forms.ts';
import { guards } from './guards.ts';
import type { Access, Place } from './place.ts';
import { runningProviders } from './providers.ts';
import { addressOf, families, reach } from './reach.ts';
import { forged, session } from './session.ts';

interface How extends Access {
	/** The project here, where there is one. */
	context: HostContext | undefined;
	/** Asks with a session that the secret here makes. */
	forgeSession?: boolean;
}

/**
 * Asks a running application by about 25 harmless requests: no mail, no password, nobody else but the issuers.
 *
 * @param text the address as it was typed
 * @throws AuthgraftError AG_ADDRESS_INVALID, AG_NOTHING_TO_ASK (exit 2)
 */
export async function examineAddress(
	text: string,
	{ context, forgeSession = false, ...access }: How,
): Promise<Examination> {
	const typed = addressOf(text);
	const address = new URL('/', typed);
	const reached = await reach(address, context, { ...access, path: typed.pathname });
	if (!reached.place) return reached.examination;
	const { place, found } = reached;
	const parts: Examination[] = [
		{ found: [...found, ...(await families(address))], unanswered: [] },
		...(await asked(place)),
	];
	if (forgeSession) parts.push(await forged(place, context?.environment.get('AUTH_SECRET')?.value));
	return together(parts);
}

/** One after the other: a small server is not to be flooded. */
export async function asked(place: Place): Promise<Examination[]> {
	const parts: Examination[] = [];
	const checks: (() => Promise<Examination['found'] | Examination>)[] = [
		() => addresses(place),
		() => csrfCookies(place),
		() => session(place),
		() => forms(place),
		() => runningProviders(place),
		() => guards(place),
	];
	for (const check of checks) {
		const result = await check();
		parts.push(Array.isArray(result) ? { found: result, unanswered: [] } : result);
	}
	return parts;
}
