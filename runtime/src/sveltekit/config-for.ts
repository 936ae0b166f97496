import type { RequestEvent } from '@sveltejs/kit';
import { asError, createLogger } from '../core/log.js';
import type { Resolved } from '../core/types.js';
import { stateOf } from './request-state.js';
import type { SvelteKitAuthConfig } from './types.js';

/** The configuration of an event, as it was written, and how it is resolved. */
export interface GivenConfig {
	config: SvelteKitAuthConfig;
	resolve: () => Resolved;
}

/** No promise where the configuration is no function: each page would wait for it. */
export type ConfigFor = (event: RequestEvent) => GivenConfig | Promise<GivenConfig>;

/**
 * What the hook resolved, or the same again where the hook is not installed.
 *
 * @returns null while building, and when the application's config function fails, which is logged
 */
export async function resolvedFor(event: RequestEvent, configFor: ConfigFor): Promise<Resolved | null> {
	const state = stateOf(event);
	if (state) return state.resolved;
	try {
		return (await configFor(event)).resolve();
	} catch (error) {
		createLogger({}).error(asError(error));
		return null;
	}
}
