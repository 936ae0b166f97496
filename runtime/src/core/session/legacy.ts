import { decode } from '@auth/core/jwt';
import { readNextAuthToken } from '../jwt/next-auth.js';
import { asError } from '../log.js';
import type { LegacyCookie, Prepared, Resolved } from '../types.js';
import { chooseSession } from './choose.js';
import { mostCleared, readSessionCookies, type SessionCookies } from './cookies.js';

/** Looked at of each name: a decryption or a question to the database each. */
const most = 5;

/** The names that `legacySessions` asks for, other than today's. */
export function legacyCookies(
	{ legacySessions = {}, jwt, core }: Prepared,
	secure: boolean,
	today: string,
): LegacyCookie[] {
	const { nextAuth = false, unprefixed = false } = legacySessions;
	const bare = unprefixed && secure;
	const names = [
		...(nextAuth ? [`${secure ? '__Secure-' : ''}next-auth.session-token`] : []),
		// A name of the application's own had no prefix that could be missing.
		...(bare && !core.cookies?.sessionToken?.name ? ['authjs.session-token'] : []),
		...(bare && nextAuth ? ['next-auth.session-token'] : []),
	];
	return names
		.filter((name) => name !== today)
		.map((name) => ({ name, nextAuth: name.includes('next-auth') && jwt.decode === decode }));
}

/** Names of what a request carries of the session, today's and those of earlier days: whatever replaces it takes these away. */
export function allNames(
	{ legacyCookies }: Resolved,
	header: string | null,
	today: readonly string[],
): string[] {
	const older = legacyCookies.flatMap(({ name }) => readSessionCookies(header, name).names);
	return [...today, ...older].slice(0, mostCleared);
}

/** The session of a request, as today's cookie holds it or would hold it; `''` where there is none. */
export async function sessionIn(resolved: Resolved, header: string | null): Promise<string> {
	const { values } = readSessionCookies(header, resolved.sessionCookie.name);
	return values.length > 0 ? chooseSession(resolved, values) : legacySession(resolved, header);
}

/** By request. What was read once is not made anew: it would be another token of the same session. */
const adopted = new WeakMap<Resolved, { header: string | null; value: string }>();

/** The session of earlier days that counts where today's cookie is not there, as today's would hold it; `''` where there is none. */
export async function legacySession(resolved: Resolved, header: string | null): Promise<string> {
	if (resolved.legacyCookies.length === 0) return '';
	const before = adopted.get(resolved);
	if (before?.header === header) return before.value;
	const value = await find(resolved, (name) => readSessionCookies(header, name));
	adopted.set(resolved, { header, value });
	return value;
}

async function find(resolved: Resolved, read: (name: string) => SessionCookies): Promise<string> {
	for (const cookie of resolved.legacyCookies) {
		const { values } = read(cookie.name);
		if (resolved.strategy === 'database') {
			// The token of a row is the same under each name. Whether there is one, whoever reads it finds out.
			if (values.length > 0) return chooseSession(resolved, values);
			continue;
		}
		for (const value of values.slice(0, most)) {
			const token = await renew(resolved, cookie, value);
			if (token !== '') return token;
		}
	}
	return '';
}

/** The same session as a token of today, `''` when it is over or nothing that we have signed. */
async function renew(resolved: Resolved, { name, nextAuth }: LegacyCookie, value: string): Promise<string> {
	const { jwt, tokens, sessionCookie, logger } = resolved;
	try {
		const token = nextAuth ? await readNextAuthToken(jwt.secret, value) : await tokens.read(value, name);
		return token ? await jwt.encode({ ...jwt, token, salt: sessionCookie.name }) : '';
	} catch (error) {
		logger.debug('A session of earlier days could not be read, so it is removed.', {
			reason: asError(error).message,
		});
		return '';
	}
}
