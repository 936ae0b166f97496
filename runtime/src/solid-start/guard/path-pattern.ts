/** The ways in which a router, a server or a proxy may read one path: lists of lower-case segments. */
export interface PathReadings {
	readings: string[][];
	/** Those of API routes, which SolidStart 1 finds by the whole path: nothing is cut off. They open nothing. */
	whole: string[][];
	/** False when the path cannot be percent-decoded, so that nobody knows what it means. */
	decodable: boolean;
}

/** More than any chain of proxies undoes. */
const maxRounds = 5;

/**
 * Reads a path in every way that may lead to a page. The router ignores case, servers decode once or not at all,
 * and proxies collapse slashes or turn backslashes round: a guard has to hold for all of them.
 *
 * @param bases where the application is mounted, or may be; cut off where it is there
 */
export function readPath(pathname: string, ...bases: string[]): PathReadings {
	const whole: string[][] = [];
	const first = decode(pathname);
	let path: string | null = withLetters(pathname);
	for (let round = 0; round < maxRounds && path !== null; round++) {
		const segments = splitPath(path);
		// Routers cut a path before they decode it: `/a%2Fb/%73ettings` is at `/[id]/settings`.
		whole.push(segments, segments.map(decodedSegment), resolveDots(segments));
		const decoded: string | null = decode(path);
		path = decoded === path ? null : decoded;
	}
	const readings = bases.map(splitPath).flatMap((base) => whole.map((segments) => cut(segments, base)));
	return { readings, whole, decodable: first !== null };
}

/** The segments of a path or pattern, as the router compares them. */
export function splitPath(path: string): string[] {
	return path
		.toLowerCase()
		.split(/[\\/]+/)
		.filter(Boolean);
}

/**
 * Whether a path lies at or below a pattern. Whole segments are compared; `[name]` stands for any one.
 *
 * @param options.exact true to leave out what lies below
 * @param options.start index of the segment with which the path begins
 */
export function covers(
	pattern: readonly string[],
	segments: readonly string[],
	{ exact = false, start = 0 }: { exact?: boolean; start?: number } = {},
): boolean {
	const length = segments.length - start;
	if (exact ? pattern.length !== length : pattern.length > length) return false;
	return pattern.every((part, index) => /^\[.+\]$/.test(part) || part === segments[start + index]);
}

/** Letters beyond ASCII as people write them: a URL always escapes those, so they say nothing of how often it is decoded. */
const withLetters = (path: string): string =>
	path.replace(/(?:%[89a-f][\da-f])+/gi, (escapes) => decode(escapes) ?? escapes);

const decodedSegment = (segment: string): string => decode(segment)?.toLowerCase() ?? segment;

function decode(path: string): string | null {
	try {
		return decodeURIComponent(path);
	} catch {
		return null;
	}
}

function cut(segments: string[], base: string[]): string[] {
	return base.every((part, index) => part === segments[index]) ? segments.slice(base.length) : segments;
}

function resolveDots(segments: readonly string[]): string[] {
	const resolved: string[] = [];
	for (const segment of segments) {
		if (segment === '..') resolved.pop();
		else if (segment !== '.') resolved.push(segment);
	}
	return resolved;
}
