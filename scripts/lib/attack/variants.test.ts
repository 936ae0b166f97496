import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { frameworks } from './table.ts';
import { isDecodable, variants } from './variants.ts';

const places = {
	path: '/dashboard',
	values: { origin: 'http://127.0.0.1:1', open: '/signin', alias: '/other' },
	functions: [{ function: 'abc/getSecret', 'function:query': 'id=abc-0', 'function:header': 'abc-0' }],
};

describe.each(frameworks)('generated requests for %s', (framework) => {
	const sample = (seed: number) => fc.sample(variants(framework, places, ['/api']), { numRuns: 3_000, seed });

	test('can be repeated', () => {
		expect(sample(7)).toEqual(sample(7));
	});

	test('stay requests: nothing in them ends a line, or the target in the middle', () => {
		for (const { method, target, headers } of sample(1)) {
			expect(method).toMatch(/^[A-Za-z0-9-]+$/);
			expect(target).not.toMatch(/[\r\n ]/);
			const names = headers.map(([name]) => name.toLowerCase());
			expect(new Set(names).size).toBe(names.length);
			for (const [, value] of headers) expect(value).not.toMatch(/[\r\n]/);
		}
	});

	test.each([
		['plain', /^\/dashboard$/],
		['encoded letters', /^\/d%61shboard$/],
		['all letters encoded', /^\/(%[0-9a-f]{2}){9}$/i],
		['double encoding', /%25[0-9a-f]{2}/],
		['overlong UTF-8', /%c1%a/],
		['full width', /%ef%bd/i],
		['upper case', /D/],
		['double slashes', /^\/\/dashboard/],
		['backslashes', /\\/],
		['dots', /\/\.\.\/|\/%2e%2e\//],
		['semicolons', /;/],
		['null bytes', /%00/],
		['absolute targets', /^http:\/\/evil\.example\//],
		['no slash in front', /^dashboard/],
		['what cannot be decoded', /%$|%ff/],
		['another address', /^\/other/],
		['functions', /abc/],
		['places below', /\/api/],
	])('hold %s', (_, pattern) => {
		expect(sample(2).some(({ target }) => pattern.test(target))).toBe(true);
	});

	test('hold many methods, headers and reserved parameters', () => {
		const requests = sample(3);
		expect(new Set(requests.map(({ method }) => method)).size).toBeGreaterThan(12);
		const names = new Set(requests.flatMap(({ headers }) => headers.map(([name]) => name)));
		for (const name of [
			'x-original-url',
			'x-forwarded-host',
			'x-http-method-override',
			'accept',
			'content-type',
		])
			expect(names, name).toContain(name);
		expect(names).toContain(framework === 'sveltekit' ? 'x-sveltekit-pathname' : 'x-server-id');
		const reserved = framework === 'sveltekit' ? 'x-sveltekit-invalidated=01' : 'id=abc-0';
		expect(requests.some(({ target }) => target.includes(reserved))).toBe(true);
	});
});

test.each([
	['/dashboard%', false],
	['/%ff', false],
	['/%C0%AF', false],
	['/%64ashboard', true],
	['/%2564', true],
])('%s can be decoded: %s', (target, decodable) => {
	expect(isDecodable(target)).toBe(decodable);
});
