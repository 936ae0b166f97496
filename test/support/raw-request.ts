import { type IncomingHttpHeaders, request } from 'node:http';

export interface RawResponse {
	status: number;
	headers: IncomingHttpHeaders;
	text: string;
}

export interface RawOptions {
	method?: string;
	/** May name Host, which fetch would not send. */
	headers?: Record<string, string>;
	body?: string;
}

/** Sends a request with path and headers exactly as given: fetch would tidy both up. Follows no redirect. */
export function rawRequest(origin: string, path: string, options: RawOptions = {}): Promise<RawResponse> {
	const { hostname, port } = new URL(origin);
	const { method = 'GET', headers = {}, body = '' } = options;
	const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
	return new Promise((resolve, reject) => {
		const outgoing = request(
			{ hostname, port, path, method, headers: { ...headers, ...length }, agent: false, timeout: 30_000 },
			(incoming) => {
				let text = '';
				incoming.setEncoding('utf8');
				incoming.on('data', (chunk: string) => {
					text += chunk;
				});
				incoming.on('error', reject);
				incoming.on('end', () =>
					resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text }),
				);
			},
		);
		outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer to ${method} ${path}`)));
		outgoing.on('error', reject);
		outgoing.end(body);
	});
}
