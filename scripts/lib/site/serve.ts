import { createReadStream, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const types: Record<string, string> = {
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript',
	'.css': 'text/css',
	'.json': 'application/json',
	'.svg': 'image/svg+xml',
	'.txt': 'text/plain; charset=utf-8',
	'.md': 'text/markdown; charset=utf-8',
	'.woff2': 'font/woff2',
};

export interface ServedSite {
	origin: string;
	server: Server;
}

/** Serves a folder of files as hosts of static sites do: `/guards` is `guards.html`. On this machine alone. */
export function serveFolder(folder: string, port = 0): Promise<ServedSite> {
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://localhost');
		const wanted = join(folder, normalize(decodeURIComponent(pathname)));
		const file = [wanted, `${wanted}.html`, join(wanted, 'index.html')].find(
			(path) => path.startsWith(folder) && statSync(path, { throwIfNoEntry: false })?.isFile(),
		);
		response.writeHead(file ? 200 : 404, {
			'content-type': types[extname(file ?? '.html')] ?? 'application/octet-stream',
		});
		createReadStream(file ?? join(folder, '404.html')).pipe(response);
	});
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', () => {
			const { port } = server.address() as AddressInfo;
			resolve({ origin: `http://127.0.0.1:${port}`, server });
		});
	});
}
