import type { Meaning } from './meaning.ts';

/** What providers answer, and what comes of it. */
export const ofProviders: readonly Meaning[] = [
	{
		says: /invalid_client|unauthorized_client|"?incorrect_client_credentials/,
		code: 'provider-refuses',
		title: 'The provider does not know the client id or its secret (invalid_client)',
		cause:
			"One of the two is wrong, has expired (Apple: six months), stands in the other one's place, or has quotes or blanks round it.",
		mend: { text: 'Copy both anew from the page of the provider.' },
	},
	{
		says: /redirect_uri_mismatch|AADSTS50011|redirect_uri.*(?:not|mismatch)/i,
		code: 'provider-refuses',
		title: 'The provider does not know the address to come back to (redirect_uri_mismatch)',
		cause: 'What is registered there differs: http for https, www, a port, the base path, a slash.',
		mend: {
			text: 'Register it exactly as the doctor prints it.',
			command: 'authgraft doctor --url https://example.com',
		},
	},
	{
		says: /invalid_grant/,
		code: 'provider-refuses',
		title: 'The provider does not take the code (invalid_grant)',
		cause:
			'It was used twice (Back, reload, two servers), came too late, or was issued for another redirect URI.',
		mend: { text: 'Begin anew. When it always happens, compare redirect URI and clock.' },
	},
	{
		says: /invalid_scope|unsupported_response_type|invalid_request|server_error|temporarily_unavailable|interaction_required|login_required|consent_required/,
		code: 'provider-refuses',
		title: 'The provider refused the request',
		cause:
			'Its own word stands in the line: a scope that the client may not ask for, a tenant, a fault of its own.',
		mend: { text: 'Look that word up in the documents of the provider.' },
	},
	{
		says: /access_denied/,
		code: 'sign-in-refused',
		severity: 'note',
		title: 'The person said no at the provider, or may not use it (access_denied)',
		cause: 'Nothing is wrong with the application.',
		mend: { text: 'Where nobody may: look at who is assigned to the client there.' },
	},
	{
		says: /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|fetch failed|is needed and cannot be reached|ETIMEDOUT/,
		code: 'issuer-unreachable',
		title: 'The server cannot reach a provider, or its database',
		cause: 'From inside a container localhost is the container; a proxy or a firewall is in between.',
		mend: { text: 'Ask the address in the line from the machine that serves.' },
	},
	{
		says: /names another issuer|"issuer" does not match|unexpected "iss"|issuer that is no whole URL|without its issuer/,
		code: 'issuer-other',
		title: 'The issuer is not what the provider calls itself',
		cause: 'A tenant (common), a realm, an old /auth of Keycloak.',
		mend: { text: 'Set AUTH_<ID>_ISSUER to the issuer of its discovery document.' },
	},
	{
		says: /unexpected JWT "exp"|expiration is past|"nbf"|issued in the future/,
		code: 'clock',
		title: 'The clocks of the server and the provider differ',
		cause: 'A token that has just been made has expired.',
		mend: { text: 'Let both keep their time by NTP.' },
	},
	{
		says: /unexpected JWT "aud"/,
		code: 'provider-refuses',
		title: 'The token is for another client',
		cause: 'The client id is that of another application, or of another environment.',
		mend: { text: 'Copy the client id anew.' },
	},
	{
		says: /InvalidCheck|pkceCodeVerifier|PKCE code_verifier cookie|state cookie was missing|nonce cookie was missing/,
		code: 'check-failed',
		title: 'The browser that came back is not known to be the one that left (InvalidCheck)',
		cause:
			'Its cookie did not come or cannot be read: another host name (www, 127.0.0.1 for localhost), another AUTH_SECRET on another server, cookies that are lost on the way, a second tab, 15 minutes over.',
		mend: {
			text: 'Ask the running application which of them it is.',
			command: 'authgraft doctor --url https://example.com',
		},
	},
	{
		says: /has no (?:client id|client secret|issuer|server)|Set AUTH_\w+_(?:ID|SECRET|ISSUER|SERVER|KEY|FROM)|was called before its|InvalidEndpoints|has no whole URL/,
		code: 'provider-unfinished',
		title: 'A provider lacks what it is configured by',
		cause: 'It is left out, or its button ends in an error.',
		mend: { text: 'Set the variable that the line names.' },
	},
];
