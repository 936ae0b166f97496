import { copyBoth, type Guide } from './guide.ts';

/** Identity services and servers, of others or of one's own, by module. */
export const identity: Record<string, Guide> = {
	'microsoft-entra-id': {
		register: 'https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade',
		steps: [
			'New registration; choose which accounts may sign in.',
			'Redirect URI: platform "Web", {callback}',
			'Certificates & secrets > New client secret: copy its Value, not the Secret ID, into {SECRET}.',
			'Overview: copy Application (client) ID into {ID}.',
			'For one tenant: {ISSUER} is https://login.microsoftonline.com/<Directory (tenant) ID>/v2.0. For every tenant leave it empty.',
		],
		notes: [
			'The client secret ends after 24 months at the latest.',
			'With {ISSUER} empty, accounts of every tenant are let in: check the tenant in callbacks.signIn if that is not meant.',
		],
	},
	'azure-ad-b2c': {
		register: 'https://portal.azure.com/#view/Microsoft_AAD_B2CAdmin/TenantManagementMenuBlade',
		steps: [
			'In the B2C tenant: App registrations > New registration, for accounts with user flows.',
			'Redirect URI: platform "Web", {callback}',
			'Certificates & secrets > New client secret: copy its Value into {SECRET}.',
			'Copy Application (client) ID into {ID}.',
			'Make a user flow of "Sign up and sign in".',
			'In its properties set the issuer claim (Token compatibility settings) to the form with /tfp/.',
			'{ISSUER} is the issuer that the openid-configuration of the user flow shows then: https://<tenant>.b2clogin.com/tfp/<tenant id>/<user flow>/v2.0/, with the slash.',
		],
		notes: ['Let the user flow return the claim "Email Addresses".'],
	},
	auth0: {
		register: 'https://manage.auth0.com/#/applications',
		steps: [
			'Create Application > Regular Web Applications.',
			'Settings > Allowed Callback URLs: {callback}',
			copyBoth,
			'{ISSUER} is https://<Domain>, with the Domain of the same page.',
		],
	},
	okta: {
		register: 'https://developer.okta.com/login/',
		steps: [
			'Applications > Create App Integration > OIDC - OpenID Connect > Web Application.',
			'Sign-in redirect URIs: {callback}',
			'Assign the people or groups that may sign in.',
			copyBoth,
			'{ISSUER} is https://<organization>.okta.com, or https://<organization>.okta.com/oauth2/default for the default authorization server.',
		],
	},
	keycloak: {
		register: 'https://www.keycloak.org/docs/latest/server_admin/#_oidc_clients',
		steps: [
			'In your realm: Clients > Create client, type OpenID Connect.',
			'Switch "Client authentication" and "Standard flow" on.',
			'Valid redirect URIs: {callback}',
			'Copy the Client ID into {ID}, and the secret under Credentials into {SECRET}.',
			'{ISSUER} is https://<host>/realms/<realm> (before Keycloak 17 with /auth in front of /realms).',
		],
	},
	cognito: {
		register: 'https://console.aws.amazon.com/cognito/v2/idp/user-pools',
		steps: [
			'In the user pool make an app client of the type "Traditional web application", with a client secret.',
			'Login pages > Allowed callback URLs: {callback}',
			'OAuth grant type: authorization code. Scopes: openid, email, profile.',
			'The pool needs a domain (Branding > Domain).',
			copyBoth,
			'{ISSUER} is https://cognito-idp.<region>.amazonaws.com/<User pool ID>.',
		],
		notes: ['http is taken for localhost only.'],
	},
	authentik: {
		register: 'https://docs.goauthentik.io/add-secure-apps/providers/oauth2/',
		steps: [
			'Applications > Create with provider > OAuth2/OpenID.',
			'Client type: Confidential. Redirect URI, strict: {callback}',
			'Choose a signing key.',
			copyBoth,
			'{ISSUER} is the "OpenID Configuration Issuer" on the provider’s page, to the letter: https://<host>/application/o/<slug>/.',
		],
	},
	zitadel: {
		register: 'https://zitadel.com/signin',
		steps: [
			'In a project: New application, type Web, authentication method CODE.',
			'Redirect URIs: {callback}',
			'For http while developing switch "Development Mode" on.',
			copyBoth,
			'{ISSUER} is https://<instance>.<region>.zitadel.cloud, or where your own server answers.',
		],
	},
	logto: {
		register: 'https://cloud.logto.io/',
		steps: [
			'Applications > Create application > Traditional web.',
			'Redirect URIs: {callback}',
			'Copy App ID into {ID} and App secret into {SECRET}.',
			'{ISSUER} is the issuer endpoint there: https://<tenant>.logto.app/oidc.',
		],
	},
	kinde: {
		register: 'https://app.kinde.com/',
		steps: [
			'Add application > Back-end web.',
			'Allowed callback URLs: {callback}',
			copyBoth,
			'{ISSUER} is the domain there: https://<subdomain>.kinde.com.',
		],
	},
	fusionauth: {
		register: 'https://fusionauth.io/docs/get-started/core-concepts/applications',
		steps: [
			'Applications > Add; on the tab OAuth switch the Authorization Code grant on.',
			'Authorized redirect URLs: {callback}',
			'Tab JWT: enable it, with an RS256 key for access and id tokens.',
			copyBoth,
			'{ISSUER} is the URL of your FusionAuth; Tenants > General > Issuer has to be the same.',
		],
		notes: ["With several tenants: (options) => FusionAuth({ ...options, tenantId: '<tenant id>' })."],
	},
	onelogin: {
		register: 'https://developers.onelogin.com/openid-connect/connect-to-onelogin',
		steps: [
			'Administration > Applications > Add App > OpenId Connect (OIDC).',
			'Configuration > Redirect URI’s: {callback}',
			'SSO: application type Web; token endpoint authentication Basic.',
			copyBoth,
			'{ISSUER} is https://<subdomain>.onelogin.com/oidc/2.',
		],
	},
	workos: {
		register: 'https://dashboard.workos.com/',
		steps: [
			'Redirects: add {callback}',
			'API Keys: copy the client ID into {ID} and the secret key into {SECRET}.',
			"Name whose people sign in: (options) => WorkOS({ ...options, connection: '<connection id>' }).",
		],
		notes: [
			"Instead of a connection the sign-in can name one: signIn('workos', undefined, { connection }) or { organization }.",
		],
	},
	passkey: {
		register: 'https://simplewebauthn.dev/docs/',
		steps: [
			'There is nothing to register: browsers make passkeys for the domain of your site.',
			'The adapter needs the table of authenticators, and experimental.enableWebAuthn is switched on in the auth module.',
		],
		notes: [
			'Passkeys work on https and on localhost. They belong to one domain: those made on localhost do not work in production.',
		],
	},
	credentials: {
		register: 'https://authjs.dev/getting-started/authentication/credentials',
		steps: [
			'There is nothing to register. Write `authorize` in the auth module: it refuses everybody until you do.',
			'Look the person up, compare the password with a hash (argon2, scrypt or bcrypt), and return null where it does not fit.',
		],
		notes: [
			'Limit how often a password may be tried: the provider does not.',
			'For accounts in your own database: authgraft add-accounts',
		],
	},
};
