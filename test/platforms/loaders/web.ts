import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';

/** What Vercel and Netlify call: `fetch` of the web, with some context. */
export type FetchHandler = (request: Request, context: object) => Response | Promise<Response>;

const context = { ip: '127.0.0.1', params: {}, geo: {}, waitUntil() {} };
/** Of the connection, and not of the request. */
const ofConnection = /^(connection|keep-alive|transfer-encoding|expect|upgrade)$/;

export const web =
	(handler: FetchHandler): RequestListener =>
	async (request, response) => {
		try {
			await send(await handler(requestOf(request), context), response);
		} catch (error) {
			process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
			response.writeHead(500).end();
		}
	};

function requestOf(request: IncomingMessage): Request {
	const headers = new Headers();
	for (const [name, value] of Object.entries(request.headers))
		if (!ofConnection.test(name)) for (const one of [value ?? []].flat()) headers.append(name, one);
	const { method = 'GET', url = '/' } = request;
	const hasBody = method !== 'GET' && method !== 'HEAD';
	return new Request(`http://${request.headers.host}${url}`, {
		...{ method, headers },
		...(hasBody && { body: bodyOf(request), duplex: 'half' }),
	} as RequestInit);
}

/** Who cancels it reads no further. The connection stays, since the answer goes over it. */
function bodyOf(request: IncomingMessage): BodyInit {
	const parts: AsyncIterator<Uint8Array> = request.iterator({ destroyOnReturn: false });
	return new ReadableStream({
		async pull(controller) {
			const { done, value } = await parts.next();
			if (done) controller.close();
			else controller.enqueue(new Uint8Array(value));
		},
		cancel: () => void parts.return?.().finally(() => request.resume()),
	});
}

async function send({ status, headers, body }: Response, response: ServerResponse): Promise<void> {
	response.statusCode = status;
	for (const [name, value] of headers) if (name !== 'set-cookie') response.setHeader(name, value);
	const cookies = headers.getSetCookie();
	if (cookies.length > 0) response.setHeader('set-cookie', cookies);
	if (!body) return void response.end();
	for await (const part of Readable.fromWeb(body as NodeStream)) response.write(part);
	response.end();
}
