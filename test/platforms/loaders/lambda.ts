import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';

interface LambdaAnswer {
	statusCode: number;
	headers?: Record<string, string | number | undefined>;
	cookies?: string[];
	body?: string;
	isBase64Encoded?: boolean;
}
export type LambdaHandler = (event: object, context: object) => Promise<LambdaAnswer>;

/** The event of API Gateway's HTTP API and of function URLs (payload 2.0), and what becomes of the answer. */
export const lambda =
	(handler: LambdaHandler): RequestListener =>
	async (request, response) => {
		const body = await buffer(request);
		const { url = '/', method = 'GET' } = request;
		const [rawPath = '/', rawQueryString = ''] = url.split('?');
		const { cookie, ...headers } = request.headers;
		const query = new URLSearchParams(rawQueryString);
		// Several of one name come as one text, with commas.
		const queryStringParameters = Object.fromEntries(
			[...query.keys()].map((name) => [name, query.getAll(name).join(',')]),
		);
		const http = { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' };
		const answer = await handler(
			{
				...{ version: '2.0', routeKey: '$default', rawPath, rawQueryString, headers },
				...(query.size > 0 && { queryStringParameters }),
				...(cookie && { cookies: cookie.split('; ') }),
				requestContext: { domainName: headers.host, http, stage: '$default' },
				...(body.length > 0 && { body: body.toString('base64') }),
				isBase64Encoded: body.length > 0,
			},
			{ callbackWaitsForEmptyEventLoop: true },
		).catch((error: unknown): LambdaAnswer => {
			process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
			return { statusCode: 500 };
		});
		response.statusCode = answer.statusCode;
		for (const [name, value] of Object.entries(answer.headers ?? {}))
			if (value !== undefined && !/^(transfer-encoding|content-length)$/i.test(name))
				response.setHeader(name, value);
		if (answer.cookies?.length) response.setHeader('set-cookie', answer.cookies);
		response.end(Buffer.from(answer.body ?? '', answer.isBase64Encoded ? 'base64' : 'utf8'));
	};
