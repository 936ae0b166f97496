import type { Host } from '../../host/host.ts';
import type { Route } from '../../host/routes/route.ts';
import type { AuthSettings } from './settings.ts';

/** The route of SolidStart for the endpoints, and the methods that it leaves out: what is sent with them is answered with a page. */
export function missingMethods(
	{ framework }: Pick<Host, 'framework'>,
	{ basePath }: Pick<AuthSettings, 'basePath'>,
	routes: readonly Route[],
): { endpoint: string; missing: string[] } | undefined {
	if (framework !== 'solid-start') return undefined;
	const prefix = `${basePath.toLowerCase()}/[...`;
	const found = routes.find(({ path, endpoint }) => endpoint && path.toLowerCase().startsWith(prefix));
	if (!found?.endpoint || found.methodsComputed) return undefined;
	const missing = ['GET', 'POST'].filter((method) => !found.methods.includes(method));
	return missing.length === 0 ? undefined : { endpoint: found.endpoint, missing };
}

/** The same as a sentence. */
export function methodNotes(host: Host, settings: AuthSettings, routes: readonly Route[]): string[] {
	const { endpoint, missing = [] } = missingMethods(host, settings, routes) ?? {};
	const effect = missing.includes('POST') ? 'nobody can sign in' : 'nobody comes back from a provider';
	return endpoint === undefined
		? []
		: [
				`${endpoint} exports no ${missing.join(' and no ')}, so that ${effect}: export const { GET, POST } = SolidAuth(...).`,
			];
}
