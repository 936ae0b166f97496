import { expect, test } from 'vitest';
import { baseOf, bundler } from './bundled-base.js';

test.each([
	[undefined, undefined, undefined],
	// SolidStart 2
	['', '/', ['', '']],
	['', '/app/', ['/app', '/app']],
	['', '/app', ['/app', '/app']],
	['', './', ['', '']],
	['', 'https://cdn.example/app/', ['', '']],
	['/v1', '/app/', ['/app', '/v1']],
	[undefined, '/app/', ['/app', '/app']],
	// SolidStart 1
	['', '/_build', ['', '']],
	['/app', '/_build', ['/app', '/app']],
	['/app/', '/app/_build/', ['/app', '/app']],
	['app', undefined, ['/app', '/app']],
	// In the code of its server functions
	['', '/_server', ['', '']],
	['/app', '/app/_server', ['/app', '/app']],
])('SERVER_BASE_URL %j and BASE_URL %j: %j', (server, assets, expected) => {
	const base = baseOf(server, assets);
	expect(base && [base.pages, base.api]).toEqual(expected);
});

test('the variables of this run', () => {
	expect(bundler.base()).toEqual({ pages: '', api: '' });
});
