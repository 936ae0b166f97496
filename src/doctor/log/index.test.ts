import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainLines, shown } from './index.ts';

const codesIn = (text: string) => explainLines(text).found.map(({ code }) => code);

/** As they were seen: of our runtime, of the core and its predecessors, of the frameworks. */
test.each([
	['[auth] MissingSecret: AUTH_SECRET is not set. It takes at least 32 random characters.', 'secret-missing'],
	[
		'[auth][error] MissingSecret: Please define a `secret`. .Read more at https://errors.authjs.dev#missingsecret',
		'secret-missing',
	],
	['TypeError: "ikm" must be an instance of Uint8Array or a string', 'secret-missing'],
	['[auth] MissingSecret: AUTH_SECRET is too short: it takes at least 32 random characters.', 'secret-weak'],
	[
		'[auth] UntrustedHost: The host header is not trusted. Set AUTH_URL=https://your-domain',
		'address-missing',
	],
	['[auth][error] UntrustedHost: Host must be trusted. URL was: https://app/auth/session', 'address-missing'],
	[
		'[auth] InvalidConfiguration: AUTH_URL is not an http(s) URL. Write it like https://your-domain',
		'address-invalid',
	],
	['[auth] InvalidCheck: pkceCodeVerifier value could not be parsed', 'check-failed'],
	['[auth][error] InvalidCheck: PKCE code_verifier cookie was missing.', 'check-failed'],
	['[auth][error] UnknownAction: Cannot parse action at /api/auth/session', 'address-path'],
	[
		'[auth] "google" answered: invalid_client, status 401, "The OAuth client was not found."',
		'provider-refuses',
	],
	['Error 400: redirect_uri_mismatch', 'provider-refuses'],
	[
		'[auth] OAuthCallbackError: OAuth Provider returned an error.\n[auth] "github" answered: access_denied',
		'sign-in-refused',
	],
	[
		'[auth] CallbackRouteError: Read more at https://errors.authjs.dev\n[auth] cause: OperationProcessingError: unexpected JWT "exp" (expiration time) claim value',
		'clock',
	],
	[
		'[auth] InvalidEndpoints: "keycloak": http://127.0.0.1:9/.well-known/openid-configuration is needed and cannot be reached: ECONNREFUSED.',
		'issuer-unreachable',
	],
	[
		'cause: "response" body "issuer" property does not match the expected value: "issuer" does not match "expectedIssuer"',
		'issuer-other',
	],
	['[auth] AdapterError: failed\n[auth] cause: Error: SQLITE_ERROR: no such table: user', 'tables-missing'],
	['[auth] AdapterError: connection refused by peer', 'database-fails'],
	['[auth] "github" has no client id. Set AUTH_GITHUB_ID', 'provider-unfinished'],
	[
		'[auth] OAuthAccountNotLinked: Another account already exists with the same e-mail address.',
		'sign-in-refused',
	],
	[
		'[auth][error] CredentialsSignin: Read more at https://errors.authjs.dev#credentialssignin',
		'sign-in-refused',
	],
	['[auth] JWTSessionError: "undefined" is not valid JSON', 'callback-returns-nothing'],
	['[auth] JWTSessionError: cannot read properties of undefined', 'callback-throws'],
	['[auth][error] JWTSessionError: no matching decryption secret', 'secrets-differ'],
	['TypeError: event.locals.auth is not a function', 'guard-before-auth'],
	['Cross-site POST form submissions are forbidden', 'form-origin'],
	['[auth][warn] An old secret is shorter than 32 characters: whoever guesses it can', 'secret-weak'],
	['Error: Missing credentials for "PLAIN"', 'mail-fails'],
	[
		'[auth] MissingAdapter: "email" sends e-mail links and needs an `adapter` to remember them',
		'config-broken',
	],
	[
		'[auth] UnsupportedStrategy: "credentials" is a credentials provider and works with JWT sessions only.',
		'config-broken',
	],
	[
		'[auth][warn] "credentials" is a credentials provider and works with JWT sessions only. Set session',
		'provider-unfinished',
	],
	['"AUTH_SECRET" is not exported by "virtual:$env/static/private"', 'env-static'],
	['Error: Cannot prerender pages with actions', 'sign-in-prerendered'],
	['upstream sent too big header while reading response header from upstream', 'token-large'],
])('%s', (line, code) => {
	expect(codesIn(`Listening on http://0.0.0.0:3000\n${line}\nGET / 200`)).toEqual([code]);
});

