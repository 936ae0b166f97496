import type { Profile } from '@auth/core/types';

/** What a code stands for until it is used. */
interface Grant {
	claims: Profile;
	redirectUri: string;
	challenge: string;
	nonce: string;
}

export interface Issuer {
	url: string;
	/** Answers what the core asks by `fetch`: discovery and the token endpoint. */
	answer(request: Request): Promise<Response>;
	/** The callback URL with a code. Throws Error when the authorization request is not what it has to be. */
	authorize(location: string | URL | null, claims: Profile): string;
	/** The callback URL with `access_denied`. */
	deny(location: string | URL | null): string;
}

/** Makes an OpenID provider that keeps its codes in memory. */
export function createIssuer(url: string, client: { clientId: string; clientSecret: string }): Issuer {
	const grants = new Map<string, Grant>();
	const metadata = {
		issuer: url,
		authorization_endpoint: `${url}/authorize`,
		token_endpoint: `${url}/token`,
		userinfo_endpoint: `${url}/userinfo`,
		response_types_supported: ['code'],
		code_challenge_methods_supported: ['S256'],
		id_token_signing_alg_values_supported: ['ES256'],
	};
	const read = (location: string | URL | null) => readRequest(location, metadata, client.clientId);

	return {
		url,
		async answer(request) {
			if (request.url === `${url}/.well-known/openid-configuration`) return Response.json(metadata);
			if (request.url !== metadata.token_endpoint) return new Response(null, { status: 404 });
			if (request.headers.get('authorization') !== basic(client)) return refusal('invalid_client', 401);
			const form = new URLSearchParams(await request.text());
			const code = form.get('code') ?? '';
			const grant = grants.get(code);
			grants.delete(code);
			if (!grant || !(await isFor(grant, form))) return refusal('invalid_grant', 400);
			return Response.json(tokens({ iss: url, aud: client.clientId }, grant));
		},
		authorize(location, claims) {
			const { redirectUri, state, challenge, nonce } = read(location);
			const code = crypto.randomUUID();
			grants.set(code, { claims, redirectUri, challenge, nonce });
			return `${redirectUri}?${new URLSearchParams({ code, state })}`;
		},
		deny(location) {
			const { redirectUri, state } = read(location);
			return `${redirectUri}?${new URLSearchParams({ error: 'access_denied', state })}`;
		},
	};
}

/** Reads an authorization request as strictly as OAuth 2.1 and OpenID Connect Core 3.1.2.2 have it. */
function readRequest(
	location: string | URL | null,
	{ authorization_endpoint: page }: { authorization_endpoint: string },
	clientId: string,
) {
	if (String(location).split('?')[0] !== page) {
		const hint = 'Pass the `Location` of the answer to signing in with this provider';
		throw new Error(`fakeProvider: "${location}" is not ${page}. ${hint}`);
	}
	const { searchParams } = new URL(String(location));
	const param = (name: string) => {
		const value = searchParams.get(name);
		if (value) return value;
		throw new Error(`fakeProvider: the authorization request has no ${name}.`);
	};
	const wanted = { client_id: clientId, response_type: 'code', code_challenge_method: 'S256' };
	for (const [name, value] of Object.entries(wanted)) {
		if (param(name) === value) continue;
		throw new Error(
			`fakeProvider: ${name} of the authorization request is "${param(name)}", not "${value}".`,
		);
	}
	if (!param('scope').split(' ').includes('openid'))
		throw new Error('fakeProvider: the scope has no openid.');
	return {
		redirectUri: param('redirect_uri'),
		state: param('state'),
		challenge: param('code_challenge'),
		nonce: param('nonce'),
	};
}

/** Whether a token request belongs to the authorization request that its code came from. */
async function isFor({ challenge, redirectUri }: Grant, form: URLSearchParams): Promise<boolean> {
	const verifier = new TextEncoder().encode(form.get('code_verifier') ?? '');
	const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', verifier));
	return (
		form.get('grant_type') === 'authorization_code' &&
		form.get('redirect_uri') === redirectUri &&
		base64url(hash) === challenge
	);
}

function tokens(party: { iss: string; aud: string }, { claims, nonce }: Grant) {
	const iat = Math.floor(Date.now() / 1000);
	const payload = { ...claims, ...party, nonce, iat, exp: iat + 300 };
	const part = (value: object) => base64url(new TextEncoder().encode(JSON.stringify(value)));
	// The core takes an ID token that comes straight from the token endpoint without looking at its signature, as
	// OpenID Connect Core 3.1.3.7 (6) lets it.
	const idToken = `${part({ alg: 'ES256' })}.${part(payload)}.${base64url(new Uint8Array(64))}`;
	return {
		access_token: crypto.randomUUID(),
		token_type: 'bearer',
		expires_in: 300,
		scope: 'openid profile email',
		id_token: idToken,
	};
}

function refusal(error: string, status: number): Response {
	return Response.json({ error }, { status });
}

function basic({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string {
	return `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`;
}

function base64url(bytes: Uint8Array): string {
	const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
	return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
