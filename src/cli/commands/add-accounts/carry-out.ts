import {
	configuredMailer,
	findMailer,
	type MailerName,
	mailerNames,
} from '../../../generators/add-accounts/mailers.ts';
import { privateEnvFile } from '../../../generators/env/index.ts';
import { isRefusal, type Plan } from '../../../plan/change.ts';
import { carryOut } from '../../carry-out/index.ts';
import { openHost } from '../../host/open.ts';
import { ourPackages } from '../../install/index.ts';
import { fillInLines } from '../../providers/describe.ts';
import { canAsk } from '../../terminal/can-ask.ts';
import { paint, say } from '../../terminal/output.ts';
import type { SharedOptions } from './options.ts';

/** What both commands for accounts do, once it is known what people get. */
export async function carryOutAccounts(
	command: 'add-accounts' | 'add-account-page',
	options: SharedOptions,
	wanted: { passwords: boolean; accountPage: boolean },
): Promise<number> {
	// Before the host is read: a typing mistake costs nothing.
	const named = options.mail === undefined ? undefined : findMailer(options.mail);
	const host = await openHost(options);
	const { accountsPlan, checkAccounts, findAuthModule } = await import(
		'../../../generators/add-accounts/index.ts'
	);
	const module = findAuthModule(host, options.module);
	const { style: look, limits = 'memory', alongside } = options;
	const answers = { ...wanted, look, limits, alongside, mailer: named ?? configuredMailer(module) };
	checkAccounts(host, module, answers);
	answers.mailer ??= await askForMailer(options);
	const { changes, packages, commands, fillIn, pages, notes } = accountsPlan(host, module, answers);
	const plan: Plan = { root: host.root, command: commandLine(command, options), changes };
	for (const note of changes.some(isRefusal) ? [] : notes) say(`${paint('yellow', 'Note:')} ${note}`);
	return carryOut(plan, host, options, {
		nothing: 'Nothing to do: the accounts are there already.',
		packages: [...ourPackages, ...packages],
		next: { sessions: 'database', createTables: commands, fillIn, pages, notes },
		nextLines: (install) => [
			...(install ? [`Install the packages: ${install}`] : []),
			...fillInLines(fillIn, privateEnvFile(host)),
			...(commands.length > 0 ? [`Create the tables: ${commands.join(', then ')}`] : []),
			`Then start the development server again, and open ${host.base ?? ''}${pages[0] ?? '/signin'}.`,
		],
	});
}

/** As it could be typed again, for the journal. */
const commandLine = (command: string, { mail, style, limits }: SharedOptions): string =>
	[
		command,
		...(mail === undefined ? [] : ['--mail', mail]),
		...(style === undefined ? [] : ['--style', style]),
		...(limits === undefined ? [] : ['--limits', limits]),
	].join(' ');

async function askForMailer(options: SharedOptions): Promise<MailerName | undefined> {
	if (!canAsk(options)) return undefined;
	const { chooseOne } = await import('../../terminal/prompts.ts');
	const none = { value: 'none', label: 'none yet', hint: 'links are shown on the page while developing' };
	const choices = mailerNames.map((name) => ({ value: name, label: name, hint: '' }));
	const chosen = await chooseOne('What sends the mails?', [none, ...choices]);
	return chosen === 'none' ? undefined : findMailer(chosen);
}
