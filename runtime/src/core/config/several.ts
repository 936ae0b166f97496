import { warn } from '../log.js';
import { providerId, providerOption } from '../providers/index.js';
import type { Prepared, RuntimeConfig } from '../types.js';

interface Seen {
	config: RuntimeConfig;
	secrets: string;
	providers: string;
	/** Where sessions came to it. */
	origin: string | undefined;
}

/** What a function gave first, by the set of what it has been told. */
const first = new WeakMap<Set<string>, Seen>();

const message =
	'The configuration function gives several configurations with one AUTH_SECRET: a session of one is good at all of them. ' +
	"Give each tenant a `tenant: 'name'` of its own, or all the same one when they are one application";

/**
 * Says so when a function gives configurations that look like those of several tenants, and nothing keeps their sessions apart:
 * other providers, or sessions that come to several origins. Strangers who make up names of hosts have none.
 *
 * @param told what has been logged already, one for each function
 */
export function tellSeveral(
	config: RuntimeConfig,
	prepared: Prepared,
	{ origin, headers }: { origin: string; headers: Headers },
	told: Set<string>,
): void {
	const before = first.get(told);
	if (before?.config === config || told.has(message)) return;
	const { core, jwt, providers, logger, problem } = prepared;
	if (problem) return;
	const cookie = core.cookies?.sessionToken?.name ?? 'authjs.session-token';
	const now: Seen = {
		config,
		secrets: JSON.stringify(jwt.secret),
		providers: JSON.stringify(
			providers.map((one) => [
				providerId(one),
				providerOption(one, 'clientId'),
				providerOption(one, 'issuer'),
			]),
		),
		origin: headers.get('cookie')?.includes(`${cookie}=`) ? origin : undefined,
	};
	if (!before) return void first.set(told, now);
	before.origin ??= now.origin;
	if (before.secrets !== now.secrets || prepared.tenant !== undefined) return;
	const elsewhere = now.origin !== undefined && before.origin !== now.origin;
	if (before.providers === now.providers && !elsewhere) return;
	told.add(message);
	warn(logger, message);
}
