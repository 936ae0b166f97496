import type { Host } from '../../host/host.ts';

/** Where a provider has to send people back to. */
export interface CallbackUrls {
	development: string;
	/** A pattern: the domain is not known here. */
	production: string;
}

type Place = Pick<Host, 'generation' | 'base' | 'origin'>;

/** Where the development server answers: each framework has a port of its own. */
export const developmentOrigin = ({ generation }: Place): string => `http://localhost:${generation.devPort}`;

/**
 * The URLs to register with a provider.
 * @param basePath of the endpoints, without the host's own base; undefined for the framework's default.
 */
export function callbackUrls(host: Place, basePath: string | undefined, id: string): CallbackUrls {
	return endpointUrls(host, basePath, `callback/${id}`);
}

/** The URLs to register that a provider sends people to whose session it has ended. Parameters as of {@link callbackUrls}. */
export function signOutUrls(host: Place, basePath: string | undefined): CallbackUrls {
	return endpointUrls(host, basePath, 'signout');
}

function endpointUrls(host: Place, basePath: string | undefined, endpoint: string): CallbackUrls {
	const path = `${host.base ?? ''}${basePath ?? host.generation.authBasePath}/${endpoint}`;
	return {
		development: developmentOrigin(host) + path,
		production: (host.origin ?? 'https://<your domain>') + path,
	};
}
