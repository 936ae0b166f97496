import { describe, expect, test } from 'vitest';
import { authMiddleware } from '../middleware.js';
import { cookieName, makeConfig, makeEvent, token } from '../testing/fixtures.test.helper.js';
import type { SolidEvent } from '../types.js';
import { protect } from './protect.js';
import { requireUser } from './require-user.js';

/** The answer of Node, as SolidStart 1 hands it to `vinxi/http` and to its own stand-in for headers. */
class NodeResponse {
	readonly sent = new Map<string, string>();
	begun = false;
	setHeader(name: string, value: unknown): this {
		if (this.begun) throw new Error('Cannot set headers after they are sent to the client');
		this.sent.set(name.toLowerCase(), String(value));
		return this;
	}
}
function firstMajor(event: ReturnType<typeof makeEvent>) {
	const res = new NodeResponse();
	const headers = {
		get: (name: string) => res.sent.get(name.toLowerCase()) ?? null,
		set: (name: string, value: string) => res.setHeader(name, value),
		append(name: string, value: string) {
			const current = res.sent.get(name.toLowerCase());
			res.setHeader(name, current ? [current, value] : value);
		},
	};
	const made = { ...event, response: { headers }, nativeEvent: { node: { res } } };
	return {
		event: made as unknown as SolidEvent,
		headers,
		begin: () => {
			res.begun = true;
		},
		/** How h3 sends what an API route returns. */
		async answer(response: Response) {
			for (const [name, value] of response.headers) res.setHeader(name, value);
			return (name: string) => headers.get(name);
		},
	};
}
function secondMajor(event: ReturnType<typeof makeEvent>) {
	const response = { headers: new Headers(), errHeaders: new Headers() };
	return {
		event: { ...event, response } as unknown as SolidEvent,
		headers: response.headers,
		begin: () => {},
		async answer(given: Response) {
			const merged = new Headers(given.headers);
			for (const [name, value] of given.status < 400 ? response.headers : response.errHeaders)
				merged.set(name, value);
			return (name: string) => merged.get(name);
		},
	};
}

const majors = [
	['SolidStart 1', firstMajor],
	['SolidStart 2', secondMajor],
] as const;
const guards = ['a rule', 'requireUser'] as const;

describe.each(majors)('%s', (_, make) => {
	describe.each(guards)('what %s guards', (guard) => {
		async function enter(path = '/dashboard') {
			const config = makeConfig();
			const made = make(makeEvent(path, { cookies: { [cookieName]: await token() } }));
			await authMiddleware(config)(made.event);
			if (guard === 'requireUser') await requireUser(made.event, config);
			else expect(await protect('/dashboard')(made.event)).toBeUndefined();
			return { ...made, warnings: config.logger.warn.mock.calls };
		}
		test('no browser keeps, to show it to whoever goes back after signing out', async () => {
			const { answer, headers } = await enter();
			expect(headers.get('cache-control')).toBe('private, no-store');
			expect((await answer(new Response('x')))('cache-control')).toBe('private, no-store');
			expect((await answer(new Response('x', { status: 404 })))('cache-control')).toBe('private, no-store');
		});
		test.each(['set', 'append'] as const)('keeps what a page says of the own browser: %s', async (method) => {
			const { headers, warnings } = await enter();
			headers[method]('Cache-Control', 'private, max-age=60');
			expect(headers.get('cache-control')).toContain('private, max-age=60');
			expect(warnings).toEqual([]);
		});
		test.each(['set', 'append'] as const)(
			'goes into no cache that others use, and that is told: %s',
			async (method) => {
				const { headers, warnings } = await enter();
				headers[method]('Cache-Control', 'public, max-age=60');
				headers[method]('CDN-Cache-Control', 'max-age=60');
				headers[method]('X-Own', 'public');
				expect(headers.get('cache-control')).toBe('private, no-store');
				expect([headers.get('cdn-cache-control'), headers.get('x-own')]).toEqual([null, 'public']);
				expect(warnings).toEqual([[expect.stringContaining('/dashboard is guarded and was sent with')]]);
			},
		);
		test.each([200, 302, 404])('nor what an API route returns with status %i', async (status) => {
			const { answer } = await enter();
			const headers = { 'cache-control': 'public, max-age=60' };
			expect((await answer(new Response(null, { status, headers })))('cache-control')).toBe(
				'private, no-store',
			);
		});
		test('cookies are sent as before', async () => {
			const { headers } = await enter();
			headers.append('set-cookie', 'a=1');
			headers.append('set-cookie', 'b=2');
			expect(headers.get('set-cookie')).toMatch(/a=1, ?b=2/);
		});
	});

	test('what was said before the guard counts, too', async () => {
		const config = makeConfig();
		const { event, headers } = make(makeEvent('/dashboard', { cookies: { [cookieName]: await token() } }));
		headers.set('cache-control', 's-maxage=60');
		await requireUser(event, config);
		expect(headers.get('cache-control')).toBe('private, no-store');
		expect(config.logger.warn).toHaveBeenCalledOnce();
	});
	test('what nobody guards says what it likes', async () => {
		const config = makeConfig();
		const { event, headers } = make(makeEvent('/about'));
		await authMiddleware(config)(event);
		await protect('/dashboard')(event);
		expect(headers.get('cache-control')).toBeNull();
		headers.set('cache-control', 'public');
		expect(headers.get('cache-control')).toBe('public');
	});
	test('after the response has begun nothing breaks', async () => {
		const made = make(makeEvent('/dashboard', { cookies: { [cookieName]: await token() } }));
		made.begin();
		expect(await requireUser(made.event, makeConfig())).toMatchObject({ user: { name: expect.any(String) } });
	});
});
