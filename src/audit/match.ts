import type { Entry } from './entry.ts';

/**
 * Whether an entry is one of those that `--fail-on` means. `/admin` is that route and all below it; `*` stands for
 * one segment and `**` for any number; a pattern without leading slash names files, `src/lib/orders.remote.ts` or a
 * folder. A function also counts as part of the routes that use it.
 */
export function matchesPattern(entry: Entry, pattern: string): boolean {
	const wanted = pattern.split('/').filter(Boolean);
	if (!pattern.startsWith('/')) return begins(wanted, entry.file) || begins(wanted, entry.id);
	const routes = entry.usedBy ?? [entry.path];
	if (wanted.length === 0) return true;
	return routes.some((route) => route === '*' || begins(wanted, route));
}

const isGroup = (segment: string): boolean => /^\(.*\)$/.test(segment);

function begins(wanted: readonly string[], path: string): boolean {
	const all = path.split('/').filter(Boolean);
	const segments = wanted.some(isGroup) ? all : all.filter((segment) => !isGroup(segment));
	return matches(wanted, segments);
}

function matches([part, ...rest]: readonly string[], segments: readonly string[]): boolean {
	if (part === undefined) return true;
	if (part === '**')
		return segments.some((_, index) => matches(rest, segments.slice(index))) || rest.length === 0;
	const [segment, ...behind] = segments;
	if (segment === undefined) return false;
	return segmentMatches(part, segment) && matches(rest, behind);
}

function segmentMatches(part: string, segment: string): boolean {
	if (!part.includes('*')) return part.toLowerCase() === segment.toLowerCase();
	const text = part
		.split('*')
		.map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
		.join('.*');
	return new RegExp(`^${text}$`, 'i').test(segment);
}
