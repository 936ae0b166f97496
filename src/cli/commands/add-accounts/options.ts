import { common, moduleFlag } from '../../command/common.ts';
import { choice, type OptionsOf, text, toggle } from '../../command/flags.ts';

/** What both commands for accounts take. */
export const shared = [
	...common,
	moduleFlag,
	text(
		'--mail <service>',
		'what sends the mails: resend, nodemailer, sendgrid, postmark, mailgun or forwardemail',
	),
	choice('--style <style>', 'how the pages look (default: as the project does)', [
		...(['shadcn', 'daisyui', 'tailwind', 'plain'] as const),
	]),
	choice('--limits <place>', 'where tries are counted (default: in the memory of the server)', [
		...(['memory', 'database'] as const),
	]),
	toggle('--alongside', 'go on beside another auth library'),
] as const;

export const options = [
	...shared,
	toggle('--no-account-page', 'leave the page for one’s own account out'),
] as const;

export type SharedOptions = OptionsOf<typeof shared>;

export type AddAccountsOptions = OptionsOf<typeof options>;
