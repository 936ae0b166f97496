import type { Host } from '../host/host.ts';
import { nearestRoutes } from '../host/routes/index.ts';
import type { Route } from '../host/routes/route.ts';
import { coverage } from './coverage.ts';
import type { PathRule } from './path-rules.ts';

/** What a page is called that shows that there is none: it answers at every address, and is not what a rule is about. */
const isNotFound = ({ id }: Route): boolean => /\[\.\.\.404\]$/.test(id);

/** Whether no route is called like a pattern, or lies below it. */
export const isUnmatched = (pattern: string, routes: readonly Route[], { framework }: Host): boolean =>
	routes.every((route) => isNotFound(route) || coverage(pattern, route.id, framework) === 'none');

/**
 * Rules that are about no route at all, be it a slip of the pen or a folder that was renamed: what they were to guard is open.
 *
 * @returns a sentence each
 */
export function unmatchedNotes(rules: readonly PathRule[], routes: Route[], host: Host): string[] {
	return rules.flatMap(({ file, line, runs, patterns = [] }) =>
		patterns
			.filter((path) => runs && isUnmatched(path, routes, host))
			.map((path) => {
				const near = nearestRoutes(routes, path);
				const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : '';
				return `${file}:${line} guards ${path}, and no route is called so or lies below it.${hint}`;
			}),
	);
}
