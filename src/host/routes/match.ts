import type { Framework } from '../host.ts';
import type { Route } from './route.ts';
import { unescaped } from './sveltekit/files.ts';

/** Whether a rule for a path sees all requests for a route, those with certain parameters only, or none. */
export type Coverage = 'all' | 'some' | 'none';

/** The routes of which a `protect` pattern covers every request. */
export const matchRoutes = (routes: Route[], pattern: string, framework: Framework): Route[] =>
	routes.filter((route) => coverage(route, pattern, framework) === 'all');

/** The routes of which a `protect` pattern covers some requests only: `/blog/secret` of `/blog/[slug]`. */
export const partlyMatched = (routes: Route[], pattern: string, framework: Framework): Route[] =>
	routes.filter((route) => coverage(route, pattern, framework) === 'some');

/**
 * As the runtime decides, which the command line may not import (its `core/route-pattern` and
 * `solid-start/path-pattern`; a property test compares them).
 */
export function coverage(route: Pick<Route, 'id' | 'path'>, pattern: string, framework: Framework): Coverage {
	return framework === 'sveltekit'
		? kitCoverage(split(pattern), route.id)
		: solidCoverage(pattern, route.path);
}

/** By the route's own name, which holds for every request, or by the values of its parameters. */
function kitCoverage(wanted: string[], id: string): Coverage {
	const segments = split(id);
	if (covers(wanted, segments.map(kitName), 'some')) return 'all';
	// Without parameters there are no values.
	if (!id.includes('[')) return 'none';
	return covers(wanted, segments.map(kitValue), 'some') ? 'some' : 'none';
}

/** By the path in the URL, upper and lower case alike. */
function solidCoverage(pattern: string, path: string): Coverage {
	const wanted = readPattern(pattern);
	if (covers(wanted, solidParts(path, isWildcard), 'every')) return 'all';
	return covers(
		wanted,
		solidParts(path, () => true),
		'some',
	)
		? 'some'
		: 'none';
}

/** One segment of a route, which may stand for none or several of a pattern. */
interface Part {
	count: 'one' | 'optional' | 'rest';
	is(part: string): boolean;
}

/** Whether a pattern covers a route in every way to read its segments, or in some way. */
function covers(wanted: string[], parts: Part[], ways: 'every' | 'some'): boolean {
	const known = new Map<number, boolean>();
	const from = (index: number, at: number): boolean => {
		const want = wanted[at];
		const part = parts[index];
		// What lies below the pattern is covered; what is shorter is not.
		if (want === undefined) return true;
		if (part === undefined) return false;
		const key = index * (wanted.length + 1) + at;
		const before = known.get(key);
		if (before !== undefined) return before;
		const taken = () => part.is(want) && from(part.count === 'rest' ? index : index + 1, at + 1);
		const left = () => from(index + 1, at);
		const result = part.count === 'one' ? taken() : ways === 'every' ? left() && taken() : left() || taken();
		known.set(key, result);
		return result;
	};
	return from(0, 0);
}

/** As a segment may be called in a rule: as its folder, without its matcher, with the character for `[x+2e]`. */
function kitName(raw: string): Part {
	if (!special.test(raw)) return { count: 'one', is: (part) => part === raw };
	const names = [raw, unescaped(raw), raw.replace(/=[^\]]+(?=\])/g, '')];
	const mayBeLeftOut = /^\([^)]+\)$|^\[\[.*\]\]$/.test(raw);
	return { count: mayBeLeftOut ? 'optional' : 'one', is: (part) => names.includes(part) };
}

/** What only names with a meaning to the router hold. */
const special = /[[\](]/;

const piece = /(\[[xu]\+[0-9a-f-]+\]|\[{1,2}(?:\.\.\.)?[^\]=+]+(?:=[^\]]+)?\]{1,2})/i;

/** ... or with any values of its parameters. */
function kitValue(raw: string): Part {
	const { count, is } = kitName(raw);
	// One segment with a rest parameter among others goes over several, too.
	if (/\[\.\.\./.test(raw)) return { count: 'rest', is: (part) => is(part) || isValue(part) };
	const texts = raw.split(piece).map((text, index) => {
		const isParameter = index % 2 === 1 && !/^\[[xu]\+/i.test(text);
		return isParameter ? '[\\s\\S]*' : escaped(unescaped(text));
	});
	const values = new RegExp(`^${texts.join('')}$`);
	return { count, is: (part) => is(part) || (isValue(part) && values.test(part)) };
}

/** @param parameter whether a pattern's part covers a parameter */
function solidParts(path: string, parameter: Part['is']): Part[] {
	const parts: Part[] = [];
	for (const segment of split(path)) {
		const bracket = /\[([^/]+)\]/.exec(segment);
		if (bracket?.index !== 0) {
			// The router knows parameters by how a segment begins: `pre[id]` is none, and reads `pre:id` in the URL.
			const value = segment.replace(/\[([^/]+)\]/g, ':$1').toLowerCase();
			parts.push({ count: 'one', is: (part) => isWildcard(part) || part === value });
			continue;
		}
		const inner = bracket[1] as string;
		const isOptional = inner.length > 2 && inner.startsWith('[') && inner.endsWith(']');
		const count = /^\.\.\../.test(inner) ? 'rest' : isOptional ? 'optional' : 'one';
		parts.push({ count, is: parameter });
		// It takes the rest of the path, whatever stands behind it in the file's name.
		if (count === 'rest') break;
	}
	return parts;
}

/** Proxies and servers may each decode a path, so the runtime takes a pattern as it is after all of them. */
function readPattern(pattern: string): string[] {
	let path = pattern;
	for (let round = 0; round < 4; round++) {
		try {
			path = decodeURIComponent(path);
		} catch {
			break;
		}
	}
	const resolved: string[] = [];
	for (const segment of path.toLowerCase().split(/[\\/]+/)) {
		if (segment === '..') resolved.pop();
		else if (segment !== '.' && segment !== '') resolved.push(segment);
	}
	return resolved;
}

const split = (path: string): string[] => path.split('/').filter(Boolean);
/** A rule for `/blog/[id]` is meant for a parameter, not for the article that somebody calls "[id]". */
const isValue = (part: string): boolean => !/\[.*\]/.test(part);
/** `[name]` in a pattern for SolidStart. */
const isWildcard = (part: string): boolean => /^\[.+\]$/.test(part);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
