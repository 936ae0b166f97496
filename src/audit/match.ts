import { globMatcher } from '../host/files/globs.ts';
import type { Entry } from './entry.ts';

/**
 * Whether an entry is one of those that `--fail-on` means. `/admin` is that route and all below it; `*` stands for
 * one segment and `**` for any number; a pattern without leading slash names files, `src/lib/orders.remote.ts` or a
 * folder. A function also counts as part of the routes that use it.
 */
export function matchesPattern(entry: Entry, pattern: string): boolean {
	// What lies below always counts, so that `**` at the end says nothing more.
	const wanted = pattern
		.replace(/(?:\/\*\*|\/)+$/, '')
		.split('/')
		.filter(Boolean);
	if (!pattern.startsWith('/')) return begins(wanted, entry.file) || begins(wanted, entry.id);
	const routes = entry.usedBy ?? [entry.path];
	if (wanted.length === 0) return true;
	return routes.some((route) => route === '*' || begins(wanted, route));
}

const isGroup = (segment: string): boolean => /^\(.*\)$/.test(segment);

/** In doubt it does: a build that fails is looked at. */
function begins(wanted: readonly string[], path: string): boolean {
	const all = path.split('/').filter(Boolean);
	const segments = wanted.some(isGroup) ? all : all.filter((segment) => !isGroup(segment));
	const [pattern, text] = [wanted.join('/'), segments.join('/')];
	const options = { inDoubt: true, literalBrackets: true, ignoreCase: true };
	return [pattern, `${pattern}/**`].some((one) => globMatcher(one, options)(text));
}
