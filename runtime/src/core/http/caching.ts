import type { LoggerInstance } from '@auth/core/types';
import { warn } from '../log.js';
import { noStore } from './responses.js';

/** Headers by which a cache between server and browser is told to keep an answer, whatever `cache-control` says. */
const forCaches = /(?:^|-)cdn-cache-control$|^(?:surrogate-control|edge-control|x-accel-expires)$/;

/** By the logger, of which each configuration has one: an application that errs does so on each request. */
const told = new WeakSet<object>();

/** Whether a header has a say in who keeps an answer. */
export function isCaching(name: string): boolean {
	return name === 'cache-control' || forCaches.test(name);
}

/**
 * What such a header may say on an answer that is for one person: it may let the person's own browser keep it, and no cache
 * that others use. Where nothing is said, browsers keep pages, and show them after signing out to whoever goes back.
 *
 * @param name in lower case
 * @returns null where the header has to be left out
 */
export function privately(name: string, value: string): string | null {
	const own = /\b(?:private|no-store)\b/i.test(value);
	if (name !== 'cache-control') return own ? value : null;
	if (!value || isShared(value)) return noStore['cache-control'];
	// A lifetime alone is for every cache on the way.
	return own ? value : `private, ${value}`;
}

const isShared = (value: string): boolean => /\b(?:public|s-maxage)\b/i.test(value);

/** Tells once that an answer would have gone into a cache that others use. */
export function tellShared(logger: LoggerInstance, place: string, name: string, value: string): void {
	const wide = name !== 'cache-control' || isShared(value);
	if (!wide || privately(name, value) === value || told.has(logger)) return;
	told.add(logger);
	warn(
		logger,
		`${place} is guarded and was sent with "${name}: ${value}": a cache would show one person's page to others. ` +
			'That was left out. Say `private` there, or take what everybody may see out of the guard.',
	);
}
