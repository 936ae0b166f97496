import type { Prepared } from '../types.js';

type Jwt = Prepared['jwt'];

/** Two cookies of 4 KiB: what servers and proxies take, with everything else that a request carries. */
const mostCharacters = 2 * 3936;

/**
 * Warns when a session token grows so large that proxies refuse the request that carries it, and names what makes
 * it large. The core cuts it into as many cookies as it takes, and the person gets a 431 on every page.
 */
export function warnOfLargeTokens(
	jwt: Jwt & { encode: NonNullable<Jwt['encode']> },
	say: (message: string, key: string) => void,
) {
	const encode: typeof jwt.encode = async (params) => {
		const token = await jwt.encode(params);
		if (token.length > mostCharacters) say(describe(params.token ?? {}), 'large token');
		return token;
	};
	return { ...jwt, encode };
}

/** Names only: what is in them is nobody's business. */
function describe(claims: object): string {
	const sizes = Object.entries(claims).map(
		([name, value]) => [name, JSON.stringify(value)?.length ?? 0] as const,
	);
	const largest = sizes.toSorted((a, b) => b[1] - a[1]).slice(0, 3);
	const names = largest.map(([name]) => `"${name}"`).join(', ');
	return `The session cookie is larger than 8 KiB, which proxies refuse. Largest claims: ${names}. Keep them in a database, or leave them out in the jwt callback.`;
}
