import { describe, expect, test } from 'vitest';
import { behindPage, file, kit, solid } from './testing.ts';

describe('cookies of others', () => {
	const says =
		"replaces all cookies of an answer, that of the session among them, so that signing in has no effect: use `headers.append('set-cookie', ...)`.";
	test.each([
		["response.headers.set('Set-Cookie', 'a=1');"],
		["const { headers } = response; headers.set('set-cookie', 'a=1');"],
		[
			"const headers = new Headers(response.headers); headers.set('SET-COOKIE', 'a=1'); if (x) return new Response(response.body, { headers });",
		],
		["const name = 'set-cookie'; if (!known) response.headers.set(name, 'a=1');"],
		[
			"if (x) return new Response(response.body, { status: response.status, headers: { ...all, 'set-cookie': 'a=1' } });",
		],
	])('%s', (statement) => {
		expect(kit(behindPage(statement))).toEqual([`${file}:3 ${says}`]);
	});

	test('in a function that is handed the answer, and without a name', () => {
		const text = `const tag = (response) => {
	response.headers.set('set-cookie', 'a=1');
	return response;
};
export const handle = async ({ event, resolve }) => tag(await resolve(event));
`;
		expect(kit(text)).toEqual([`${file}:2 ${says}`]);
	});

	test.each([
		["response.headers.append('set-cookie', 'a=1');"],
		["response.headers.set('x-visit', '1');"],
		["const own = new Response('x'); own.headers.set('set-cookie', 'a=1'); if (x) return own;"],
		[
			"const headers = new Headers(); headers.set('set-cookie', 'a=1'); if (x) return new Response('x', { headers });",
		],
		["const back = await fetch('http://back'); back.headers.set('set-cookie', 'a=1'); if (x) return back;"],
		["if (event.url.pathname === '/visit') response.headers.set('set-cookie', 'a=1');"],
		["event.request.headers.set('set-cookie', 'a=1');"],
	])('silent: %s', (statement) => {
		expect(kit(behindPage(statement))).toEqual([]);
	});

	const solidWith = (key: string, statement: string) =>
		solid(`import { createMiddleware } from '@solidjs/start/middleware';
export default createMiddleware({ ${key}: [async (event, { body } = {}) => {
	${statement}
}] });
`);
	test.each([
		["event.response.headers.set('set-cookie', 'a=1');"],
		["setResponseHeader(event.nativeEvent, 'Set-Cookie', 'a=1');"],
		["event.nativeEvent.node.res.setHeader('set-cookie', 'a=1');"],
	])('SolidStart: %s', (statement) => {
		const found = solidWith('onBeforeResponse', statement);
		expect(found).toEqual([
			expect.stringContaining('src/middleware.ts:3 may replace all cookies of an answer'),
		]);
		expect(solidWith('onRequest', statement)).toEqual([]);
		expect(solidWith('onBeforeResponse', "event.response.headers.append('set-cookie', 'a=1');")).toEqual([]);
	});

	test('SolidStart 2: what the next one answered', () => {
		const text = `import { createMiddleware } from '@solidjs/start/middleware';
export default createMiddleware([async (event, next) => {
	const response = await next();
	response.headers.set('set-cookie', 'a=1');
	return response;
}]);
`;
		expect(solid(text)).toEqual([expect.stringContaining('src/middleware.ts:4 may replace')]);
	});
});
