import type { JWT } from '@auth/core/jwt';
import type { Session } from '@auth/core/types';

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
	const now = seconds();
	if (nbf !== undefined && nbf > now + tolerance) throw new Error('the token is not valid yet');
	if (exp !== undefined && isOver(exp)) throw new Error('the token is over');
	return claims as JWT;
}

/** What a session shows of a token where no callback has a say in it. Nothing in it can be changed by who gets it. */
export interface ShownClaims {
	user: Readonly<NonNullable<Session['user']>>;
	/** The expiry as the session has it. */
	expires: string;
	exp: number;
	iat: number;
}

/** @returns null for claims that the core does not write */
export function showClaims({ name, email, picture: image, exp, iat, nbf }: JWT): ShownClaims | null {
	if (typeof exp !== 'number' || typeof iat !== 'number' || nbf !== undefined) return null;
	if (!isText(name) || !isText(email) || !isText(image)) return null;
	const expires = new Date(exp * 1000);
	if (Number.isNaN(expires.getTime())) return null;
	// As a session has it: `undefined` where the token has none.
	const user = { name, email, image } as NonNullable<Session['user']>;
	return { user, expires: expires.toISOString(), exp, iat };
}

/** @param exp seconds */
export function isOver(exp: number): boolean {
	return exp <= seconds() - tolerance;
}

const seconds = () => Math.floor(Date.now() / 1000);
/** A callback of an earlier deployment may have left anything there. */
const isText = (value: unknown) => value === undefined || value === null || typeof value === 'string';

/** Seconds, or undefined when there is no such claim. */
function date(claims: object, name: string): number | undefined {
	const value: unknown = Object.hasOwn(claims, name) ? (claims as JWT)[name] : undefined;
	if (value === undefined || typeof value === 'number') return value;
	throw new TypeError(`"${name}" is no number`);
}
