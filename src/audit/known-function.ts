import type { RemoteFunction } from '../host/routes/route.ts';
import type { Seen } from './guards.ts';

/** A function that browsers call by its own address, and what is known of its guard and use. */
export interface KnownFunction extends RemoteFunction {
	/** Ids of the routes that reach it; `*` for all. */
	usedBy: ReadonlySet<string>;
	seen: Seen | undefined;
	/** It signs people in, or tells who is there: a guard would lock everybody out. */
	signIn: boolean;
}
