import type { DoctorCode, Severity } from '../codes.ts';
import type { Mend } from '../diagnosis.ts';

/** What a line of a log means. */
export interface Meaning {
	/** The first one that is found in a line counts. */
	says: RegExp;
	code: DoctorCode;
	severity?: Severity;
	title: string;
	cause: string;
	mend: Mend;
}

const secret = 'authgraft secret';

/** Lines of the runtime, the core, its predecessors and the frameworks: the more particular ones first. */
export const meanings: readonly Meaning[] = [
	// Configuration.
	{
		says: /MissingSecret[^\n]*too short|AUTH_SECRET is too short|jwt\.secret is too short/,
		code: 'secret-weak',
		title: 'The secret is too short',
		cause: 'Nothing is signed with it: all endpoints answer 500.',
		mend: { text: 'Make one of at least 32 random characters.', command: `${secret} --print` },
	},
	{
		says: /MissingSecret|AUTH_SECRET is not set|"ikm" must be an instance of Uint8Array or a string|Please define a `?secret/,
		code: 'secret-missing',
		title: 'AUTH_SECRET does not reach the process that serves',
		cause:
			'Env files are read while developing; `node build` and `node .output/server` read none. SvelteKit 3 hands over only what src/env.ts declares.',
		mend: { text: 'Set it in the environment of the server.', command: `${secret} --print` },
	},
	{
		says: /is set, but another library reads it/,
		code: 'variable-of-other-library',
		title: 'The secret has the name of another library',
		cause: 'Nothing here reads it.',
		mend: { text: 'Rename it to AUTH_SECRET.' },
	},
	{
		says: /UntrustedHost|host header is not trusted|Host must be trusted/,
		code: 'address-missing',
		title: 'Nobody says under which address the application runs',
		cause: 'So no Host header is believed, and all endpoints answer 500.',
		mend: {
			text: 'Set AUTH_URL; AUTH_TRUST_HOST=true where the platform sets the header itself.',
			snippet: 'AUTH_URL=https://example.com',
		},
	},
	{
		says: /AUTH_URL is not an http\(s\) URL/,
		code: 'address-invalid',
		title: 'AUTH_URL is no address',
		cause: 'It lacks https://, or Docker handed its quotes on.',
		mend: { text: 'Write it with its scheme and without quotes.', snippet: 'AUTH_URL=https://example.com' },
	},
	{
		says: /is not declared|src\/env\.ts/,
		code: 'env-undeclared',
		title: 'A variable is not declared in src/env.ts',
		cause: 'SvelteKit hands over only what is declared there.',
		mend: { text: 'Declare it.', command: 'authgraft init' },
	},
	{
		says: /Cross-site POST form submissions are forbidden|takes itself for https|every form/i,
		code: 'form-origin',
		title: 'SvelteKit takes itself for another address than the one that people see',
		cause: 'It refuses every form before any hook runs.',
		mend: {
			text: 'Say the address when you build (SvelteKit 3: paths.origin; SvelteKit 2: ORIGIN), or set PROTOCOL_HEADER=x-forwarded-proto behind a proxy.',
			snippet: "paths: { origin: 'https://example.com' }",
		},
	},
	{
		says: /locals\.auth is not a function|handle is not a function|event\.locals\.auth is not a function|(?:requireUser|getSession)\(\) ran without|protect\(\) ran (?:before|without)/,
		code: 'guard-before-auth',
		title: 'The auth handle does not run, or not first',
		cause: '`locals.auth` is put there by it: whatever asks before, or without it, fails.',
		mend: {
			text: 'Export it from the server hooks, first in the sequence.',
			snippet: 'export const handle = sequence(authHandle, yourHandle);',
		},
	},
	{
		says: /The auth route was asked for|base: '|its path is /,
		code: 'base-not-told',
		title: 'The endpoints are asked for at another path than they know',
		cause:
			'The application has a base path that the configuration lacks, or the route lies in another folder.',
		mend: { text: 'Let the configuration know the base.', command: 'authgraft init' },
	},
	{
		says: /UnknownAction|Cannot parse action at/,
		code: 'address-path',
		title: 'A path is taken for an endpoint, and is none',
		cause: 'AUTH_URL has a path that differs from the base path, or a program asks for what there is not.',
		mend: { text: 'Leave the path of AUTH_URL away.', snippet: 'AUTH_URL=https://example.com' },
	},
	{
		says: /pages\.\w+ names a page that a rule|a rule (?:of yours )?guards/,
		code: 'guard-opened-by-pages',
		title: 'A page of sign-in is one that a rule guards by its name',
		cause: 'It stays shut, so nobody can sign in there.',
		mend: { text: 'Give `pages` a page of its own, such as /signin.' },
	},
	{
		says: /callbacks\.\w+ returned nothing|"undefined" is not valid JSON/,
		code: 'callback-returns-nothing',
		title: 'A callback of the configuration returns nothing',
		cause: 'Then there is no session for anybody.',
		mend: { text: 'Return the session (or the token) on every path.', snippet: 'return session;' },
	},
	{
		says: /The Development provider was left out/,
		code: 'development-provider',
		severity: 'note',
		title: 'The test people were left out',
		cause: 'They work only while developing, which is as it should be.',
		mend: { text: 'List them only there.', snippet: '...(dev ? [Development()] : [])' },
	},
	{
		says: /session cookie is larger than|431|upstream sent too big header|REQUEST_HEADER_FIELDS_TOO_LARGE/i,
		code: 'token-large',
		title: 'The session cookie is too large',
		cause: 'Proxies refuse requests with more than 8 KiB of headers.',
		mend: { text: 'Keep fewer claims in callbacks.jwt, or take database sessions.' },
	},
	{
		says: /was refused\. Is it yours\?|did not come from this site|MissingCSRF/,
		code: 'form-origin',
		severity: 'warning',
		title: 'A form came from another origin than the application knows',
		cause: 'Somebody elsewhere sent it, or the application takes itself for another address.',
		mend: {
			text: 'Set AUTH_URL to the address that people see; allowedOrigins for a second front end of yours.',
		},
	},
	// Providers.
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
	// Accounts, callbacks.
	{
		says: /OAuthAccountNotLinked|AccountNotLinked/,
		code: 'sign-in-refused',
		severity: 'note',
		title: 'The address already belongs to an account with another way in',
		cause: 'It is not linked by the address alone: whoever owns the address there need not own it here.',
		mend: { text: 'Let people link while they are signed in: docs/linking.md.' },
	},
	{
		says: /CredentialsSignin/,
		code: 'sign-in-refused',
		severity: 'note',
		title: 'A wrong name or password',
		cause: '`authorize` returned null, or threw CredentialsSignin.',
		mend: { text: 'Nothing, unless everybody gets it: then look at `authorize`.' },
	},
	{
		says: /AccessDenied|AuthorizedCallbackError|InvalidCallbackUrl/,
		code: 'sign-in-refused',
		severity: 'note',
		title: 'callbacks.signIn said no',
		cause: 'It returned false, or threw.',
		mend: { text: 'Look at callbacks.signIn when the person should have got in.' },
	},
	{
		says: /OAuthProfileParseError/,
		code: 'callback-throws',
		title: '`profile()` of a provider fails',
		cause:
			'A field that it takes is not in what the provider sent: an address that people keep to themselves, a missing scope.',
		mend: { text: 'Let it do without that field, or ask for the scope.' },
	},
	// Database, mail.
	{
		says: /no such table|relation "[^"]*" does not exist|doesn't exist|P2021|no such column|npm run db:push/,
		code: 'tables-missing',
		severity: 'error',
		title: 'The database has no tables for sign-in, or older ones',
		cause: 'They were not made in this database: another DATABASE_URL, or a migration that did not run.',
		mend: { text: 'Make them.', command: 'npm run db:push' },
	},
	{
		says: /AdapterError|SQLITE_|Prisma|connection terminated|too many clients/,
		code: 'database-fails',
		title: 'The database did not answer as it should',
		cause: 'The cause stands in the line below.',
		mend: { text: 'Look at the database: is it there, and does the account have the rights?' },
	},
	{
		says: /EmailSignInError|Missing credentials for "PLAIN"|EAUTH|\b5[35]\d[ -]\d\.\d\.\d|getaddrinfo.*smtp/i,
		code: 'mail-fails',
		title: 'The mail was not sent',
		cause:
			'The mail server refused it: no user in AUTH_<ID>_SERVER, a wrong password, a sender that it does not know.',
		mend: {
			text: 'Write the server as smtp://user:password@host:587, and send from an address that it knows.',
		},
	},
	{
		says: /MissingAdapterMethods|adapter: it has no/,
		code: 'config-broken',
		title: 'The adapter lacks what a provider needs',
		cause: 'E-mail links, passkeys and database sessions each need more of it.',
		mend: { text: 'Take one that has it: docs/adapters.md.' },
	},
	{
		says: /MissingAdapter\b|needs an `adapter`|need an `adapter`/,
		code: 'config-broken',
		title: 'A provider needs a database',
		cause: 'E-mail links and passkeys have to be remembered.',
		mend: { text: 'Add one.', command: 'authgraft add-adapter drizzle' },
	},
	{
		says: /UnsupportedStrategy|JWT sessions only/,
		code: 'config-broken',
		title: 'A password provider works with JWT sessions only',
		cause: 'The configuration has database sessions.',
		mend: { text: 'Keep sessions in the cookie.', snippet: "session: { strategy: 'jwt' }," },
	},
	{
		says: /InvalidProvider|InvalidConfiguration|MissingAuthorize|ExperimentalFeatureNotEnabled|DuplicateConditionalUI|MissingWebAuthnAutocomplete|It takes (?:a |up )/,
		code: 'config-broken',
		title: 'An option of the configuration is not what it has to be',
		cause:
			'A configuration that cannot work is refused as a whole: all endpoints answer 500. The line names the option and what it takes.',
		mend: { text: 'Mend the option that the line names.' },
	},
	{
		says: /no matching decryption secret|JWEDecryptionFailed|decryption operation failed/,
		code: 'secrets-differ',
		severity: 'warning',
		title: 'A cookie was made with another AUTH_SECRET',
		cause:
			'The secret changed, several servers have several, or the cookie is that of another application on this host.',
		mend: {
			text: 'One secret everywhere; while rotating, the old ones beside the new one.',
			command: `${secret} rotate`,
		},
	},
	{
		says: /JWTSessionError|SessionTokenError|CallbackRouteError|EventError|SignOutError|ErrorPageLoop|WebAuthnVerificationError|OAuthCallbackError|OAuthSignInError|SignInError|Verification\b/,
		code: 'callback-throws',
		title: 'Signing in, or reading a session, failed in code behind it',
		cause:
			'What threw stands in the line below (cause): a callback of the application, a provider, the database.',
		mend: { text: 'Look at that line; the doctor explains it, too.' },
	},
	{
		says: /gives several configurations with one AUTH_SECRET/,
		code: 'secrets-differ',
		severity: 'warning',
		title: 'Several tenants share one secret',
		cause: 'A session of one is good at all of them.',
		mend: { text: 'Give each a `tenant` of its own: docs/needs/tenants.md.' },
	},
	{
		says: /is guarded and was sent with|cache-control|s-maxage/,
		code: 'page-cached',
		title: 'A page for one person wanted to be kept by caches',
		cause: 'The runtime changed its header; the page still asks for it.',
		mend: { text: 'Say private.', snippet: "setHeaders({ 'cache-control': 'private, max-age=0' });" },
	},
	{
		says: /not exported by "?virtual:(?:\$env|env)\/static\/private/,
		code: 'env-static',
		title: 'A variable is read while building, and is not there',
		cause: '$env/static/private wants it in the build, too.',
		mend: { text: 'Read it when the server runs: $env/dynamic/private.' },
	},
	{
		says: /Cannot prerender pages with actions|prerender_actions/,
		code: 'sign-in-prerendered',
		title: 'The page to sign in on is to be made while building',
		cause: '`prerender` above it holds for it, too.',
		mend: { text: 'Say so in its +page.server file.', snippet: 'export const prerender = false;' },
	},
	{
		says: /Promise\.withResolvers is not a function|does not provide an export named 'globSync'|EBADENGINE/,
		code: 'node-version',
		title: 'The Node.js that runs is too old',
		cause: 'SvelteKit 3 needs 22.17, SolidStart 2 needs 24.',
		mend: { text: 'Take a newer one.' },
	},
	{
		says: /edge runtime does not support|Can't resolve 'stream'|process is not defined/,
		code: 'edge-needs-node',
		title: 'Something needs Node.js, and runs on another runtime',
		cause: 'nodemailer, pg and their like do not run on the edge.',
		mend: { text: 'Take one that speaks HTTP, or deploy to Node.js.' },
	},
	{
		says: /`raw` is left out|experimental-webauthn|debug-enabled|Linking needs|reached through an e-mail|needs .*`emailVerified`/,
		code: 'config-broken',
		severity: 'note',
		title: 'A remark about the configuration',
		cause: 'Nothing fails because of it.',
		mend: { text: 'The line says what it is about.' },
	},
];
