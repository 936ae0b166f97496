import { describe, expect, test } from 'vitest';
import { growth } from '../testing/steps.test.helper.js';
import { readBody } from './body.js';

const urlencoded = 'application/x-www-form-urlencoded';

const request = (text: string, type = urlencoded): Request =>
	new Request('https://app.example/auth/signin/github', {
		method: 'POST',
		body: text,
		headers: { 'content-type': type },
	});

const read = (text: string, type?: string) => readBody(request(text, type));

const fields = (count: number, name = (index: number) => `f${index}`): string =>
	Array.from({ length: count }, (_, index) => `${name(index)}=x`).join('&');

const multipart = (text: string): [string, string] => {
	const parts = text.split('&').map((field) => {
		const [name = '', value = ''] = field.split('=');
		return `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
	});
	return [`${parts.join('')}--b--\r\n`, 'multipart/form-data; boundary=b'];
};

const json = (text: string): [string, string] => [
	JSON.stringify(Object.fromEntries(new URLSearchParams(text))),
	'application/json',
];

describe.each([
	['a form', (text: string): [string, string] => [text, urlencoded]],
	['a multipart form', multipart],
	['JSON', json],
])('%s', (_, written) => {
	test('of a thousand fields is read, of one more refused', async () => {
		const body = await read(...written(fields(1000)));
		expect(Object.keys(body?.fields ?? {})).toHaveLength(1000);
		expect(body?.fields.f999).toBe('x');
		expect(await read(...written(fields(1001)))).toBeNull();
	});

	test.each(['__proto__', 'constructor', 'prototype'])('%s is left out', async (name) => {
		const [text, type] = written(`a=1&b=2`);
		const poisoned =
			type === 'application/json' ? text.replace('{', `{"${name}":"x",`) : written(`a=1&${name}=x&b=2`)[0];
		expect(poisoned).toContain(name);
		const body = await read(poisoned, type);
		expect(body?.fields).toEqual({ a: '1', b: '2' });
		expect(Object.keys(body?.fields ?? {})).toEqual(['a', 'b']);
		expect(body?.text).not.toContain(name);
	});
});

test('the last of two fields with one name counts', async () => {
	expect((await read('a=1&b=2&a=3'))?.fields).toEqual({ a: '3', b: '2' });
});

test.each([
	['names that are left out', (count: number) => fields(count, () => '__proto__')],
	['one name', (count: number) => fields(count, () => 'csrfToken')],
	['many names', (count: number) => fields(count)],
])('what reading costs grows with the form: %s', async (_, form) => {
	const { steps, bytes } = await growth(read, form, 240);
	expect(steps).toBeGreaterThan(1.5);
	expect(steps).toBeLessThan(5);
	expect(bytes).toBeLessThan(10);
});

test('a form that is far too large costs one pass', async () => {
	const { steps } = await growth(read, (count) => fields(count, () => '__proto__'), 5000);
	expect(steps).toBeLessThan(5);
});
