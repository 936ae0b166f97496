import type { DerivedFact } from './derive/index.ts';
import type { ProviderFact, ProviderOption } from './fact.ts';

/** What no module tells about itself. */
interface HandFact {
	options?: ProviderOption[];
	/** Names of packages; the core's peer range says which versions. */
	packages?: string[];
	issuerForm?: string;
	deprecated?: string;
	/** The module to take instead: without it in the core there is no better one, and no word of it. */
	successor?: string;
}

const env = (name: string, suffix: string, description: string, more: Partial<ProviderOption> = {}) => ({
	name,
	suffix,
	description,
	required: true,
	secret: false,
	inCode: false,
	...more,
});
/** One that only code can hand to the factory. */
const code = (name: string, suffix: string, description: string, more: Partial<ProviderOption> = {}) =>
	env(name, suffix, description, { inCode: true, ...more });

const from = env('from', 'FROM', 'address that the e-mail comes from');
/** Some mailers put a name in front of it, or cut the domain out of it. */
const bareFrom = env(
	'from',
	'FROM',
	'address that the e-mail comes from, without a name: sign-in@example.com',
);
const apiKey = env('apiKey', 'KEY', 'API key', { secret: true });
const server = env('server', 'SERVER', 'mail server, such as smtp://user:password@smtp.example.com:587', {
	secret: true,
});
const issuer = (description: string) => env('issuer', 'ISSUER', description, { required: false });
const webauthn = ['@simplewebauthn/browser', '@simplewebauthn/server'];
const optional = { required: false };

