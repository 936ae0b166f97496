import { generationOf } from '../../host/framework/generations.ts';
import type { Host } from '../../host/host.ts';

/** Where a provider has to send people back to. */
export interface CallbackUrls {
	development: string;
	/** A pattern: the domain is not known here. */
	production: string;
}

type Place = Pick<Host, 'framework' | 'major' | 'base' | 'origin'>;

/** Where the development server answers: each framework has a port of its own. */
export const developmentOrigin = ({ framework, major }: Place): string =>
	`http://localhost:${generationOf(framework, major)?.devPort ?? 3000}`;

/**
 * The URLs to register with a provider.
 * @param basePath of the endpoints, without the host's own base; undefined for the framework's default.
 */
export function callbackUrls(host: Place, basePath: string | undefined, id: string): CallbackUrls {
	const endpoints = basePath ?? generationOf(host.framework, host.major)?.authBasePath ?? '/auth';
	const path = `${host.base ?? ''}${endpoints}/callback/${id}`;
	return {
		development: developmentOrigin(host) + path,
		production: (host.origin ?? 'https://<your domain>') + path,
	};
}
