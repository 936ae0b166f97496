import { expect, test } from 'vitest';
import { isCaching, privately, tellShared } from './caching.js';

test.each([
	['', 'private, no-store'],
	['public', 'private, no-store'],
	['public, max-age=600', 'private, no-store'],
	['max-age=0, S-MaxAge=600', 'private, no-store'],
	['max-age=60,s-maxage=600', 'private, no-store'],
	['private, s-maxage=600', 'private, no-store'],
	['PUBLIC', 'private, no-store'],
	// A lifetime alone is for every cache on the way.
	['max-age=600', 'private, max-age=600'],
	['max-age=600, must-revalidate', 'private, max-age=600, must-revalidate'],
	['no-cache', 'private, no-cache'],
	['private', 'private'],
	['private, max-age=600, immutable', 'private, max-age=600, immutable'],
	['no-store', 'no-store'],
	['No-Store', 'No-Store'],
])('cache-control %j of a guarded answer is sent as %j', (given, sent) => {
	expect(privately('cache-control', given)).toBe(sent);
});

test.each([
	['cdn-cache-control', 'max-age=60', null],
	['vercel-cdn-cache-control', 'public, max-age=60', null],
	['cloudflare-cdn-cache-control', 'no-store', 'no-store'],
	['surrogate-control', 'max-age=60', null],
	['x-accel-expires', '60', null],
])('%s: %s', (name, given, sent) => {
	expect(isCaching(name)).toBe(true);
	expect(privately(name, given)).toBe(sent);
});

test.each(['content-type', 'age', 'x-cache-control', 'expires'])('%s says nothing of that', (name) => {
	expect(isCaching(name)).toBe(false);
});

test('what would have been shared is told once for each logger', () => {
	const lines: string[] = [];
	const logger = { error() {}, debug() {}, warn: (line: string) => lines.push(line) } as never;
	tellShared(logger, '/account', 'cache-control', 'max-age=60');
	tellShared(logger, '/account', 'cache-control', 'private');
	tellShared(logger, '/account', 'cdn-cache-control', 'no-store');
	expect(lines).toEqual([]);
	tellShared(logger, '/account', 'cache-control', 'public');
	tellShared(logger, '/other', 'cdn-cache-control', 'max-age=60');
	expect(lines).toEqual([
		expect.stringContaining('/account is guarded and was sent with "cache-control: public"'),
	]);
});
