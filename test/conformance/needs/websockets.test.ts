import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as solidStart from '../../../runtime/src/solid-start/index.ts';
import { type Application, integrations, makeApplication } from '../support/application.ts';
import { password, signedIn } from '../support/fixtures.ts';
import { Page } from '../support/page.ts';

const page = new Page('websockets');
afterAll(() => expect(page.left).toEqual([]));
afterEach(() => void vi.unstubAllEnvs());

const origin = 'http://localhost:3000';

/** `ws` as far as the page needs it: says who is connected, and closes. */
class WebSocketServer {
	handleUpgrade(_: unknown, socket: Socket, __: unknown, done: (ws: Socket) => void): void {
		done(socket);
	}
	emit(_: 'connection', socket: Socket, { user }: { user: { name: string } }): void {
		socket.end(
			`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nX-Who: ${user.name}\r\n\r\n`,
		);
	}
}

test('SolidStart is built for it', () => {
	expect(page.text('vite.config.ts: options')).toMatch(/^plugins: \[.*\],$/m);
});

async function serve(app: Application): Promise<number> {
	if (app.name === 'sveltekit') {
		const { handle } = await page.module('src/hooks.server.ts', { './auth': app.module });
		expect(handle).toBe(app.module.handle);
	} else {
		const modules = { '@authgraft/runtime/solid-start': solidStart, './auth': app.module };
		await page.module('src/socket-session.ts', modules);
	}
	vi.stubEnv('AUTH_URL', origin);
	vi.stubEnv('PORT', '0');
	const { server } = await page.module<{ server: Server }>('socket-server.js', {
		ws: { WebSocketServer },
		'./build/handler.js': { handler: () => {} },
		'node:http': { createServer },
	});
	onTestFinished(() => void server.close());
	await vi.waitFor(() => expect(server.address()).not.toBeNull());
	return (server.address() as AddressInfo).port;
}

/** Opens a socket. Who the server says that it is, or the status. */
function open(
	port: number,
	headers: Record<string, string>,
	path = '/chat',
): Promise<string | number | undefined> {
	return new Promise((resolve, reject) => {
		const asked = ask({
			port,
			host: '127.0.0.1',
			path,
			headers: { ...headers, connection: 'Upgrade', upgrade: 'websocket' },
		});
		asked.on('upgrade', ({ headers }, socket) => {
			socket.destroy();
			resolve(String(headers['x-who']));
		});
		asked.on('response', (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		asked.on('error', reject).end();
	});
}

describe.each(integrations)('docs/needs/websockets.md on %s', (integration) => {
	test('a socket knows who opened it, and strangers get none', async () => {
		const app = makeApplication(integration, {
			providers: [password],
			allowedOrigins: ['https://shop.example.com'],
		});
		const person = await signedIn(app);
		const cookie = person.cookies.header(`${origin}/chat`, { method: 'GET', from: origin });
		const port = await serve(app);
		expect(await open(port, { cookie, origin })).toBe('ada');
		expect(
			await open(port, { cookie, origin: 'https://shop.example.com', 'sec-fetch-site': 'cross-site' }),
		).toBe('ada');
		// A program, whose cookies are its own.
		expect(await open(port, { cookie })).toBe('ada');
		expect(await open(port, { origin })).toBe(401);
		expect(await open(port, { cookie: 'authjs.session-token=forged', origin })).toBe(401);
		// Another site's page, whose cookies are the person's.
		for (const from of ['https://evil.example', 'http://localhost:3001', 'null', `${origin}.evil.example`])
			expect([from, await open(port, { cookie, origin: from })]).toEqual([from, 401]);
		expect(await open(port, { cookie, origin, 'sec-fetch-site': 'same-site' })).toBe(401);
		// What is no address is nobody's, and ends no server.
		for (const path of ['//', 'http://a:b@localhost/'])
			expect(await open(port, { cookie, origin }, path)).toBe(401);
	});
});
