import { coverage } from '../../audit/coverage.ts';
import type { Framework } from '../../host/host.ts';
import type { Route } from '../../host/routes/route.ts';

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * The patterns of a rule for what a person named. On SolidStart a rule is about URLs: `/dashboard` is not the page of
 * `/[[lang]]/dashboard` at `/de/dashboard`, so such routes get a pattern of their own. (SvelteKit's goes by route.)
 */
export function rulePatterns(
	patterns: readonly string[],
	routes: readonly Route[],
	framework: Framework,
): string[] {
	if (framework === 'sveltekit') return [...patterns];
	const own = patterns.flatMap((pattern) =>
		routes
			.filter(({ id }) => coverage(pattern, id, framework) === 'some')
			.flatMap(({ id }) => withOptional(pattern, id) ?? []),
	);
	return [...new Set([...patterns, ...own])];
}

/** The beginning of a route that is the pattern when its optional parameters are left out; undefined when none is. */
function withOptional(pattern: string, id: string): string | undefined {
	const wanted = segmentsOf(pattern);
	const taken: string[] = [];
	let next = 0;
	for (const segment of segmentsOf(id).filter((one) => !/^\(.*\)$/.test(one))) {
		if (next === wanted.length) break;
		if (segment.toLowerCase() === wanted[next]?.toLowerCase()) next++;
		else if (!/^\[\[(?!\.\.\.)/.test(segment)) return undefined;
		taken.push(segment.replace(/^\[\[(.+)\]\]$/, '[$1]'));
	}
	return next === wanted.length && taken.length > wanted.length ? `/${taken.join('/')}` : undefined;
}
