/** A route and the values of its parameters, as the router matched them. */
export interface MatchedRoute {
	/** For example `/(app)/blog/[slug]`. */
	id: string;
	params: Readonly<Partial<Record<string, string>>>;
}

/** The segments that one segment of a route may stand for: none, itself, or those of a rest parameter. */
type Reading = readonly string[];

/** What no route and no path is called. A rule with one of these would guard nothing, and nobody would notice. */
const foreign = /[?#*\\%]|\/\/|\/:|\/\.{1,2}(?:\/|$)|^\s|\s$/;

export function routeSegments(path: string): string[] {
	return path.split('/').filter(Boolean);
}

/** Whether a rule can be about a route: no URL, no query, no glob, no `:id`. */
export function isPattern(value: unknown): value is string {
	return typeof value === 'string' && value.startsWith('/') && !foreign.test(value);
}

/**
 * Whether a route lies at or below a pattern. Whole segments are compared: `/dashboard` covers `/dashboard/x` and
 * not `/dashboardx`. Routes are decided by the router, so no spelling of the URL gets around it.
 *
 * - `(group)` and `[[optional]]` segments may be left out: `/dashboard` covers `/(app)/[[lang]]/dashboard` in every
 *   language, and `/(app)` everything in that group.
 * - `/blog/[slug]` covers the route of that name, with and without a matcher, `/blog/secret` the page that this
 *   parameter value selects.
 * - `/` covers everything.
 */
export function coversRoute(pattern: string, route: MatchedRoute): boolean {
	const readings = routeSegments(route.id).map((raw) => [...namesOf(raw), ...valuesOf(raw, route.params)]);
	return matches(routeSegments(pattern), readings, false);
}

/**
 * Whether a route lies at or below an opening. Only the route's own name counts: with parameter values,
 * `except: '/public'` would open `/[tenant]/secrets` for a tenant called "public". `/` is the home page alone.
 *
 * @param exact true to leave out what lies below
 */
export function opensRoute(opening: string, routeId: string, exact = false): boolean {
	const wanted = routeSegments(opening);
	return matches(wanted, routeSegments(routeId).map(namesOf), exact || wanted.length === 0);
}

function matches(wanted: readonly string[], segments: readonly Reading[][], exact: boolean): boolean {
	if (wanted.length === 0 && !exact) return true;
	const [readings, ...rest] = segments;
	if (!readings) return wanted.length === 0;
	return readings.some((reading) => {
		if (exact && reading.length > wanted.length) return false;
		const isSame = reading.every((part, index) => index >= wanted.length || part === wanted[index]);
		return isSame && matches(wanted.slice(reading.length), rest, exact);
	});
}

/** How a segment may be written in a rule: as its folder is called, or with the character for `[x+2e]`. */
function namesOf(raw: string): Reading[] {
	if (/^\([^)]+\)$|^\[\[.*\]\]$/.test(raw)) return [[raw], []];
	return [[raw], [raw.replace(/\[[xu]\+([0-9a-f-]+)\]/gi, (_, codes: string) => characters(codes))]];
}

const piece = /\[[xu]\+([0-9a-f-]+)\]|\[{1,2}(\.\.\.)?([^\]=+]+)(?:=[^\]]+)?\]{1,2}/gi;

/** Puts the parameters' values in. Of those, only a rest parameter goes over several segments: `/blog/a%2Fb` is one. */
function valuesOf(raw: string, params: MatchedRoute['params']): Reading[] {
	let isRest = false;
	const value = raw.replace(piece, (text, codes?: string, rest?: string, name = '') => {
		isRest ||= rest !== undefined;
		// In one pass: a value that looks like an escape is no escape.
		return codes ? characters(codes) : (params[name] ?? (rest ? '' : text));
	});
	return [isRest ? routeSegments(value) : [value], [raw.replace(/=[^\]]+(?=\])/g, '')]];
}

/** Of an escape, as SvelteKit reads it: `2e`, `1f468-200d-1f467`. */
function characters(codes: string): string {
	return String.fromCodePoint(...codes.split('-').map((code) => Number.parseInt(code, 16)));
}
