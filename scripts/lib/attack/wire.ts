import { createConnection } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** A request as it goes over the wire: no library tidies up its target, its method or its headers. */
export interface WireRequest {
	method: string;
	/** What stands between method and version: a path, `*`, an absolute URL, anything. */
	target: string;
	/** Besides Host, Connection and Content-Length, which are added unless they are given. */
	headers: readonly (readonly [name: string, value: string])[];
	body: string;
}

export interface WireAnswer {
	/** 0 when there was no answer. */
	status: number;
	/** Names in lower case; those that come twice are there twice. */
	headers: readonly (readonly [name: string, value: string])[];
	/** Without chunk marks and compression. */
	body: string;
	/** Every byte that came, as Latin-1. */
	raw: string;
	/** How it ended: `refused` when nobody listens any more, `reset` when the server hung up in the middle. */
	end: 'complete' | 'timeout' | 'refused' | 'reset';
}

export const headerOf = ({ headers }: WireAnswer, name: string): string | undefined =>
	headers.find(([key]) => key === name)?.[1];

/**
 * Sends one request over a connection of its own and reads until the server closes it.
 * @param origin `http://127.0.0.1:4000`
 * @param timeout milliseconds for the whole exchange
 */
export function send(origin: string, request: WireRequest, timeout: number): Promise<WireAnswer> {
	const { protocol, hostname, port, host } = new URL(origin);
	const secure = protocol === 'https:';
	const place = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (secure ? 443 : 80) };
	return new Promise((resolve) => {
		// A certificate that nobody signed is no reason not to look behind it.
		const socket = secure
			? connectTls({ ...place, servername: hostname, rejectUnauthorized: false })
			: createConnection(place);
		const pieces: Buffer[] = [];
		let end: WireAnswer['end'] = 'complete';
		const timer = setTimeout(() => {
			end = 'timeout';
			socket.destroy();
		}, timeout);
		socket.on('data', (piece) => pieces.push(piece));
		socket.on('error', (error: NodeJS.ErrnoException) => {
			end = error.code === 'ECONNREFUSED' ? 'refused' : 'reset';
		});
		socket.on('close', () => {
			clearTimeout(timer);
			resolve({ ...parseAnswer(Buffer.concat(pieces)), end });
		});
		socket.write(Buffer.from(written(request, host), 'latin1'));
	});
}

function written({ method, target, headers, body }: WireRequest, host: string): string {
	// Characters beyond Latin-1 go out as their UTF-8 bytes, the others as they are.
	const bytes = (text: string) => (/[^\0-\xff]/.test(text) ? Buffer.from(text).toString('latin1') : text);
	const named = new Set(headers.map(([name]) => name.toLowerCase()));
	const length =
		body === '' && /^(GET|HEAD|OPTIONS)$/i.test(method) ? null : Buffer.byteLength(bytes(body), 'latin1');
	const added = [
		['Host', host],
		['Connection', 'close'],
		...(length === null || named.has('transfer-encoding') ? [] : [['Content-Length', String(length)]]),
	].filter(([name = '']) => !named.has(name.toLowerCase()));
	const lines = [...added, ...headers].map(([name, value]) => `${name}: ${bytes(value ?? '')}\r\n`);
	return `${method} ${bytes(target)} HTTP/1.1\r\n${lines.join('')}\r\n${bytes(body)}`;
}

function parseAnswer(bytes: Buffer): Omit<WireAnswer, 'end'> {
	const raw = bytes.toString('latin1');
	// Answers of 1xx stand in front of the one that counts.
	const start = /^(?:HTTP\/1\.\d 1\d\d[\s\S]*?\r\n\r\n)*/.exec(raw)?.[0].length ?? 0;
	const headEnd = raw.indexOf('\r\n\r\n', start);
	if (headEnd < 0) return { status: 0, headers: [], body: '', raw };
	const [statusLine = '', ...lines] = raw.slice(start, headEnd).split('\r\n');
	const headers = lines.map((line) => {
		const colon = line.indexOf(':');
		return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
	});
	const value = (name: string) => headers.find(([key]) => key === name)?.[1] ?? '';
	const rest = bytes.subarray(headEnd + 4);
	const whole = /chunked/i.test(value('transfer-encoding')) ? withoutChunkMarks(rest) : rest;
	const body = decompressed(whole, value('content-encoding')).toString('utf8');
	return { status: Number(statusLine.split(' ')[1]) || 0, headers, body, raw };
}

/** What came before a connection broke counts, too. */
function withoutChunkMarks(bytes: Buffer): Buffer {
	const pieces: Buffer[] = [];
	for (let at = 0; at < bytes.length; ) {
		const lineEnd = bytes.indexOf('\r\n', at);
		if (lineEnd < 0) break;
		const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
		if (!(size > 0)) break;
		pieces.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
		at = lineEnd + 2 + size + 2;
	}
	return Buffer.concat(pieces);
}

function decompressed(bytes: Buffer, encoding: string): Buffer {
	const open = { br: brotliDecompressSync, gzip: gunzipSync, deflate: inflateSync }[encoding.toLowerCase()];
	try {
		return open ? open(bytes) : bytes;
	} catch {
		return bytes;
	}
}
