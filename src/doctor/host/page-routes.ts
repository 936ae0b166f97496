import { rerouteIn } from '../../audit/findings/leaks/uncovered.ts';
import type { Route } from '../../host/routes/route.ts';
import { sharedHooks } from '../../host/server-hooks.ts';
import { escapePattern } from '../../syntax/text.ts';
import type { HostContext } from '../context.ts';

/** The routes that a path leads to, whatever its case. */
export const routesAt = (routes: readonly Route[], path: string): Route[] =>
	routes.filter((route) => {
		if (!route.path.includes('[')) return route.path.toLowerCase() === path.toLowerCase();
		const pattern = route.path
			.split('/')
			.map((segment) =>
				/^\[{1,2}\.\.\./.test(segment) ? '.*' : segment.includes('[') ? '[^/]*' : escapePattern(segment),
			)
			.join('/');
		return new RegExp(`^${pattern}$`, 'i').test(path);
	});

/** A page, an endpoint, or a `load` without a page, which mostly sends on. */
export const answersVisits = ({ page, serverLoad, methods, methodsComputed }: Route): boolean =>
	page !== undefined ||
	serverLoad ||
	methodsComputed ||
	methods.some((method) => method === 'GET' || method === 'fallback');

/** Where `reroute` leads, only the running application knows. */
export const mayReroute = ({ host, audit }: HostContext): boolean =>
	host.framework === 'sveltekit' && sharedHooks(host).some((file) => rerouteIn(audit.sources, file));
