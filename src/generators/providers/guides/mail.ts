import type { Guide } from './guide.ts';

const domain = (from: string) => `{FROM} is an address of ${from}.`;

/** Ways to send links by e-mail, by module. */
export const mail: Record<string, Guide> = {
	nodemailer: {
		register: 'https://nodemailer.com/smtp/',
		steps: [
			'Ask your e-mail service for its SMTP host, port, user and password.',
			'{SERVER} is smtp://<user>:<password>@<host>:587, or smtps://…:465 where the connection begins encrypted.',
			'{FROM} is the address that the e-mail comes from, one that this user may send as.',
		],
		notes: [
			'Characters such as @ : / # in user or password are percent-encoded there: @ is %40.',
			'For development a local mail catcher such as Mailpit does: smtp://127.0.0.1:1025.',
		],
	},
	resend: {
		register: 'https://resend.com/api-keys',
		steps: [
			'Domains: add your domain, and set the DNS records that it shows.',
			'Create API Key with "Sending access": copy it into {KEY}.',
			domain('the verified domain'),
		],
		notes: ['Without a domain onboarding@resend.dev sends to your own address only.'],
	},
	sendgrid: {
		register: 'https://app.sendgrid.com/settings/api_keys',
		steps: [
			'Settings > Sender Authentication: authenticate your domain, or verify a single sender.',
			'Create API Key with restricted access, "Mail Send": copy it into {KEY}.',
			domain('that domain, or the verified sender, without a name'),
		],
	},
	postmark: {
		register: 'https://account.postmarkapp.com/servers',
		steps: [
			'Sender Signatures: verify your domain or one address.',
			'Your server > API Tokens: copy the Server API token into {KEY}.',
			domain('that domain or signature'),
		],
		notes: [
			'The e-mail goes through the message stream "outbound". A new account is reviewed before it may send to others.',
		],
	},
	mailgun: {
		register: 'https://app.mailgun.com/settings/api_security',
		steps: [
			'Sending > Domains: add and verify your domain.',
			'Create an API key: copy it into {KEY}.',
			domain('exactly that domain, without a name: what stands behind the @ is the Mailgun domain'),
		],
		notes: ["An account in the EU region: (options) => MailGun({ ...options, region: 'EU' })."],
	},
	loops: {
		register: 'https://app.loops.so/settings?page=api',
		steps: [
			'Generate an API key: copy it into {KEY}.',
			'Make and publish a transactional e-mail that uses the data variable "url".',
			'Copy its id into {TRANSACTIONAL_ID}.',
		],
	},
	forwardemail: {
		register: 'https://forwardemail.net/my-account/security',
		steps: ['Set your domain up for outbound SMTP.', 'Copy the API token into {KEY}.', domain('that domain')],
	},
};
