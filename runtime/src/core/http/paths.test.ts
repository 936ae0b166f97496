import { describe, expect, test } from 'vitest';
import { normalizeBase, withBase } from './base.js';
import { resolveBasePath, resolvePages } from './paths.js';

test.each([
	[undefined, ''],
	['/', ''],
	['', ''],
	['.', ''],
	['/app', '/app'],
	['/app/', '/app'],
	['app', '/app'],
	['//app//', '/app'],
	['./', ''],
	// Assets on another host move no page.
	['https://cdn.example/app/', ''],
])('normalizeBase(%j) is %j', (input, expected) => {
	expect(normalizeBase(input)).toBe(expected);
});

/** `resolve` of SvelteKit 3: while a page is rendered, its paths are relative to that page. */
const resolveAt = (prefix: string) => (path: string) => `${prefix}${path}`;

test.each([
	['', 'http://localhost/x', ''],
	['/app', 'http://localhost/app/x', '/app'],
	['.', 'http://localhost/app/x', '/app'],
	['../..', 'http://localhost/app/x/y/z', '/app'],
	['..', 'http://localhost/x/y', ''],
])('the base by a function that answers %j/ at %s is %j', (prefix, url, expected) => {
	expect(normalizeBase(resolveAt(prefix), new URL(url))).toBe(expected);
});

test.each([
	[undefined, undefined, '', '/auth'],
	[undefined, undefined, '/app', '/app/auth'],
	['/api/auth', undefined, '', '/api/auth'],
	['api/auth/', undefined, '', '/api/auth'],
	['/api/auth', undefined, '/app', '/app/api/auth'],
	['/app/api/auth', undefined, '/app', '/app/api/auth'],
	[undefined, 'https://a.example', '', '/auth'],
	[undefined, 'https://a.example/', '/app', '/app/auth'],
	[undefined, 'https://a.example/app', '/app', '/app/auth'],
	[undefined, 'https://a.example/app/login', '/app', '/app/login'],
	[undefined, 'https://a.example/api/auth', '', '/api/auth'],
	['/x', 'https://a.example/api/auth', '', '/x'],
	['/', undefined, '', '/auth'],
])('basePath %j, AUTH_URL %j, base %j: %j', (configured, authUrl, base, expected) => {
	expect(resolveBasePath(configured, authUrl ? new URL(authUrl) : null, base)).toBe(expected);
});

describe('withBase', () => {
	test('does not take /application for /app', () => {
		expect(withBase('/application', '/app')).toBe('/app/application');
	});
	test('pages are prefixed unless absolute', () => {
		const pages = { signIn: '/signin', signOut: 'signout', error: 'https://status.example/auth' };
		expect(resolvePages(pages, '/app')).toEqual({
			signIn: '/app/signin',
			signOut: '/app/signout',
			error: 'https://status.example/auth',
		});
	});
});
