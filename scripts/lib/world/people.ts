import { encode } from '@auth/core/jwt';

/** Of every host of the world. */
export const secret = 'a-secret-of-the-world-that-is-long-enough-for-everybody';

const cookieName = 'authjs.session-token';

/** The headers of somebody who is signed in. @param role what the session says of them */
async function signedIn(role: string): Promise<readonly (readonly [name: string, value: string])[]> {
	const token = await encode({
		token: { sub: role, name: role, email: `${role}@test.example`, role },
		secret,
		salt: cookieName,
		maxAge: 24 * 60 * 60,
	});
	return [['cookie', `${cookieName}=${token}`]];
}

/** Sees everything. */
export const admin = signedIn('admin');
/** Is signed in, and has no role that a rule asks for. */
export const member = signedIn('member');
