import { readFileSync } from 'node:fs';
import type { RequestEvent } from '@sveltejs/kit';
import { beforeAll, describe, expect, test } from 'vitest';
import * as solidStart from '../../runtime/src/solid-start/index.ts';
import * as svelteKit from '../../runtime/src/sveltekit/index.ts';
import { goodEnv } from './support/application.ts';

const origin = 'http://localhost:3000';
const config = { env: goodEnv, providers: [], basePath: '/auth', logger: { error() {} } };

interface Row {
	who: string;
	method: string;
	headers: Record<string, string>;
	page: number;
	endpoint: number;
}

/** The table of docs/guards.md: its request is `GET accept: a/b; other: c`, its answers begin with the status. */
function readTable(): Row[] {
	const text = readFileSync(new URL('../../docs/guards.md', import.meta.url), 'utf8');
	const section = text.split('## What is answered to whom')[1]?.split('\n## ')[0] ?? '';
	const lines = section.split('\n').filter((line) => line.startsWith('|') && !line.includes('---'));
	return lines.slice(1).map((line) => {
		const [who = '', request = '', page = '', endpoint = ''] = line
			.split('|')
			.slice(1)
			.map((cell) => cell.trim());
		const [method = '', ...headers] = [...request.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
		const entries = headers.map((header) => header.split(': ') as [string, string]);
		return {
			who,
			method,
			headers: Object.fromEntries(entries),
			page: Number.parseInt(page, 10),
			endpoint: Number.parseInt(endpoint, 10),
		};
	});
}

const rows = readTable();

/** What SvelteKit's hooks answer to somebody without a session, before any route runs. */
async function askSvelteKit(id: string, init: RequestInit, options?: svelteKit.ProtectOptions) {
	const { handle } = svelteKit.SvelteKitAuth(config);
	const guard = svelteKit.protect(['/account', '/api', '/export'], options);
	const url = new URL(id, origin);
	const request = new Request(url, init);
	const event = { url, request, locals: {}, params: {}, route: { id } } as unknown as RequestEvent;
	const resolve = async () => new Response('SECRET');
	return handle({ event, resolve: (next) => guard({ event: next, resolve }) });
}

async function askSolidStart(path: string, init: RequestInit, options?: solidStart.ProtectOptions) {
	const request = new Request(new URL(path, origin), init);
	const event = { request, response: { headers: new Headers() }, locals: {} };
	await solidStart.authMiddleware(config)(event);
	return solidStart.protect(['/account', '/api', '/export'], options)(event);
}

const ask = { sveltekit: askSvelteKit, 'solid-start': askSolidStart };

test('the table is there', () => {
	expect(rows.length).toBeGreaterThan(8);
	expect(rows.every(({ page, endpoint }) => page > 200 && endpoint > 200)).toBe(true);
});

describe.each(['sveltekit', 'solid-start'] as const)(
	'docs/guards.md, what is answered to whom: %s',
	(host) => {
		test.each(rows)('$who', async ({ method, headers, page, endpoint }) => {
			const init = { method, headers };
			expect((await ask[host]('/account', init))?.status).toBe(page);
			expect((await ask[host]('/api/me', init))?.status).toBe(endpoint);
		});
		test('endpoints of other names are said', async () => {
			const curl = { headers: { accept: '*/*' } };
			expect((await ask[host]('/export', curl))?.status).toBe(303);
			const options = { endpoints: '/export' };
			expect((await ask[host]('/export', curl, options))?.status).toBe(401);
			expect((await ask[host]('/export/7', curl, options))?.status).toBe(401);
			// Said instead of the custom.
			expect((await ask[host]('/api/me', curl, options))?.status).toBe(303);
			expect((await ask[host]('/account', curl, { endpoints: '/' }))?.status).toBe(401);
			await expect(() => ask[host]('/x', curl, { endpoints: 'export' })).rejects.toThrow(TypeError);
		});
	},
);

describe('requireUser', () => {
	let outcome: (row: Row, more: object) => Promise<unknown>;
	beforeAll(() => {
		outcome = async ({ method, headers }, more) => {
			const url = new URL('/account', origin);
			const request = new Request(url, { method, headers });
			const event = {
				url,
				request,
				locals: {},
				params: {},
				route: { id: '/account' },
			} as unknown as RequestEvent;
			let thrown: unknown;
			const resolve = async (next: RequestEvent) => {
				thrown = await svelteKit.requireUser({ ...next, ...more } as RequestEvent).catch((error) => error);
				return new Response();
			};
			await svelteKit.SvelteKitAuth(config).handle({ event, resolve });
			return (thrown as { status: number }).status;
		};
	});
	test.each(rows.filter(({ method }) => method === 'GET'))('$who', async (row) => {
		expect(await outcome(row, { depends() {} })).toBe(row.page);
		expect(await outcome(row, {})).toBe(row.endpoint);
	});
});
