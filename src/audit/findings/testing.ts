import type { Route } from '../../host/routes/route.ts';

/*
 * Routes made by hand, for the tests of this folder. Not part of the build.
 */

/** A page at a path, as the reader of routes gives it. */
export function route(path: string, more: { [Key in keyof Route]?: Route[Key] | undefined } = {}): Route {
	const made: Record<string, unknown> = {
		id: path,
		path,
		page: `src/routes${path === '/' ? '' : path}/+page.svelte`,
		methods: [],
		methodsComputed: false,
		serverLoad: false,
		actions: [],
		actionsComputed: false,
		layouts: [],
		prerender: undefined,
		ssr: undefined,
		csr: undefined,
		...more,
	};
	for (const key of ['page', 'pageServer', 'pageUniversal', 'endpoint'])
		if (made[key] === undefined) delete made[key];
	return made as unknown as Route;
}
