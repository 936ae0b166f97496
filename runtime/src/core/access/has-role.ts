/** Who is asked about: a session, or what `data.session` of a page is. */
interface WithUser {
	/** Whose role is read: own properties `role`, a text, and `roles`, a list of texts. */
	user?: object;
}

/**
 * A condition for `allow`: the person has the role, or one of several.
 *
 * ```ts
 * protect('/admin', { allow: hasRole('admin') });
 * await requireUser(event, { allow: hasRole(['admin', 'editor']) });
 * ```
 *
 * It reads `session.user.role` (a text) and `session.user.roles` (a list of texts). A session holds name, e-mail address
 * and image, and nothing else: **your `session` callback has to put the role there**, else nobody passes.
 *
 * ```ts
 * callbacks: {
 *   jwt({ token, user }) {
 *     if (user) token.role = user.role;
 *     return token;
 *   },
 *   session({ session, token }) {
 *     Object.assign(session.user, { role: token.role });
 *     return session;
 *   },
 * },
 * ```
 *
 * With database sessions it is `session({ session, user })` and `user.role`. Whatever `update(data)` of a browser sends
 * is the visitor's word: take no role over from there.
 *
 * Specification: section 4 (protecting routes).
 *
 * @param names one of them is enough. Exact, upper and lower case included
 * @returns a function that says false to a session of nobody
 * @throws TypeError when no role is named
 */
export function hasRole(
	names: string | readonly string[],
): (session: WithUser | null | undefined) => boolean {
	const wanted = [names].flat();
	if (wanted.length === 0 || !wanted.every((name) => typeof name === 'string' && name !== ''))
		throw new TypeError("hasRole: no role is named. Write it like hasRole('admin').");

	return (session) => {
		const user = session?.user;
		const [role, roles] = [ownValue(user, 'role'), ownValue(user, 'roles')];
		const held: unknown[] = Array.isArray(roles) ? [role, ...roles] : [role];
		return held.some((name) => typeof name === 'string' && wanted.includes(name));
	};
}

/** What an object inherits is nothing that a session callback put there. */
function ownValue(object: object | undefined, name: string): unknown {
	if (!object || !Object.hasOwn(object, name)) return undefined;
	return (object as Record<string, unknown>)[name];
}
