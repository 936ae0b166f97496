import type { RequestEvent } from '@sveltejs/kit';
import type { Resolved } from '../core/types.js';
import type { SvelteKitAuthConfig } from './types.js';

/** Resolves the configuration for an event. */
export type ConfigFor = (
	event: RequestEvent,
) => Promise<{ config: SvelteKitAuthConfig; resolve: () => Resolved }>;
