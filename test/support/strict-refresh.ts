import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { IdentityProvider } from './identity-provider.ts';

export interface StrictRefresh {
	/** Takes `refresh_token` in a form. */
	url: string;
	/** Refresh tokens that came, in order. */
	used: string[];
	/** Those of them that had been used before. */
	refused: string[];
	close(): Promise<void>;
}

/** The token endpoint of a provider as strict ones have it: each refresh token is good once, and new ones come each time. */
export async function startStrictRefresh(provider: IdentityProvider): Promise<StrictRefresh> {
	const used: string[] = [];
	const refused: string[] = [];
	/** The provider's own token for each that is handed out here. */
	const originals = new Map<string, string>();

	const answer = async (token: string) => {
		const known = used.includes(token);
		used.push(token);
		if (known) {
			refused.push(token);
			return { status: 400, body: { error: 'invalid_grant' } };
		}
		const { clientId, clientSecret, issuer } = provider;
		const response = await fetch(`${issuer}/token`, {
			method: 'POST',
			headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
			body: new URLSearchParams({
				grant_type: 'refresh_token',
				refresh_token: originals.get(token) ?? token,
			}),
		});
		const body = (await response.json()) as { refresh_token?: string };
		const fresh = randomBytes(24).toString('base64url');
		originals.set(fresh, body.refresh_token ?? originals.get(token) ?? token);
		return { status: response.status, body: { ...body, refresh_token: fresh } };
	};
	const server = createServer(async (request, response) => {
		const token = new URLSearchParams(await text(request)).get('refresh_token') ?? '';
		const { status, body } = await answer(token);
		response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`,
		...{ used, refused },
		close: () =>
			new Promise<void>((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
