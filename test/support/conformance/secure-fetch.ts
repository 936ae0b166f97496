import { request as httpsRequest } from 'node:https';

/**
 * Sends requests by TLS to a name that leads to this machine, whatever the network says, and trusts its certificate.
 * Follows no redirect.
 * @param port where such a name is answered, whatever the URL says
 */
export const secureFetch =
	(ca: string, port?: number) =>
	async (request: Request): Promise<Response> => {
		const body = Buffer.from(await request.arrayBuffer());
		const headers = { ...Object.fromEntries(request.headers), host: new URL(request.url).host };
		return new Promise((resolve, reject) => {
			const outgoing = httpsRequest(
				request.url,
				{
					method: request.method,
					headers: body.length > 0 ? { ...headers, 'content-length': body.length } : headers,
					ca,
					...(port === undefined ? {} : { port }),
					agent: false,
					timeout: 30_000,
					lookup: (_, { all }, done) =>
						all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
				},
				(incoming) => {
					const chunks: Buffer[] = [];
					incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
					incoming.on('error', reject);
					incoming.on('end', () => {
						const status = incoming.statusCode ?? 502;
						const answered = new Headers();
						for (let at = 0; at < incoming.rawHeaders.length; at += 2)
							answered.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
						const empty = [204, 205, 304].includes(status);
						resolve(new Response(empty ? null : Buffer.concat(chunks), { status, headers: answered }));
					});
				},
			);
			outgoing.on('timeout', () => outgoing.destroy(new Error(`No answer from ${request.url}`)));
			outgoing.on('error', reject);
			outgoing.end(body);
		});
	};
