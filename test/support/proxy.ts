import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { execOk } from '../../scripts/lib/process/exec.ts';

export interface ProxyServer {
	/** Where it answers. */
	origin: string;
	/** Everything that came back through it. */
	answers: Answer[];
	close(): Promise<void>;
}

export interface Answer {
	/** `GET /path?query` */
	request: string;
	/** Status, headers and body, as they came. */
	text: string;
}

export interface ProxyOptions {
	/** The server behind it: `http://127.0.0.1:4000`; or which of several, by the name that was asked for. */
	target: string | ((host: string) => string);
	port: number;
	/** Name under which people see it, by TLS; without one, it passes everything on as it is. */
	tls?: { host: string; certificate: Certificate };
	/** Passes the name on as it was asked for, as most platforms do. Default: the server sees its own address. */
	keepsHost?: boolean;
}

export interface Certificate {
	key: string;
	cert: string;
}

/** Stands between people and a server, and remembers every answer. Paths and headers pass as they are. */
export async function startProxy(options: ProxyOptions): Promise<ProxyServer> {
	const { port, tls } = options;
	const origin = tls ? `https://${tls.host}:${port}` : `http://127.0.0.1:${port}`;
	const answers: Answer[] = [];
	const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const { method, url } = incoming;
		const onward = request(onwardOf(incoming, options), (answer) => {
			const chunks: Buffer[] = [];
			answer.on('data', (chunk: Buffer) => chunks.push(chunk));
			answer.on('end', () => {
				const parts = [answer.statusCode, ...answer.rawHeaders, Buffer.concat(chunks)];
				answers.push({ request: `${method} ${url}`, text: parts.join('\n') });
			});
			answer.on('error', () => outgoing.destroy());
			outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
			answer.pipe(outgoing);
		});
		onward.on('error', () => outgoing.destroy());
		outgoing.on('close', () => onward.destroy());
		incoming.pipe(onward);
	};
	const server = tls ? createTlsServer(tls.certificate, pass) : createServer(pass);
	server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => upgrade(incoming, socket, options));
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	const close = () =>
		new Promise<void>((resolve) => {
			server.close(() => resolve());
			server.closeAllConnections();
		});
	return { origin, answers, close };
}

/** The same request, for the server behind. */
function onwardOf({ method, url, headers }: IncomingMessage, { target, port, tls, keepsHost }: ProxyOptions) {
	const asked = headers.host ?? '';
	const { hostname, port: targetPort, host } = new URL(typeof target === 'function' ? target(asked) : target);
	// As nginx does it by default: the server sees its own address, and the name in headers.
	const name = keepsHost ? asked : `${tls?.host}:${port}`;
	const forwarded = tls
		? { host: keepsHost ? asked : host, 'x-forwarded-proto': 'https', 'x-forwarded-host': name }
		: {};
	// What is packed could not be searched.
	const all = { ...headers, ...forwarded, 'accept-encoding': 'identity' };
	return { hostname, port: targetPort, path: url, method, headers: all, agent: false };
}

/** Lets a WebSocket through, or what the server answers in its place. */
function upgrade(incoming: IncomingMessage, socket: Duplex, options: ProxyOptions): void {
	const onward = request(onwardOf(incoming, options));
	const head = ({ statusCode, statusMessage, rawHeaders }: IncomingMessage) => {
		const lines = rawHeaders.flatMap((name, at) => (at % 2 ? [] : `${name}: ${rawHeaders[at + 1]}`));
		socket.write([`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n'));
	};
	onward.on('upgrade', (answer, behind, first) => {
		head(answer);
		socket.write(first);
		behind.pipe(socket).pipe(behind);
		for (const [one, other] of [
			[behind, socket],
			[socket, behind],
		] as const) {
			one.on('error', () => other.destroy());
			one.on('close', () => other.destroy());
		}
	});
	onward.on('response', (answer) => {
		head(answer);
		answer.pipe(socket);
	});
	onward.on('error', () => socket.destroy());
	socket.on('error', () => onward.destroy());
	onward.end();
}

/** A certificate that nobody signed, for one day. */
export async function selfSigned(...hosts: string[]): Promise<Certificate> {
	const folder = await mkdtemp(join(tmpdir(), 'authgraft-tls-'));
	try {
		const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
		const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
		const all = hosts.map((name) => `DNS:${name}`).join();
		const names = ['-subj', `/CN=${hosts[0]}`, '-addext', `subjectAltName=${all}`];
		await execOk('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert]);
		return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
