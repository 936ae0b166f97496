import type { Meaning } from './meaning.ts';

const secret = 'authgraft secret';

/** What is said of the configuration and of addresses. */
export const ofConfiguration: readonly Meaning[] = [
	{
		says: /MissingSecret[^\n]*too short|AUTH_SECRET is too short|jwt\.secret is too short/,
		code: 'secret-weak',
		title: 'The secret is too short',
		cause: 'Nothing is signed with it: all endpoints answer 500.',
		mend: { text: 'Make one of at least 32 random characters.', command: `${secret} --print` },
	},
	{
		says: /(?:old secret|secret that signs sessions) is shorter than/,
		code: 'secret-weak',
		title: 'A short secret is accepted',
		cause: 'Whoever guesses it can sign in as anybody. It was let be for people who are signed in.',
		mend: {
			text: 'Put a new one in front of it, and take the short one out later.',
			command: `${secret} --print`,
		},
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
];
