import type { Framework } from '../../framework.ts';

/** A present rule, as far as it says which requests it closes. */
export interface Closing {
	patterns: string[] | undefined;
	except: string[] | undefined;
}

/**
 * The pattern of a rule that closes all that `wanted` would close, and nothing of that is open again; undefined where
 * none does, or where it cannot be told. Decides by the patterns alone, as the runtime does by routes.
 */
export function coveringPattern(
	framework: Framework,
	{ patterns = [], except }: Closing,
	wanted: string,
): string | undefined {
	const pattern = patterns.find((item) => covers(framework, item, wanted));
	const isOpen = except === undefined || except.some((opening) => mayMeet(framework, opening, wanted));
	return isOpen ? undefined : pattern;
}

/** Whether two patterns are one, for the runtime. */
export const samePattern = (framework: Framework, a: string, b: string): boolean =>
	segmentsOf(framework, a).join('/') === segmentsOf(framework, b).join('/');

/** Whether whatever lies at or below `wanted` lies at or below `pattern`, too. */
function covers(framework: Framework, pattern: string, wanted: string): boolean {
	const above = segmentsOf(framework, pattern);
	const all = segmentsOf(framework, wanted);
	const below = above.some(isGroup) ? all : all.filter((segment) => !isGroup(segment));
	// SolidStart's `[id]` stands for any one segment; SvelteKit's is the name of a route.
	const any = (segment: string) => framework === 'solid-start' && isParameter(segment);
	return above.every((part, index) => part === below[index] || (any(part) && below[index] !== undefined));
}

/**
 * Whether something at or below `opening` may lie at or below `wanted`. In doubt it may: an optional parameter, a rest or
 * a group can be any number of segments.
 */
function mayMeet(framework: Framework, opening: string, wanted: string): boolean {
	const one = segmentsOf(framework, opening);
	const other = segmentsOf(framework, wanted);
	// An opening `/` is the home page alone.
	if (one.length === 0) return other.every((segment) => isGroup(segment) || isElastic(segment));
	for (const [index, part] of one.entries()) {
		const against = other[index];
		if (against === undefined) return true;
		if ([part, against].some((segment) => isGroup(segment) || isElastic(segment))) return true;
		if (part !== against && !part.includes('[') && !against.includes('[')) return false;
	}
	return true;
}

const segmentsOf = (framework: Framework, pattern: string): string[] =>
	(framework === 'solid-start' ? pattern.toLowerCase() : pattern).split('/').filter(Boolean);

const isGroup = (segment: string): boolean => segment.startsWith('(') && segment.endsWith(')');

const isParameter = (segment: string): boolean => /^\[.+\]$/.test(segment);

/** `[[lang]]` and `[...rest]`: no segment, or several. */
const isElastic = (segment: string): boolean => segment.startsWith('[[') || segment.startsWith('[...');
