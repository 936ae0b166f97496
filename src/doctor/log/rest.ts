import type { Meaning } from './meaning.ts';

/** Accounts, databases, mail, builds; errors around others last. */
export const ofTheRest: readonly Meaning[] = [
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
		says: /UnsupportedStrategy/,
		code: 'config-broken',
		title: 'A password provider works with JWT sessions only',
		cause: 'The configuration has database sessions.',
		mend: { text: 'Keep sessions in the cookie.', snippet: "session: { strategy: 'jwt' }," },
	},
	{
		says: /JWT sessions only/,
		code: 'provider-unfinished',
		title: 'A password provider is left out: it works with JWT sessions only',
		cause: 'The configuration has database sessions, in which the other providers go on working.',
		mend: {
			text: 'Keep sessions in the cookie, or remove the provider.',
			snippet: "session: { strategy: 'jwt' },",
		},
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
			command: 'authgraft secret rotate',
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