/** By module. */
const handFacts: Record<string, HandFact> = {
	asgardeo: { issuerForm: 'https://api.asgardeo.io/t/<organization>/oauth2/token' },
	auth0: { issuerForm: 'https://<tenant>.<region>.auth0.com' },
	authentik: {
		issuerForm: 'https://<host>/application/o/<slug>/, as the provider page of authentik shows it',
	},
	'azure-ad': {
		options: [issuer('issuer URL with the tenant; empty for accounts of every kind')],
		deprecated: 'It is the former name of microsoft-entra-id: add that one instead.',
		successor: 'microsoft-entra-id',
	},
	'azure-ad-b2c': {
		issuerForm: 'https://<tenant>.b2clogin.com/tfp/<tenant id>/<user flow>/v2.0/',
		deprecated:
			'Microsoft sells Azure AD B2C to no new customers since May 2025: take microsoft-entra-id for something new.',
	},
	'azure-devops': {
		options: [code('scope', 'SCOPE', 'authorized scopes, with blanks between them', optional)],
		deprecated: 'The core no longer makes the token request that it needs: add microsoft-entra-id instead.',
	},
	'bankid-no': { options: [issuer('issuer URL; empty for the production environment')] },
	battlenet: { issuerForm: 'https://oauth.battle.net, or https://oauth.battlenet.com.cn for China' },
	beyondidentity: { issuerForm: 'the issuer of the application in the Beyond Identity console' },
	'boxyhq-saml': { issuerForm: 'https://<host>, where BoxyHQ answers' },
	cognito: { issuerForm: 'https://cognito-idp.<region>.amazonaws.com/<user pool id>' },
	dribbble: { options: [code('scope', 'SCOPE', 'scopes; public when there are none', optional)] },
	'duende-identity-server6': { issuerForm: 'https://<host>' },
	email: {
		options: [server, from],
		packages: ['nodemailer'],
		deprecated: 'It is the former name of nodemailer: add that one instead.',
		successor: 'nodemailer',
	},
	foursquare: {
		options: [
			code('apiVersion', 'API_VERSION', 'day whose version of the API is used, as YYYYMMDD', optional),
		],
	},
	frontegg: { issuerForm: 'https://<subdomain>.frontegg.com' },
	fusionauth: {
		issuerForm: 'https://<host>, equal to the issuer of the tenant',
		options: [code('tenantId', 'TENANT_ID', 'tenant id, where there are several tenants', optional)],
	},
	gitlab: {
		options: [code('baseUrl', 'BASE_URL', 'URL of a GitLab of your own', optional)],
	},
	'identity-server4': {
		issuerForm: 'https://<host>',
		deprecated:
			'IdentityServer4 gets no updates since the end of 2022: its successor is duende-identity-server6.',
	},
	instagram: {
		deprecated:
			'Instagram switched its Basic Display API, which this module signs in with, off in December 2024: take facebook.',
	},
	keycloak: { issuerForm: 'https://<host>/realms/<realm>' },
	kinde: { issuerForm: 'https://<subdomain>.kinde.com' },
	logto: { issuerForm: 'https://<tenant>.logto.app/oidc' },
	loops: {
		options: [
			apiKey,
			code('transactionalId', 'TRANSACTIONAL_ID', 'id of the transactional e-mail', { orEmpty: true }),
		],
	},
	mailgun: {
		options: [
			apiKey,
			bareFrom,
			code('region', 'REGION', 'region of the account', { required: false, values: ['US', 'EU'] }),
		],
	},
	mastodon: { issuerForm: 'https://<server>, such as https://mastodon.social' },
	mattermost: { issuerForm: 'https://<host>, where Mattermost answers' },
	medium: { deprecated: 'Medium no longer supports its API, and lets no new application sign people in.' },
	'microsoft-entra-id': {
		options: [
			issuer('issuer URL, https://login.microsoftonline.com/<tenant id>/v2.0; empty for every tenant'),
		],
	},
	netsuite: {
		options: [
			code('accountID', 'ACCOUNT_ID', 'account id, such as 1234567 or 1234567-SB1', { orEmpty: true }),
			code('userinfo', 'USERINFO', 'URL of the RESTlet that answers with the current user', {
				orEmpty: true,
			}),
		],
	},
	nextcloud: { issuerForm: 'https://<host>, where Nextcloud answers' },
	nodemailer: { options: [server, from], packages: ['nodemailer'] },
	okta: { issuerForm: 'https://<organization>.okta.com, or one of its authorization servers' },
	onelogin: { issuerForm: 'https://<subdomain>.onelogin.com/oidc/2' },
	'ory-hydra': { issuerForm: 'the public URL of Hydra, https://<project>.projects.oryapis.com at Ory' },
	osso: { issuerForm: 'https://<host>/, with the slash at the end' },
	passage: {
		issuerForm: 'the issuer of the application in Passage',
		deprecated: '1Password switched Passage off in January 2026: take passkey instead.',
	},
	passkey: { packages: webauthn },
	'ping-id': { issuerForm: 'https://auth.pingone.com/<environment id>/as' },
	salesforce: {
		options: [issuer('issuer URL of a sandbox or a domain of your own; empty for login.salesforce.com')],
	},
	sendgrid: { options: [apiKey, bareFrom] },
	'united-effects': { issuerForm: 'https://auth.unitedeffects.com/<auth group id>' },
	vipps: { options: [issuer('issuer URL; empty for the production environment')] },
	webauthn: { packages: webauthn },
	webex: { options: [code('apiBaseUrl', 'API_BASE_URL', 'base URL of the API', optional)] },
	wechat: {
		options: [
			code('platformType', 'PLATFORM_TYPE', 'where people sign in: on a web site, or inside of WeChat', {
				required: false,
				values: ['WebsiteApp', 'OfficialAccount'],
			}),
		],
	},
	workos: {
		options: [code('connection', 'CONNECTION', 'id of the connection', { required: false, orEmpty: true })],
	},
	zitadel: { issuerForm: 'https://<instance>.<region>.zitadel.cloud' },
};

/**
 * A provider's own facts together with those written by hand.
 * @param core the core that the facts come from: its `peerDependencies`, and which modules it has
 */
export function withHandFacts(
	derived: DerivedFact,
	core: { peers: Record<string, string>; modules: ReadonlySet<string> },
): ProviderFact {
	const hand = handFacts[derived.module] ?? {};
	const options = hand.options ?? (derived.type === 'email' ? [apiKey, from] : undefined);
	const fact = { ...derived } as ProviderFact;
	if (derived.issuer && hand.issuerForm) fact.issuerForm = hand.issuerForm;
	if (options) fact.options = options;
	if (hand.packages)
		fact.packages = Object.fromEntries(hand.packages.map((name) => [name, newest(core.peers[name])]));
	if (hand.deprecated && (!hand.successor || core.modules.has(hand.successor)))
		fact.deprecated = hand.deprecated;
	return fact;
}

/** The last of a range's alternatives, `^8.0.5` of `^7.0.7 || ^8.0.5`: an installed package should be a recent one. */
const newest = (range = '*'): string => range.split('||').at(-1)?.trim() || '*';

/** Modules that a fact is written for by hand, for a test that none of them is gone. */
export const handModules = Object.keys(handFacts);
