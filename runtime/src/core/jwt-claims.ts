import type { JWT } from '@auth/core/jwt';

/** Seconds by which clocks of several machines may differ: what the core allows. */
const tolerance = 15;

/**
 * The claims of a token whose tag is right, or that were verified before.
 *
 * @returns never claims that are over, or not valid yet
 * @throws Error with the reason, the same ones for which the core refuses a token
 */
export function parseClaims(text: string): JWT {
	const claims: unknown = JSON.parse(text);
	if (typeof claims !== 'object' || claims === null || Array.isArray(claims))
		throw new TypeError('the claims are no object');
	const [exp, nbf] = [date(claims, 'exp'), date(claims, 'nbf')];
	date(claims, 'iat');
	const now = Math.floor(Date.now() / 1000);
	if (nbf !== undefined && nbf > now + tolerance) throw new Error('the token is not valid yet');
	if (exp !== undefined && exp <= now - tolerance) throw new Error('the token is over');
	return claims as JWT;
}

/** Seconds, or undefined when there is no such claim. */
function date(claims: object, name: string): number | undefined {
	const value: unknown = Object.hasOwn(claims, name) ? (claims as JWT)[name] : undefined;
	if (value === undefined || typeof value === 'number') return value;
	throw new TypeError(`"${name}" is no number`);
}
