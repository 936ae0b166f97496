const unkept = new WeakSet<object>();

/**
 * Marks a session token whose changes will reach no browser: the response is on its way already, or the server asks itself.
 * A refresh token that is used up for it would be lost, so nobody may use one up.
 */
export function markUnkept(token: object): void {
	unkept.add(token);
}

export function isUnkept(token: object): boolean {
	return unkept.has(token);
}
