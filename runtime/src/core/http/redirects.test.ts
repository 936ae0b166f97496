import { describe, expect, test } from 'vitest';
import { locationFor, safeTarget, withQuery, wrapRedirectCallback } from './redirects.js';

const origin = 'https://app.example.com';

/** What a default configuration makes of a wanted target, as a browser would follow it. */
async function follow(url: string, base = ''): Promise<string> {
	const target = await wrapRedirectCallback(undefined, base)({ url, baseUrl: origin });
	const { location } = locationFor(target, { origin, hostOrigin: origin, base });
	return new URL(location, `${origin}/somewhere`).href;
}

describe('open redirects', () => {
	test.each([
		'//evil.example',
		'///evil.example',
		'////evil.example',
		'/\\evil.example',
		'\\\\evil.example',
		'\\/evil.example',
		'/\t/evil.example',
		'\t//evil.example',
		' //evil.example',
		'https://evil.example',
		'https:evil.example',
		'http://app.example.com.evil.example',
		'https://app.example.com@evil.example',
		'https://app.example.com:444/',
		'http://app.example.com/',
		'javascript:alert(1)',
		'java\nscript:alert(1)',
		'data:text/html,x',
		'vbscript:x',
		'blob:https://app.example.com/x',
		'https://',
		'',
	])('%j stays on the site', async (url) => {
		expect(new URL(await follow(url)).origin).toBe(origin);
	});

	test.each([
		['/page?x=1#h', '/page?x=1#h'],
		['page', '/page'],
		['https://app.example.com/page', '/page'],
		['https://app.example.com//evil.example', '/evil.example'],
		['/./page', '/page'],
		['?x=1', '/?x=1'],
	])('%j is %j of the site', async (url, path) => {
		expect(await follow(url)).toBe(`${origin}${path}`);
	});

	test('the fallback is the base of the application', async () => {
		expect(await follow('//evil.example', '/app')).toBe(`${origin}/app`);
	});
});

describe('callbacks.redirect', () => {
	test('decides about other sites, but not about schemes that run code', async () => {
		const anywhere = wrapRedirectCallback(({ url }) => url, '');
		expect(await anywhere({ url: 'https://partner.example/x', baseUrl: origin })).toBe(
			'https://partner.example/x',
		);
		expect(await anywhere({ url: 'javascript:alert(1)', baseUrl: origin })).toBe(`${origin}/`);
	});
	test('gets whole URLs of ours, as callbacks written for the predecessors expect', async () => {
		const seen: string[] = [];
		const callback = wrapRedirectCallback(({ url, baseUrl }) => {
			seen.push(url);
			return url.startsWith(baseUrl) ? url : baseUrl;
		}, '/app');
		expect(await callback({ url: '/app/orders?page=2', baseUrl: origin })).toBe(
			`${origin}/app/orders?page=2`,
		);
		expect(await callback({ url: '//evil.example', baseUrl: origin })).toBe(`${origin}/app`);
		expect(await callback({ url: 'https://evil.example/x', baseUrl: origin })).toBe(`${origin}/`);
		expect(seen).toEqual([`${origin}/app/orders?page=2`, `${origin}/app`, 'https://evil.example/x']);
	});
});

describe('locationFor', () => {
	test('own targets are paths, even when the host sees another origin', () => {
		const resolved = { origin, hostOrigin: 'http://10.0.0.1:3000', base: '' };
		expect(locationFor(`${origin}/x`, resolved)).toEqual({ location: '/x', external: false });
		expect(locationFor('https://github.com/login', resolved)).toEqual({
			location: 'https://github.com/login',
			external: true,
		});
	});
	test('a target on the host’s own origin is not external', () => {
		const resolved = { origin, hostOrigin: 'http://10.0.0.1:3000', base: '' };
		expect(locationFor('http://10.0.0.1:3000/x', resolved).external).toBe(false);
	});
});

test('safeTarget keeps custom schemes for a callback to decide on', () => {
	expect(safeTarget('myapp://signed-in', origin, '/')).toBe('myapp://signed-in');
});

test('withQuery', () => {
	expect(withQuery('/signin', { a: '1' })).toBe('/signin?a=1');
	expect(withQuery('/signin?b=2#x', { a: '/p?q' })).toBe('/signin?b=2&a=%2Fp%3Fq#x');
	expect(withQuery('/signin', {})).toBe('/signin');
});
