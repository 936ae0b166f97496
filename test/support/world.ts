import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface World {
	/** The issuer of a provider that this server stands for. */
	issuerOf(id: string): string;
	/** Makes the world of a server process: our issuers, and nothing else of the network. */
	env: Record<string, string>;
	/** Hosts that were asked for beyond this machine, and refused. */
	refused: string[];
	close(): Promise<void>;
}

const wellKnown = '/.well-known/openid-configuration';

/**
 * The network as a server in a test sees it: a discovery document for every issuer below one loopback address, and
 * nothing but refusals for the rest, whether the machine is online or not.
 */
export async function startWorld(): Promise<World> {
	const refused: string[] = [];
	const server = createServer((request, response) => {
		const path = request.url ?? '';
		if (!path.endsWith(wellKnown)) return void response.writeHead(404).end();
		const issuer = origin + path.slice(0, -wellKnown.length);
		const document = {
			issuer,
			authorization_endpoint: `${issuer}/authorize`,
			token_endpoint: `${issuer}/token`,
			userinfo_endpoint: `${issuer}/userinfo`,
			jwks_uri: `${issuer}/jwks`,
		};
		response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(document));
	});
	server.on('connect', ({ url = '' }, socket) => {
		refused.push(url.replace(/:443$/, ''));
		socket.on('error', () => {});
		socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return {
		issuerOf: (id) => `${origin}/${id}`,
		env: { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: origin, NO_PROXY: '127.0.0.1' },
		refused,
		close() {
			server.closeAllConnections();
			return new Promise((resolve) => server.close(() => resolve()));
		},
	};
}
