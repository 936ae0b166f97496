import type { Meaning } from './meaning.ts';

/** What is said of accounts with passwords. */
export const ofAccounts: readonly Meaning[] = [
	{
		says: /No mailer is set up \(accounts\.send\)|accounts: there is no `send`/,
		code: 'mail-fails',
		title: 'Accounts have no mailer',
		cause: 'While developing the link stands in the log; in production nobody can sign up or set a password.',
		mend: {
			text: 'Have a mailer written, or write `send` yourself.',
			command: 'authgraft add-accounts --mail resend',
		},
	},
	{
		says: /mails are waiting to be sent/,
		code: 'mail-fails',
		title: 'The mailer does not keep up',
		cause: 'A hundred mails wait already, so that further ones are not sent.',
		mend: { text: 'See whether the mailer answers, and how long it takes.' },
	},
	{
		says: /Passwords\(\{ breached \}\): the list/,
		code: 'config-broken',
		severity: 'note',
		title: 'The list of stolen passwords does not answer',
		cause: 'New passwords are let pass without it.',
		mend: { text: 'Let the server reach api.pwnedpasswords.com, or leave `breached` out.' },
	},
	{
		says: /tries are not limited by address/,
		code: 'config-broken',
		severity: 'warning',
		title: 'Nobody says where a request comes from',
		cause: 'Behind a proxy the server sees the address of the proxy, which counts for nobody.',
		mend: {
			text: 'Say in which header the proxy puts it. Take none that the browser can set.',
			snippet: 'ADDRESS_HEADER=x-forwarded-for\nXFF_DEPTH=1',
		},
	},
	{
		says: /hash of a password|password .* cannot be read|node:crypto has no (?:scrypt|argon2) here/i,
		code: 'database-fails',
		title: 'A password in the database cannot be read',
		cause: 'Its hash is of a kind that this platform cannot compute, or is none.',
		mend: { text: 'Hand in Passwords({ hash }) or Passwords({ legacy }), or have its owner set a new one.' },
	},
	{
		says: /accounts: `limits: false`|Passwords\(\) needs `accounts`|`accounts` need/,
		code: 'config-broken',
		title: 'Accounts are not set up completely',
		cause: 'They need an adapter, sessions of the database, and limits.',
		mend: { text: 'The line says what is missing.', command: 'authgraft add-accounts' },
	},
];
