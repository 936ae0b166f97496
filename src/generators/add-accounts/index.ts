import type { AuthModule } from '../../audit/auth-module/index.ts';
import type { Host } from '../../host/host.ts';
import { type Change, isWrite } from '../../plan/change.ts';
import type { AdapterContext } from '../add-adapter/context.ts';
import { stageIgnored, stageNeededVariables } from '../add-adapter/index.ts';
import { setVariables } from '../add-provider/env.ts';
import { Staging } from '../changes/index.ts';
import { stageManifestEntries } from '../changes/manifest.ts';
import { hostStyle } from '../changes/style.ts';
import { type AccountPage, accountPaths } from '../look/pages.ts';
import type { AccountsAnswers } from './answers.ts';
import { stageOpenPages } from './closed.ts';
import { configureAccounts, stageAccounts } from './configuration.ts';
import { accountsModule, stageMail } from './mail.ts';
import { mailerPackages, mailerVariables, neededVariables } from './mailers.ts';
import { notesOf } from './notes.ts';
import { stageAccountRule, stagePages } from './pages.ts';
import { stagePasswords } from './passwords.ts';
import { stageSignInLinks } from './sign-in-links.ts';
import { type StagedStore, stageStore } from './store.ts';

export { findAuthModule } from '../../audit/auth-module/index.ts';
export { checkAccounts } from './check.ts';

/*
 * `add-accounts` and `add-account-page`: tables, the module with the accounts, mails, pages, and the configuration. One plan,
 * the adapter that a host lacks included.
 */

/** What the commands do, and what is left for a person. */
export interface AccountsPlan {
	changes: Change[];
	/** What has to be installed for it. */
	packages: string[];
	/** Commands that create the tables. */
	commands: string[];
	/** Variables that have no value yet. */
	fillIn: string[];
	/** Addresses of the pages. */
	pages: string[];
	notes: string[];
}

/**
 * Everything that the commands do to a host.
 * @throws AuthgraftError AG_ACCOUNTS_UNSUPPORTED, AG_ADAPTER_UNSUPPORTED, AG_VALUE_INVALID, AG_ENV_TRACKED.
 */
export function accountsPlan(host: Host, module: AuthModule, answers: AccountsAnswers): AccountsPlan {
	const staging = new Staging(host);
	const context: AdapterContext = { host, module, staging, style: hostStyle(host) };
	const pages = pagesOf(answers);
	if (module.facts.adapter === 'absent') staging.reserve('package.json');
	if (answers.passwords) stagePasswords(context);
	const store = stageStore(context, answers.limits);
	stageAccounts(context, store, answers);
	const isSilent = stageMail(context, answers.mailer);
	configureAccounts(context, pages);
	stagePages(context, pages, answers.look);
	if (answers.accountPage) stageAccountRule(context);
	const stillClosed = stageOpenPages(context, pages);
	if (answers.passwords) stageSignInLinks(context, answers.look);
	const packages = stagePackages(context, store, answers);
	stageVariables(context, store, answers);
	const changes = staging.changes();
	const isWritten = (path: string) => changes.some((change) => isWrite(change) && change.path === path);
	const isNew = { accounts: isWritten(accountsModule(host)), tables: isWritten(store.tables) };
	return {
		changes,
		packages,
		commands: isNew.tables ? store.commands : [],
		fillIn: openVariables(host, store, answers),
		pages: pages.map((page) => accountPaths[page]),
		notes: [...stillClosed, ...notesOf(context, store, { ...answers, isSilent, isNew })],
	};
}

const pagesOf = ({ passwords, accountPage }: AccountsAnswers): AccountPage[] => [
	...(passwords ? (['signUp', 'forgotPassword', 'setPassword'] as const) : []),
	...(accountPage ? (['account'] as const) : []),
];

function stagePackages(
	{ host, staging }: AdapterContext,
	{ adapter }: StagedStore,
	{ mailer }: AccountsAnswers,
): string[] {
	const more = mailer === undefined ? undefined : mailerPackages(mailer, host);
	if (more) stageManifestEntries(staging, host, `adds what ${mailer} needs`, more);
	return [adapter?.manifest, more].flatMap((entries) =>
		Object.keys({ ...entries?.dependencies, ...entries?.devDependencies }),
	);
}

function stageVariables(
	context: AdapterContext,
	{ adapter }: StagedStore,
	{ mailer }: AccountsAnswers,
): void {
	const variables = [...(adapter?.variables ?? []), ...(mailer === undefined ? [] : mailerVariables(mailer))];
	stageNeededVariables(context, { variables });
	if (adapter) stageIgnored(context, adapter);
}

function openVariables(host: Host, { adapter }: StagedStore, { mailer }: AccountsAnswers): string[] {
	const isSet = setVariables(host);
	const own = (adapter?.variables ?? []).flatMap(({ name, value }) => (value === undefined ? name : []));
	const names = [...own, ...(mailer === undefined ? [] : neededVariables(mailer))];
	return names.filter((name) => !isSet(name));
}
