import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
	/** The server behind it: `http://127.0.0.1:4000`. */
	target: string;
	port: number;
	/** Name under which people see it, by TLS; without one, it passes everything on as it is. */
	tls?: { host: string; certificate: Certificate };
}

export interface Certificate {
	key: string;
	cert: string;
}

/** Stands between people and a server, and remembers every answer. Paths and headers pass as they are. */
export async function startProxy({ target, port, tls }: ProxyOptions): Promise<ProxyServer> {
	const origin = tls ? `https://${tls.host}:${port}` : `http://127.0.0.1:${port}`;
	const { hostname, port: targetPort, host } = new URL(target);
	// As nginx does it by default: the server sees its own address, and the name in headers.
	const forwarded: Record<string, string> = tls
		? { host, 'x-forwarded-proto': 'https', 'x-forwarded-host': `${tls.host}:${port}` }
		: {};
	// What is packed could not be searched.
	forwarded['accept-encoding'] = 'identity';
	const answers: Answer[] = [];
	const pass = (incoming: IncomingMessage, outgoing: ServerResponse) => {
		const { method, url, headers } = incoming;
		const onward = request(
			{ hostname, port: targetPort, path: url, method, headers: { ...headers, ...forwarded }, agent: false },
			(answer) => {
				const chunks: Buffer[] = [];
				answer.on('data', (chunk: Buffer) => chunks.push(chunk));
				answer.on('end', () => {
					const parts = [answer.statusCode, ...answer.rawHeaders, Buffer.concat(chunks)];
					answers.push({ request: `${method} ${url}`, text: parts.join('\n') });
				});
				answer.on('error', () => outgoing.destroy());
				outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
				answer.pipe(outgoing);
			},
		);
		onward.on('error', () => outgoing.destroy());
		outgoing.on('close', () => onward.destroy());
		incoming.pipe(onward);
	};
	const server = tls ? createTlsServer(tls.certificate, pass) : createServer(pass);
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
