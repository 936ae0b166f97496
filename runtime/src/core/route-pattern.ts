/** A route and the values of its parameters, as the router matched them. */
export interface MatchedRoute {
	/** For example `/(app)/blog/[slug]`. */
	id: string;
	params: Readonly<Partial<Record<string, string>>>;
}

/** A segment as it stands in the route id, and what it was in this request. */
interface Segment {
	raw: string;
	value: string;
}

export function routeSegments(path: string): string[] {
	return path.split('/').filter(Boolean);
}

/**
 * Whether a route lies at or below a pattern. Whole segments are compared: `/dashboard` covers `/dashboard/x` and
 * not `/dashboardx`. Routes are decided by the router, so no spelling of the URL gets around it.
 *
 * - `(group)` segments count only when the pattern names one: `/(app)` covers everything in that group.
 * - `/blog/[slug]` covers the route of that name, `/blog/secret` the page that this parameter value selects.
 * - `/` covers everything.
 *
 * @param exact true to leave out what lies below
 */
export function coversRoute(pattern: string, route: MatchedRoute, exact = false): boolean {
	const wanted = routeSegments(pattern);
	const all = routeSegments(route.id);
	const segments = wanted.some(isGroup) ? all : all.filter((segment) => !isGroup(segment));
	const named = segments.map((raw) => ({ raw, value: raw }));
	const chosen = segments.flatMap((raw) => expand(raw, route.params));
	return isPrefix(wanted, named, exact) || isPrefix(wanted, chosen, exact);
}

/**
 * Whether a route lies at or below an opening. Only the route's own name counts: with parameter values,
 * `except: '/public'` would open `/[tenant]/secrets` for a tenant called "public". `/` is the home page alone.
 */
export function opensRoute(opening: string, routeId: string): boolean {
	const wanted = routeSegments(opening);
	const all = routeSegments(routeId).filter((segment) => !/^\[\[.*\]\]$/.test(segment));
	const segments = wanted.some(isGroup) ? all : all.filter((segment) => !isGroup(segment));
	if (wanted.length === 0) return segments.length === 0;
	return wanted.every((part, index) => part === segments[index]);
}

function isGroup(segment: string): boolean {
	return segment.startsWith('(') && segment.endsWith(')');
}

function isPrefix(wanted: readonly string[], segments: readonly Segment[], exact: boolean): boolean {
	if (exact ? wanted.length !== segments.length : wanted.length > segments.length) return false;
	return wanted.every((part, index) => part === segments[index]?.raw || part === segments[index]?.value);
}

/** Puts the parameter's value in: a rest parameter becomes several segments, an optional one that is absent none. */
function expand(raw: string, params: MatchedRoute['params']): Segment[] {
	const whole = /^\[{1,2}(\.\.\.)?([^\]=]+)(?:=[^\]]+)?\]{1,2}$/.exec(raw);
	if (whole) {
		const value = params[whole[2] ?? ''];
		if (value === undefined || value === '')
			return raw.startsWith('[[') || whole[1] ? [] : [{ raw, value: raw }];
		return (whole[1] ? routeSegments(value) : [value]).map((part) => ({ raw, value: part }));
	}
	const value = raw.replace(
		/\[{1,2}([^\]=.]+)(?:=[^\]]+)?\]{1,2}/g,
		(text, name: string) => params[name] ?? text,
	);
	return [{ raw, value }];
}
