import { createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { headerOf, send, type WireRequest } from './wire.ts';

let server: Server | undefined;
afterEach(() => server?.close());

/** A server that notes what comes, and does what it is told with the socket. */
async function listen(answer: (socket: Socket) => void): Promise<{ origin: string; got: () => string }> {
	let got = '';
	const own = createServer((socket) => {
		socket.on('error', () => {});
		socket.on('data', (bytes) => {
			got += bytes.toString('latin1');
			answer(socket);
		});
	});
	server = own;
	await new Promise<void>((resolve) => own.listen(0, '127.0.0.1', resolve));
	const address = own.address();
	if (address === null || typeof address === 'string') throw new Error('No port');
	return { origin: `http://127.0.0.1:${address.port}`, got: () => got };
}

const request: WireRequest = { method: 'GET', target: '/', headers: [], body: '' };

test.each([
	'*',
	'dashboard',
	'http://evil.example/x',
	'/\\x',
	'/a#b',
	'/x/../y',
	'//x',
	'/%',
	'/\xff',
	'/é☃',
])('sends the target %j as it is', async (target) => {
	const { origin, got } = await listen((socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
	const answer = await send(origin, { ...request, target }, 5_000);
	expect([answer.status, answer.end]).toEqual([204, 'complete']);
	const bytes = target.includes('☃') ? Buffer.from(target).toString('latin1') : target;
	expect(got().split('\r\n')[0]).toBe(`GET ${bytes} HTTP/1.1`);
});

test('sends headers and body as given, Host and length only where they are missing', async () => {
	const { origin, got } = await listen((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
	await send(
		origin,
		{ method: 'PURGE', target: '/', headers: [['HOST', 'evil.example']], body: 'a=é' },
		5_000,
	);
	expect(got()).toBe(
		'PURGE / HTTP/1.1\r\nConnection: close\r\nContent-Length: 3\r\nHOST: evil.example\r\n\r\na=\xe9',
	);
});

test('reads chunks, compression, repeated headers and answers that come first', async () => {
	const packed = gzipSync('secret of many chunks');
	const chunk = (part: Buffer) =>
		Buffer.concat([Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from('\r\n')]);
	const { origin } = await listen((socket) => {
		socket.write(
			'HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\nHTTP/1.1 200 OK\r\nSet-Cookie: a\r\nset-cookie: b\r\n',
		);
		socket.write('Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n');
		socket.write(chunk(packed.subarray(0, 7)));
		socket.end(Buffer.concat([chunk(packed.subarray(7)), Buffer.from('0\r\n\r\n')]));
	});
	const answer = await send(origin, request, 5_000);
	expect([answer.status, answer.body]).toEqual([200, 'secret of many chunks']);
	expect(answer.headers.filter(([name]) => name === 'set-cookie')).toEqual([
		['set-cookie', 'a'],
		['set-cookie', 'b'],
	]);
	expect(headerOf(answer, 'content-encoding')).toBe('gzip');
});

test('says how it ended without an answer', async () => {
	const silent = await listen(() => {});
	expect(await send(silent.origin, request, 200)).toMatchObject({ status: 0, end: 'timeout', raw: '' });
	server?.close();
	const rude = await listen((socket) => socket.resetAndDestroy());
	expect(await send(rude.origin, request, 5_000)).toMatchObject({ status: 0, end: 'reset' });
	const gone = server;
	await new Promise((resolve) => gone?.close(resolve));
	expect(await send(rude.origin, request, 5_000)).toMatchObject({ status: 0, end: 'refused' });
});

test('keeps what came before it hung', async () => {
	const { origin } = await listen((socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nhalf a sec'));
	expect(await send(origin, request, 200)).toMatchObject({ status: 200, end: 'timeout', body: 'half a sec' });
});
