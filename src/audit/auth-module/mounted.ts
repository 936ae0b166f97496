import type { Host } from '../../host/host.ts';
import type { Route } from '../../host/routes/route.ts';
import type { AuthSettings } from './settings.ts';

/** A route of SolidStart for the endpoints that leaves out a method: what is sent with it is answered with a page, and 200. */
export function methodNotes(
	{ framework }: Host,
	{ basePath }: AuthSettings,
	routes: readonly Route[],
): string[] {
	if (framework !== 'solid-start') return [];
	const prefix = `${basePath.toLowerCase()}/[...`;
	const found = routes.find(({ path, endpoint }) => endpoint && path.toLowerCase().startsWith(prefix));
	if (!found || found.methodsComputed) return [];
	const missing = ['GET', 'POST'].filter((method) => !found.methods.includes(method));
	const effect = missing.includes('POST') ? 'nobody can sign in' : 'nobody comes back from a provider';
	return missing.length === 0
		? []
		: [
				`${found.endpoint} exports no ${missing.join(' and no ')}, so that ${effect}: export const { GET, POST } = SolidAuth(...).`,
			];
}
