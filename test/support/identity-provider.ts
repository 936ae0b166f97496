import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider, { type Context } from 'oidc-provider';
import { freePort } from '../../scripts/lib/process/free-port.ts';

/** Somebody that the identity provider knows. */
export interface ProviderPerson {
	username: string;
	password: string;
	name: string;
	email: string;
	/** What it says of the address. Default true; null: nothing. */
	emailVerified?: unknown;
}

/** The one person that the identity provider knows, unless it is told of others. */
export const grace = {
	username: 'grace',
	password: 'hopper',
	name: 'Grace Hopper',
	email: 'grace@test.example',
};

export interface IdentityProvider {
	issuer: string;
	clientId: string;
	clientSecret: string;
	/** What was asked of its page that ends sessions, the newest last. */
	signOuts: URLSearchParams[];
	close(): Promise<void>;
}

/** Below a path, as Keycloak's realms are, so that nobody gets away with assuming that an issuer is an origin. */
const prefix = '/realms/test';
const wellKnown = '/.well-known/openid-configuration';

/**
 * Starts a real OpenID provider on 127.0.0.1: one confidential client, PKCE required, signed ID tokens. Refresh
 * tokens for whoever asks for `offline_access` with `prompt=consent`.
 *
 * @param people whom it knows
 * @param signOut.uris where it sends people whose session it has ended
 * @param signOut.endpoint where it says that sessions are ended, if not at its own page
 * @param signOut.posts whether forms of other sites may ask it to, which takes cookies that go along with these
 * @param as.issuer under which name it writes tokens, if not under its address
 * @param as.clientSecret the one of another provider, for applications that know one
 */
export async function startIdentityProvider(
	redirectUris: string[],
	people: readonly ProviderPerson[] = [grace],
	signOut: { uris?: readonly string[]; posts?: boolean; endpoint?: string } = {},
	as: { issuer?: string; clientSecret?: string } = {},
): Promise<IdentityProvider> {
	const signOuts: URLSearchParams[] = [];
	const port = await freePort();
	const issuer = `http://127.0.0.1:${port}${prefix}`;
	const client = {
		clientId: 'authgraft-test',
		clientSecret: as.clientSecret ?? randomBytes(24).toString('base64url'),
	};
	const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
	const provider = new Provider(as.issuer ?? issuer, {
		clients: [
			{
				client_id: client.clientId,
				client_secret: client.clientSecret,
				redirect_uris: redirectUris,
				post_logout_redirect_uris: signOut.uris ?? [],
				grant_types: ['authorization_code', 'refresh_token'],
			},
		],
		jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
		cookies: {
			keys: [randomBytes(16).toString('hex')],
			...(signOut.posts && { long: { sameSite: 'none' } }),
		},
		enableHttpPostMethods: signOut.posts === true,
		claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
		// Claims in the ID token, as Keycloak and most others do, and not in the userinfo answer alone.
		conformIdTokenClaims: false,
		pkce: { required: () => true },
		features: {
			devInteractions: { enabled: false },
			rpInitiatedLogout: {
				logoutSource(context: Context, form: string) {
					const asked = Object.entries(context.oidc.params).filter(([, value]) => value !== undefined);
					signOuts.push(new URLSearchParams(asked as [string, string][]));
					context.body = logoutPage(form);
				},
			},
		},
		ttl: {
			AccessToken: 600,
			AuthorizationCode: 60,
			Grant: 600,
			IdToken: 600,
			Interaction: 600,
			RefreshToken: 600,
			Session: 600,
		},
		interactions: { url: (_: unknown, { uid }: { uid: string }) => `${prefix}/interaction/${uid}` },
		loadExistingGrant: grantEverything,
		findAccount: (_: unknown, sub: string) => {
			const person = people.find(({ username }) => username === sub);
			if (!person) return undefined;
			const { name, email, emailVerified = true } = person;
			const verified = emailVerified === null ? {} : { email_verified: emailVerified };
			return { accountId: sub, claims: () => ({ sub, name, email, ...verified }) };
		},
	});
	const handle = provider.callback();
	let discovery: string | undefined;
	const server = createServer((request, response) => {
		if (discovery && request.url?.endsWith(wellKnown))
			return void response.writeHead(200, { 'content-type': 'application/json' }).end(discovery);
		if (!request.url?.startsWith(`${prefix}/`)) return void response.writeHead(404).end();
		if (request.url.startsWith(`${prefix}/interaction/`)) {
			return void interact(provider, people, request, response);
		}
		// How oidc-provider learns that it is mounted below a path.
		Object.assign(request, { originalUrl: request.url });
		request.url = request.url.slice(prefix.length);
		handle(request, response);
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	if (signOut.endpoint !== undefined) {
		const said = (await (await fetch(issuer + wellKnown)).json()) as object;
		discovery = JSON.stringify({ ...said, end_session_endpoint: signOut.endpoint });
	}
	const close = () => {
		server.closeAllConnections();
		return new Promise<void>((resolve, reject) =>
			server.close((error) => (error ? reject(error) : resolve())),
		);
	};
	return { issuer, ...client, signOuts, close };
}

/** Consent is not what we test: whoever is signed in has agreed to everything. */
async function grantEverything({ oidc }: Context): Promise<unknown> {
	const grant = new oidc.provider.Grant({
		clientId: oidc.client.clientId,
		accountId: oidc.session.accountId,
	});
	grant.addOIDCScope('openid profile email offline_access');
	await grant.save();
	return grant;
}

async function interact(
	provider: Provider,
	people: readonly ProviderPerson[],
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	try {
		await provider.interactionDetails(request, response);
		const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '');
		if (form.has('cancel')) return await provider.interactionFinished(request, response, cancelled);
		const known = people.find(({ username }) => username === form.get('username'));
		if (known && form.get('password') === known.password) {
			const login = { accountId: known.username };
			return await provider.interactionFinished(request, response, { login, consent: {} });
		}
		response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
		response.end(loginPage(request.method === 'POST'));
	} catch (error) {
		response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error));
	}
}

const cancelled = { error: 'access_denied', error_description: 'The person does not want to' };

const loginPage = (failed: boolean) => `<!doctype html>
<html lang="en">
<title>Test identity provider</title>
<h1>Test identity provider</h1>
${failed ? '<p role="alert">Unknown user or wrong password</p>' : ''}
<form method="post">
	<label>Username <input name="username" autocomplete="off"></label>
	<label>Password <input name="password" type="password"></label>
	<button>Continue</button>
	<button name="cancel" value="yes">Cancel</button>
</form>
</html>`;

const logoutPage = (form: string) => `<!doctype html>
<html lang="en">
<title>Test identity provider</title>
<h1>Sign out here, too?</h1>
${form.replace('</form>', '<button name="logout" value="yes">Yes</button><button>No</button></form>')}
</html>`;
