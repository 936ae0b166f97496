import type { AuthConfig } from '@auth/core';
import type { Adapter } from '@auth/core/adapters';

/** No dot: it ends the rest of a session's token. */
export const isTenant = (tenant: unknown): boolean =>
	tenant === undefined || (typeof tenant === 'string' && /^[\w-]{1,64}$/.test(tenant));

/**
 * The secrets of a tenant: everything that is sealed or hashed with them is worth nothing to another one, be it a session, a
 * check of a sign-in that is under way or a link of an e-mail.
 */
export function forTenant(secrets: string | string[], tenant: string | undefined): string[] {
	const all = [secrets].flat();
	return tenant === undefined ? all : all.map((secret) => JSON.stringify([tenant, secret]));
}

/** Database sessions of a tenant: their tokens say whose they are, and others are none. Tenants may share a database. */
export function sessionsOfTenant(
	{ adapter, session }: Pick<AuthConfig, 'adapter' | 'session'>,
	tenant: string | undefined,
): Pick<AuthConfig, 'adapter' | 'session'> {
	if (tenant === undefined || !adapter) return {};
	const make = () => session?.generateSessionToken?.() ?? crypto.randomUUID();
	return {
		adapter: adapterOf(adapter, tenant),
		session: { ...session, generateSessionToken: () => `${make()}.${tenant}` },
	};
}

/** One for each adapter and tenant: what is remembered of an adapter, such as a refresh under way, goes by it. */
const bound = new WeakMap<Adapter, Map<string, Adapter>>();

function adapterOf(adapter: Adapter, tenant: string): Adapter {
	const known = bound.get(adapter) ?? new Map<string, Adapter>();
	bound.set(adapter, known);
	const made = known.get(tenant) ?? {
		...adapter,
		getSessionAndUser: async (token) =>
			token.endsWith(`.${tenant}`) ? ((await adapter.getSessionAndUser?.(token)) ?? null) : null,
	};
	known.set(tenant, made);
	return made;
}
