// deno run -A deno-edge.ts <port> <module> <folder of static files>: Netlify's edge functions, which are Deno's.
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { staticFile } from './static.ts';

interface DenoServe {
	serve(options: { port: number; hostname: string }, handler: (request: Request) => Promise<Response>): void;
}

const [port = '', file = '', folder = ''] = process.argv.slice(2);
const { default: handler } = (await import(pathToFileURL(file).href)) as {
	default(request: Request, context: object): Promise<Response | undefined>;
};
const notFound = () => new Response('Not found', { status: 404 });

(globalThis as unknown as { Deno: DenoServe }).Deno.serve(
	{ port: Number(port), hostname: '127.0.0.1' },
	async (request) => {
		const found =
			request.method === 'GET'
				? staticFile(folder, request.url.slice(new URL(request.url).origin.length))
				: undefined;
		if (found) return new Response(found as BodyInit);
		return (await handler(request, { ip: '127.0.0.1', waitUntil() {}, next: notFound })) ?? notFound();
	},
);
