import { copyBoth, type Guide, httpsOnly } from './guide.ts';

/** Networks and applications that many people have an account with, by module. */
export const social: Record<string, Guide> = {
	github: {
		register: 'https://github.com/settings/developers',
		steps: [
			'OAuth Apps > New OAuth App.',
			'Authorization callback URL: {callback}',
			'Register the application, then "Generate a new client secret".',
			copyBoth,
		],
		notes: [
			'An OAuth App has one callback URL: register one for development and one for production.',
			'With a GitHub App instead, allow "Email addresses: read-only" under Account permissions.',
			"GitHub Enterprise Server: (options) => GitHub({ ...options, enterprise: { baseUrl: 'https://<host>' } }).",
		],
	},
	google: {
		register: 'https://console.cloud.google.com/auth/clients',
		steps: [
			'Choose or create a project, and fill in Branding and Audience when it is the first client there.',
			'Create client, application type "Web application".',
			'Authorized redirect URIs: {callback}',
			copyBoth,
		],
		notes: [
			'While the publishing status is "Testing", only the test users listed under Audience can sign in.',
			'http is taken for localhost only. The client secret is shown once.',
		],
	},
	apple: {
		register: 'https://developer.apple.com/account/resources/identifiers/list',
		steps: [
			'Needs a paid membership. Register an App ID with the capability "Sign in with Apple".',
			'Register a Services ID; under "Sign in with Apple" > Configure choose the App ID as primary.',
			'Domains: the host of your site. Return URLs: {callback}',
			'Under Keys create a key with "Sign in with Apple" and download the .p8 file (once only).',
			'Copy the identifier of the Services ID into {ID}.',
			'{SECRET} is a JWT made from the key: ES256, kid = key id, iss = team id, sub = Services ID, aud = https://appleid.apple.com.',
		],
		notes: [
			'The JWT is valid for six months at most: make a new one before it ends, or nobody can sign in.',
			'Only https, and no localhost: develop behind a tunnel with a real domain.',
			'Apple posts the answer from https://appleid.apple.com, and tells the name at the first sign-in only.',
		],
	},
	discord: {
		register: 'https://discord.com/developers/applications',
		steps: ['New Application.', 'OAuth2 > Redirects > Add redirect: {callback}', 'Reset Secret.', copyBoth],
	},
	facebook: {
		register: 'https://developers.facebook.com/apps/',
		steps: [
			'Create app, with the use case "Authenticate and request data from users with Facebook Login".',
			'Facebook Login > Settings > Valid OAuth Redirect URIs: {callback}',
			'Permit "email" in the permissions of the use case.',
			'App settings > Basic: copy App ID into {ID} and App secret into {SECRET}.',
		],
		notes: [
			'While the app is in development mode, http://localhost is taken without being listed, and only people with a role in the app can sign in.',
			'A published app takes https only: keep a second app for development.',
		],
	},
	twitter: {
		register: 'https://developer.x.com/en/portal/projects-and-apps',
		steps: [
			'Create a project with an app, and set up "User authentication settings".',
			'Type of App: "Web App, Automated App or Bot" (a confidential client).',
			'Callback URI / Redirect URL: {callback}',
			'Copy the OAuth 2.0 Client ID into {ID} and the Client Secret into {SECRET}, not the API key and its secret.',
		],
		notes: ['The profile has no e-mail address, since the scope users.email is not asked for.'],
	},
	linkedin: {
		register: 'https://www.linkedin.com/developers/apps',
		steps: [
			'Create app (it needs a LinkedIn page).',
			'Products: request "Sign In with LinkedIn using OpenID Connect".',
			'Auth > Authorized redirect URLs for your app: {callback}',
			'Auth: copy Client ID into {ID} and Primary Client Secret into {SECRET}.',
		],
	},
	instagram: {
		register: 'https://developers.facebook.com/apps/',
		steps: [
			'There is nothing left to register: the Basic Display API, which this module uses, ended on 4 December 2024.',
			'Take facebook instead (authgraft add-provider facebook), and leave {ID} and {SECRET} empty.',
		],
	},
	tiktok: {
		register: 'https://developers.tiktok.com/apps/',
		steps: [
			'Connect an app, and add the product "Login Kit" for the web.',
			'Redirect URI: {callback}',
			'Scopes: user.info.basic.',
			'Copy the client key into {ID} and the client secret into {SECRET}.',
		],
		notes: [httpsOnly, 'A sandbox of the app lets chosen accounts in before the review.'],
	},
	reddit: {
		register: 'https://www.reddit.com/prefs/apps',
		steps: [
			'Create an app of the type "web app".',
			'redirect uri: {callback}',
			'Copy the id under the app’s name into {ID} and "secret" into {SECRET}.',
		],
		notes: [
			'Since November 2025 Reddit approves new applications by hand, under its Responsible Builder Policy.',
			'An app has one redirect URI: register one for development and one for production.',
		],
	},
	twitch: {
		register: 'https://dev.twitch.tv/console/apps',
		steps: [
			'Register Your Application (the account needs two-factor authentication).',
			'OAuth Redirect URLs: {callback}',
			'Client Type: Confidential.',
			'Manage > New Secret.',
			copyBoth,
		],
	},
	spotify: {
		register: 'https://developer.spotify.com/dashboard',
		steps: ['Create app, with the Web API.', 'Redirect URIs: {callback}', copyBoth],
		notes: [
			'Spotify takes no "localhost": register the callback with 127.0.0.1 instead, start the development server with --host 127.0.0.1, and open it under that address.',
			'In development mode only people listed under User Management can sign in.',
		],
	},
	strava: {
		register: 'https://www.strava.com/settings/api',
		steps: [
			'Create an application.',
			'Authorization Callback Domain: the host of {callback}, without scheme and path.',
			copyBoth,
		],
		notes: ['The profile has no e-mail address. localhost and 127.0.0.1 are always allowed.'],
	},
	patreon: {
		register: 'https://www.patreon.com/portal/registration/register-clients',
		steps: ['Create Client, API version 2.', 'Redirect URIs: {callback}', copyBoth],
	},
	line: {
		register: 'https://developers.line.biz/console/',
		steps: [
			'Create a provider, and in it a LINE Login channel of the type "Web app".',
			'LINE Login > Callback URL: {callback}',
			'Basic settings: copy Channel ID into {ID} and Channel secret into {SECRET}.',
		],
		notes: [
			'For e-mail addresses apply for "Email address permission" under OpenID Connect.',
			'While the channel is in development, only people with a role in it can sign in: publish it.',
		],
	},
	kakao: {
		register: 'https://developers.kakao.com/console/app',
		steps: [
			'Add an app, and activate Kakao Login.',
			'Redirect URI of Kakao Login: {callback}',
			'Consent items: nickname, profile image, e-mail as far as you need them.',
			'Copy the REST API key into {ID}; create the client secret of Kakao Login, activate it, and copy it into {SECRET}.',
		],
		notes: ['The e-mail address needs a business app.'],
	},
	naver: {
		register: 'https://developers.naver.com/apps/#/register',
		steps: [
			'Register an application with the API "네이버 로그인" (Naver Login).',
			'Choose the profile data that you need: e-mail, nickname, profile image.',
			'Environment "PC 웹" (PC web): the URL of your site, and as callback URL {callback}',
			copyBoth,
		],
		notes: ['Until Naver has reviewed the application, only members that are registered in it can sign in.'],
	},
	vk: {
		register: 'https://id.vk.com/about/business/go',
		steps: [
			'Create an application of the type Web.',
			'Base domain: the host of your site. Trusted redirect URL: {callback}',
			'Copy the application id into {ID} and the protected key into {SECRET}.',
		],
		notes: [
			'The module signs in through oauth.vk.com, which VK keeps for older applications; VK ID itself works in another way. Try it before you rely on it.',
		],
	},
	yandex: {
		register: 'https://oauth.yandex.com/client/new',
		steps: [
			'Create an application for web services.',
			'Redirect URI: {callback}',
			'Data access: login:info, login:email, login:avatar.',
			'Copy ClientID into {ID} and Client secret into {SECRET}.',
		],
	},
};
