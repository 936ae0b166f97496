import type { Written } from '../../syntax/functions.ts';

/** A function that was asked for. */
export interface Selected {
	kind: 'load' | 'action' | 'endpoint' | 'function';
	/** Undefined for a function without a name. */
	name: string | undefined;
	written: Written;
	/** SvelteKit: what makes the remote function: `query.batch`. SolidStart: `server function`. */
	type?: string;
}
