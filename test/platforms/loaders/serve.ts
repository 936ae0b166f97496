import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type LambdaHandler, lambda } from './lambda.ts';
import { staticFile } from './static.ts';
import { type FetchHandler, web } from './web.ts';

/*
 * node serve.ts <fetch|listener|lambda> <port> <module> <folder of static files>: what a platform's own launcher does with a
 * build. It says where people came from as such platforms do, in the headers that they overwrite.
 */

type Exports = Record<string, unknown> & { default?: unknown };

const kinds: Record<string, (module: Exports) => RequestListener> = {
	fetch: (module) => {
		const given = module.default as FetchHandler | { fetch: FetchHandler };
		return web(typeof given === 'function' ? given : (request, context) => given.fetch(request, context));
	},
	listener: (module) => (module.default ?? module.handler) as RequestListener,
	lambda: (module) => lambda(module.handler as LambdaHandler),
};

const [kind = '', port = '', file = '', folder = ''] = process.argv.slice(2);
const make = kinds[kind];
if (!make) throw new Error(`No loader is called ${kind}`);
const listener = make((await import(pathToFileURL(resolve(file)).href)) as Exports);

createServer((request: IncomingMessage, response: ServerResponse) => {
	const found = request.method === 'GET' ? staticFile(folder, request.url ?? '') : undefined;
	if (found) return void response.end(found);
	request.headers['x-forwarded-proto'] = 'http';
	request.headers['x-forwarded-host'] = request.headers.host ?? '';
	request.headers['x-forwarded-for'] = '127.0.0.1';
	listener(request, response);
}).listen(Number(port), '127.0.0.1');
