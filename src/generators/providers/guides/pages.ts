/** Where applications are registered with providers that have no guide of their own, and what to know there. */
export const pages: Readonly<Record<string, { register?: string; notes?: string[] }>> = {
	'42-school': { register: 'https://profile.intra.42.fr/oauth/applications' },
	asgardeo: { register: 'https://console.asgardeo.io' },
	battlenet: { register: 'https://community.developer.battle.net/access/clients' },
	box: { register: 'https://app.box.com/developers/console' },
	bungie: {
		register: 'https://www.bungie.net/en/Application',
		notes: [
			'Only https callbacks are taken, while developing too, and no localhost: use https://127.0.0.1.',
			'Bungie wants an X-API-Key header and the id of the member in the URL of the profile: the module sends neither, so `userinfo` needs a `request` of your own.',
		],
	},
	coinbase: { register: 'https://portal.cdp.coinbase.com/' },
	descope: { register: 'https://app.descope.com' },
	dribbble: { register: 'https://dribbble.com/account/applications/new' },
	'duende-identity-server6': { register: 'https://docs.duendesoftware.com/identityserver/' },
	eventbrite: { register: 'https://www.eventbrite.com/account-settings/apps' },
	eveonline: {
		register: 'https://developers.eveonline.com/applications',
		notes: ['Choose the connection type "Authentication Only".'],
	},
	faceit: { register: 'https://developers.faceit.com/apps' },
	foursquare: { register: 'https://foursquare.com/developers/' },
	frontegg: { register: 'https://portal.frontegg.com' },
	huggingface: {
		register: 'https://huggingface.co/settings/applications/new',
		notes: ['Enable the scopes openid, profile and email.'],
	},
	mailchimp: { register: 'https://admin.mailchimp.com/account/oauth2/' },
	mailru: { register: 'https://o2.mail.ru/app/' },
	mastodon: {
		register: 'https://mastodon.social/settings/applications',
		notes: ['That is the page on mastodon.social: other servers have theirs at /settings/applications.'],
	},
	mattermost: {
		notes: ['Register it on your own server: Integrations > OAuth 2.0 Applications.'],
	},
	netlify: { register: 'https://app.netlify.com/user/applications' },
	nextcloud: {
		notes: ['Register it on your own server: Administration settings > Security > OAuth 2.0 clients.'],
	},
	'ory-hydra': { register: 'https://www.ory.com/docs/hydra/guides/oauth2-clients' },
	osu: { register: 'https://osu.ppy.sh/home/account/edit#new-oauth-application' },
	pinterest: { register: 'https://developers.pinterest.com/apps/' },
	pipedrive: { register: 'https://developers.pipedrive.com/' },
	roblox: { register: 'https://create.roblox.com/dashboard/credentials' },
	simplelogin: {
		register: 'https://app.simplelogin.io/developer',
		notes: ['Only https callbacks are taken, except for localhost.'],
	},
	threads: {
		register: 'https://developers.facebook.com/apps/',
		notes: ['Only https callbacks are taken, while developing too.'],
	},
	trakt: { register: 'https://trakt.tv/oauth/applications' },
	vipps: { register: 'https://portal.vippsmobilepay.com/' },
	webauthn: { register: 'https://simplewebauthn.dev/docs/' },
	webex: { register: 'https://developer.webex.com/my-apps' },
	wechat: {
		register: 'https://open.weixin.qq.com/',
		notes: [
			"On a web site outside of WeChat's own browser: (options) => WeChat({ ...options, platformType: 'WebsiteApp' }).",
		],
	},
	wikimedia: {
		register: 'https://meta.wikimedia.org/wiki/Special:OAuthConsumerRegistration/propose/oauth2',
		notes: ['Until it is approved, only you can sign in.'],
	},
	wordpress: { register: 'https://developer.wordpress.com/apps/' },
	zoho: { register: 'https://api-console.zoho.com' },
};
