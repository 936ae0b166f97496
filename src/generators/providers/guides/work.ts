import { copyBoth, type Guide, httpsOnly } from './guide.ts';

/** Services that people work with, by module. */
export const work: Record<string, Guide> = {
	gitlab: {
		register: 'https://gitlab.com/-/user_settings/applications',
		steps: [
			'Add new application, confidential.',
			'Redirect URI: {callback}',
			'Scopes: read_user.',
			'Copy Application ID into {ID} and Secret into {SECRET}.',
		],
		notes: ["A GitLab of your own: (options) => GitLab({ ...options, baseUrl: 'https://<host>' })."],
	},
	bitbucket: {
		register: 'https://support.atlassian.com/bitbucket-cloud/docs/use-oauth-on-bitbucket-cloud/',
		steps: [
			'In the settings of a workspace: OAuth consumers > Add consumer.',
			'Callback URL: {callback}',
			'Permissions: Account > Email and Read.',
			'Copy Key into {ID} and Secret into {SECRET}.',
		],
	},
	slack: {
		register: 'https://api.slack.com/apps',
		steps: [
			'Create New App > From scratch.',
			'OAuth & Permissions > Redirect URLs: {callback}',
			'User Token Scopes: openid, profile, email.',
			'Basic Information: copy Client ID into {ID} and Client Secret into {SECRET}.',
		],
		notes: [httpsOnly],
	},
	atlassian: {
		register: 'https://developer.atlassian.com/console/myapps/',
		steps: [
			'Create > OAuth 2.0 integration.',
			'Permissions > User identity API: add read:me.',
			'Authorization > OAuth 2.0 (3LO) > Callback URL: {callback}',
			'Settings: copy Client ID into {ID} and Secret into {SECRET}.',
		],
		notes: ['Under Distribution turn sharing on, or only the owner can sign in.'],
	},
	dropbox: {
		register: 'https://www.dropbox.com/developers/apps',
		steps: [
			'Create app, with scoped access.',
			'Permissions: account_info.read.',
			'Settings > Redirect URIs: {callback}',
			'Copy App key into {ID} and App secret into {SECRET}.',
		],
	},
	notion: {
		register: 'https://www.notion.so/my-integrations',
		steps: [
			'New integration of the type Public.',
			'Redirect URIs: {callback}',
			'Capabilities: read user information including email addresses.',
			'Copy OAuth client ID into {ID} and OAuth client secret into {SECRET}.',
		],
	},
	figma: {
		register: 'https://www.figma.com/developers/apps',
		steps: [
			'Create a new app.',
			'OAuth redirect URL: {callback}',
			'OAuth scopes: current_user:read.',
			copyBoth,
		],
		notes: [
			"The module asks for files:read, which Figma has deprecated: (options) => Figma({ ...options, authorization: { params: { scope: 'current_user:read' } } }).",
			'A private app is for the people of your organization only; a public one has to be reviewed.',
		],
	},
	zoom: {
		register: 'https://marketplace.zoom.us/develop/create',
		steps: [
			'Develop > Build App > General App, user-managed.',
			'OAuth Redirect URL and OAuth Allow Lists: {callback}',
			'Scopes: user:read:user.',
			'Copy the development Client ID into {ID} and its Client Secret into {SECRET}; production has another pair.',
		],
	},
	salesforce: {
		register: 'https://login.salesforce.com/',
		steps: [
			'Setup > External Client App Manager > New External Client App; enable OAuth.',
			'Callback URL: {callback}',
			'OAuth scopes: openid, and access to the identity URL service (id, profile, email).',
			'Copy Consumer Key into {ID} and Consumer Secret into {SECRET}.',
			'Leave {ISSUER} empty, or write the My Domain URL; a sandbox has https://test.salesforce.com.',
		],
		notes: ['http is taken for localhost only.'],
	},
	hubspot: {
		register: 'https://developers.hubspot.com/docs/apps/developer-platform/build-apps/create-an-app',
		steps: [
			'Create an app on the developer platform, with OAuth as authentication.',
			'Redirect URL of the app: {callback}',
			'Required scopes: oauth.',
			'Auth page of the app: copy Client ID into {ID} and Client secret into {SECRET}.',
		],
		notes: ['Whoever signs in installs the app in a HubSpot account, and needs the right to do so.'],
	},
	todoist: {
		register: 'https://app.todoist.com/app/settings/integrations/app-management',
		steps: ['Create a new app.', 'OAuth redirect URL: {callback}', copyBoth],
		notes: [
			'The module reads the profile from the Sync API v9, which Todoist has replaced: try it before you rely on it.',
		],
	},
	netsuite: {
		register: 'https://system.netsuite.com/pages/customerlogin.jsp',
		steps: [
			'Setup > Company > Enable Features > SuiteCloud: switch OAuth 2.0 and REST web services on.',
			'Setup > Integration > Manage Integrations > New: Authorization Code Grant, scopes RESTlets and REST Web Services.',
			'Redirect URI: {callback}',
			'Copy Client ID into {ID} and Client Secret into {SECRET}; they are shown once.',
			'{ACCOUNT_ID} is the account id as in the address of your NetSuite: 1234567, or 1234567-sb1 for a sandbox.',
			'Deploy a RESTlet that answers with runtime.getCurrentUser(); its external URL is {USERINFO}.',
		],
		notes: [httpsOnly],
	},
};
