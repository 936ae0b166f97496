import type { AuthModule } from '../../audit/auth-module/index.ts';
import type { EnvVariable } from '../../edits/env/declared.ts';
import { providerModule } from '../../edits/providers/index.ts';
import { AuthgraftError } from '../../errors.ts';
import type { Host } from '../../host/host.ts';
import type { ManifestEntries } from '../changes/manifest.ts';
import { catalogue } from '../providers/catalogue.ts';
import { providerOptions } from '../providers/index.ts';

/** Services that a mail can be handed to. */
export const mailerNames = [
	'resend',
	'nodemailer',
	'sendgrid',
	'postmark',
	'mailgun',
	'forwardemail',
] as const;

export type MailerName = (typeof mailerNames)[number];

/** @throws AuthgraftError AG_VALUE_INVALID (exit 2). */
export function findMailer(wanted: string): MailerName {
	const plain = wanted.trim().toLowerCase();
	const found = mailerNames.find((name) => name === plain);
	if (found) return found;
	throw new AuthgraftError(
		'AG_VALUE_INVALID',
		plain === 'loops'
			? '--mail loops: Loops sends templates of its own alone, and the mails of accounts are texts'
			: `--mail ${wanted}: there is no such mailer`,
		`Take one of ${mailerNames.join(', ')}; or leave it away and write send() yourself.`,
		2,
	);
}

/** The mailer that sends links for signing in already. */
export const configuredMailer = ({ listed }: AuthModule): MailerName | undefined =>
	mailerNames.find((name) => listed.some(({ from }) => providerModule(from) === name));

/** The variables of a mailer: those that the provider of this name has as well. */
export const mailerVariables = (mailer: MailerName): EnvVariable[] =>
	catalogue
		.filter(({ id }) => id === mailer)
		.flatMap((fact) => providerOptions(fact, fact.id))
		.map(({ variable, description }) => ({ name: variable, description }));

/** Without which nothing is sent. */
export const neededVariables = (mailer: MailerName): string[] =>
	mailerVariables(mailer)
		.map(({ name }) => name)
		.filter((name) => !name.endsWith('_REGION'));

/** A mailer by SMTP is a package; the others are a request. */
export const mailerPackages = (mailer: MailerName, { language }: Host): ManifestEntries | undefined =>
	mailer === 'nodemailer'
		? {
				dependencies: { nodemailer: '^8.0.5' },
				...(language === 'ts' ? { devDependencies: { '@types/nodemailer': '^8.0.0' } } : {}),
			}
		: undefined;
