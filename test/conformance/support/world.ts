import { vi } from 'vitest';

/** Answers for every server of the world: discovery documents of this issuer, and whatever the mailers send. */
export function world(issuer: string | undefined) {
	const sent: Request[] = [];
	vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
		const url = String(input);
		if (!url.endsWith('/.well-known/openid-configuration')) {
			sent.push(new Request(url, init));
			return Response.json({});
		}
		const base = url.replace('/.well-known/openid-configuration', '');
		return Response.json({
			issuer,
			authorization_endpoint: `${base}/discovered/authorize`,
			token_endpoint: `${base}/discovered/token`,
			userinfo_endpoint: `${base}/discovered/userinfo`,
		});
	});
	return sent;
}