test('the same is told once, with how often', () => {
	const line = '[auth] InvalidCheck: state cookie was missing';
	const { found } = explainLines(Array(40).fill(line).join('\n'));
	expect(found).toHaveLength(1);
	expect(found[0]?.evidence).toEqual([{ request: 'log', says: `${line} (40 times)` }]);
});

test('what nobody knows is said to be unknown, and what is not about sign-in is passed over', () => {
	expect(explainLines('[auth] Frobnication: of an unheard-of kind\nGET / 200')).toMatchObject({
		found: [],
		unknown: ['[auth] Frobnication: of an unheard-of kind'],
	});
	expect(explainLines('GET / 200\n\n')).toMatchObject({ found: [], unknown: [] });
});

test('no secret of a line is shown', () => {
	const hush = 'eyJhbGciOiJkaXIifQ..abcDEF123.zzz';
	const line = `[auth] X: https://ada:hush@db.example/a?code=abc123&state=S3cr3tValue token ${hush} of ada@example.com k3N8vQ2pX7sT4wZ9bL6mR1yC5hJ0dF`;
	expect(shown(line)).toBe(
		'[auth] X: https://ada:[...]@db.example/a?code=[...]&state=[...] token [token] of [address] [...]',
	);
});

test('a line of megabytes takes no time that is worth speaking of', () => {
	const line = `[auth] ${'='.repeat(3_000_000)}${'&a='.repeat(300_000)}`;
	expect(explainLines(line).unknown).toHaveLength(1);
});

/** What the runtime says of a configuration, as far as it is written in one piece. */
function messagesOfRuntime(): { file: string; message: string }[] {
	const root = join(import.meta.dirname, '../../../runtime/src');
	return globSync('**/*.ts', { cwd: root })
		.filter((file) => !/test/.test(file) && !file.startsWith('testing'))
		.flatMap((file) => {
			const text = readFileSync(join(root, file), 'utf8');
			const calls = [
				...text.matchAll(/configError\(\s*(?:'[^']*'|`[^`]*`|\w+),\s*(`[^`]*`|'[^']*')(?:,\s*(\w+))?/g),
			].map(([, message = '', type = 'InvalidConfiguration']) => `${type}: ${message.slice(1, -1)}`);
			const named = [
				...text.matchAll(
					/const message =\s*(`[^`]*`|'[^']*');\s*return configError\([^,]+,\s*message(?:,\s*(\w+))?\)/g,
				),
			].map(([, message = '', type = 'InvalidConfiguration']) => `${type}: ${message.slice(1, -1)}`);
			const told = [...text.matchAll(/\bsay\(\s*(`[^`]*`|'[^']*')/g)].map(([, message = '']) =>
				message.slice(1, -1),
			);
			const warned = [...text.matchAll(/\bwarn\(\s*\w+,\s*(`[^`]*`|'[^']*')/g)].map(([, message = '']) =>
				message.slice(1, -1),
			);
			return [...calls, ...named, ...told, ...warned].map((message) => ({
				file,
				message: message.replace(/\$\{[^}]*\}/g, 'x'),
			}));
		})
		.filter(({ message }) => !/^x*$/.test(message));
}

describe('what the runtime says, the doctor explains', () => {
	const all = messagesOfRuntime();

	test('messages are found', () => {
		expect(all.length).toBeGreaterThan(25);
	});

	test.each(all)('$file: $message', ({ message }) => {
		expect(codesIn(`[auth] ${message}`)).toHaveLength(1);
	});
});

test('every class of errors of the core is explained', () => {
	const text = readFileSync(join(import.meta.dirname, '../../../node_modules/@auth/core/errors.js'), 'utf8');
	const classes = [...text.matchAll(/^export class (\w+) extends/gm)].map(([, name = '']) => name);
	expect(classes.length).toBeGreaterThan(25);
	const left = classes.filter(
		(name) => codesIn(`[auth][error] ${name}: Read more at https://errors.authjs.dev`).length === 0,
	);
	expect(left).toEqual(['AuthError']);
});
