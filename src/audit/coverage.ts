import type { Framework } from '../host/host.ts';
import { type Coverage, coverage as coverageOf } from '../host/routes/match.ts';
import { pathOf } from '../host/routes/solid-start/index.ts';

export type { Coverage };

const isGroup = (segment: string): boolean => /^\(.*\)$/.test(segment);
const isOptional = (segment: string): boolean => /^\[\[.*\]\]$/.test(segment);
const isRest = (segment: string): boolean => /^\[{1,2}\.\.\./.test(segment);
const isParameter = (segment: string): boolean => segment.includes('[');

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean);

/**
 * Whether a pattern covers a route, for every value that its parameters may have: an audit that calls `/blog/[slug]`
 * guarded because of `/blog/secret` would be a lie.
 *
 * @param id the route as the router names it, with groups: `/(app)/[[lang]]/dashboard`
 */
export const coverage = (pattern: string, id: string, framework: Framework): Coverage =>
	coverageOf({ id, path: pathOf(id) }, pattern, framework);

/**
 * The same of several patterns together: on SolidStart `/team` and `/[lang]/team` each cover some addresses of
 * `/[[lang]]/team`, and both of them all.
 */
export function coverageTogether(patterns: readonly string[], id: string, framework: Framework): Coverage {
	const answers = patterns.map((pattern) => coverage(pattern, id, framework));
	if (answers.includes('all')) return 'all';
	if (framework === 'solid-start' && coversTogether(patterns, id)) return 'all';
	return answers.includes('some') ? 'some' : 'none';
}

/** Whether each address of a route, with and without its optional parameters, is covered by one of the patterns. */
function coversTogether(patterns: readonly string[], id: string): boolean {
	const isSame = (part: string, segment: string | undefined): boolean =>
		segment !== undefined && !isRest(segment) && (isParameter(part) || part === segment);
	return variants(segmentsOf(pathOf(id).toLowerCase())).every((variant) =>
		patterns.some((pattern) =>
			segmentsOf(pattern.toLowerCase()).every((part, index) => isSame(part, variant[index])),
		),
	);
}

/** With and without each optional parameter. */
function variants(segments: readonly string[]): string[][] {
	const index = segments.findIndex((segment) => isOptional(segment) && !isRest(segment));
	if (index === -1) return [[...segments]];
	const name = (segments[index] as string).slice(1, -1);
	return [
		[...segments.slice(0, index), name, ...segments.slice(index + 1)],
		[...segments.slice(0, index), ...segments.slice(index + 1)],
	].flatMap(variants);
}

/** Whether an `except` of a rule takes a route out of it: all of its URLs, some, or none. */
export function opening(except: string, id: string, framework: Framework): Coverage {
	const wanted = segmentsOf(except);
	// `/` is the home page alone.
	if (wanted.length === 0)
		return segmentsOf(id).every((segment) => isGroup(segment) || isOptional(segment)) ? 'all' : 'none';
	if (framework === 'solid-start') return coverage(except, id, framework);
	// Only the route's own name counts in SvelteKit: a value never opens anything.
	return isNamed(wanted, readings(id)) ? 'all' : 'none';
}

/** Whether a route is called like a path and lies not below it, whatever its parameters hold. */
export const isNamedExactly = (path: string, id: string): boolean =>
	isNamed(segmentsOf(path), readings(id), true);

/** How the segments of a route may be written, of the last one asked for: whoever asks has many questions about one route. */
function readings(id: string): readonly (string | undefined)[][] {
	if (last?.id !== id) last = { id, names: segmentsOf(id).map(namesOf) };
	return last.names;
}

let last: { id: string; names: readonly (string | undefined)[][] } | undefined;

function isNamed(
	wanted: readonly string[],
	segments: readonly (string | undefined)[][],
	exactly = false,
	at = 0,
	index = 0,
): boolean {
	if (at === wanted.length && !exactly) return true;
	const names = segments[index];
	if (!names) return at === wanted.length;
	return names.some((name) =>
		name === undefined
			? isNamed(wanted, segments, exactly, at, index + 1)
			: name === wanted[at] && isNamed(wanted, segments, exactly, at + 1, index + 1),
	);
}

/** How a segment may be written in a rule, whatever its value is; undefined where it may be left out. */
function namesOf(raw: string): (string | undefined)[] {
	if (!/[[(]/.test(raw)) return [raw];
	if (isGroup(raw) || isOptional(raw)) return [raw, undefined];
	const characters = (_: string, codes: string): string =>
		String.fromCodePoint(...codes.split('-').map((code) => Number.parseInt(code, 16)));
	return [raw, raw.replace(/\[[xu]\+([0-9a-f-]+)\]/gi, characters)];
}
