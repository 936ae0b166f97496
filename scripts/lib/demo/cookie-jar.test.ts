import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../process/free-port.ts';
import { CookieJar } from './cookie-jar.ts';

let server: Server;
let origin: string;

beforeAll(async () => {
	const port = await freePort();
	origin = `http://127.0.0.1:${port}`;
	server = createServer((request, response) => {
		if (request.url === '/loop') return response.writeHead(302, { location: '/loop' }).end();
		if (request.url === '/in') {
			const cookies = ['a=1=2; Path=/; HttpOnly', 'b=2; Max-Age=60'];
			return response.writeHead(303, { location: '/echo', 'set-cookie': cookies }).end();
		}
		if (request.url === '/out') {
			const gone = ['a=; Max-Age=0', 'b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT'];
			return response.writeHead(200, { 'set-cookie': gone }).end();
		}
		const { cookie, origin: from } = request.headers;
		return response.end(JSON.stringify({ method: request.method, cookie, origin: from }));
	}).listen(port, '127.0.0.1');
});
afterAll(() => server.close());

test('keeps, sends and drops cookies, and follows redirects', async () => {
	const jar = new CookieJar();
	const visit = await jar.visit(`${origin}/in`, { form: { x: 'y' } });
	expect(JSON.parse(visit.text)).toEqual({ method: 'GET', cookie: 'a=1=2; b=2' });
	expect(visit.redirects).toEqual(['/echo']);
	await jar.visit(`${origin}/out`);
	expect(jar.cookies.size).toBe(0);
});

test('sends the own origin with a form, unless another is given', async () => {
	const jar = new CookieJar();
	const own = await jar.visit(`${origin}/`, { form: {} });
	expect(JSON.parse(own.text)).toEqual({ method: 'POST', origin });
	const other = await jar.visit(`${origin}/`, { form: {}, headers: { origin: 'http://evil.example' } });
	expect(JSON.parse(other.text).origin).toBe('http://evil.example');
});

test('gives up on a redirect loop', async () => {
	await expect(new CookieJar().visit(`${origin}/loop`)).rejects.toThrow(/More than 20 redirects/);
});
