import type { Host, HostPath } from '../../host/host.ts';
import { resolveServerHooks } from '../../host/server-hooks.ts';

/** The file through which every request comes: SvelteKit's server hooks, SolidStart's middleware. Undefined for none. */
export const hookFile = (host: Host): HostPath | undefined =>
	host.framework === 'sveltekit' ? resolveServerHooks(host).file : host.middleware;
