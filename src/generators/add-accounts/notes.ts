import { hasNoDisk } from '../add-adapter/check.ts';
import type { AdapterContext } from '../add-adapter/context.ts';
import type { AccountsAnswers } from './answers.ts';
import { tablesOfPeople } from './references.ts';
import type { StagedStore } from './store.ts';

type NoteFacts = AccountsAnswers & {
	/** Nothing sends mails yet. */
	isSilent: boolean;
	/** What this plan writes for the first time. */
	isNew: { accounts: boolean; tables: boolean };
};

/** What people should know, a sentence each. */
export function notesOf(
	context: AdapterContext,
	store: StagedStore,
	{ passwords, isSilent, isNew }: NoteFacts,
): string[] {
	const { host, module } = context;
	const command = passwords ? 'add-accounts' : 'add-account-page';
	const isOver = store.adapter !== undefined || module.facts.strategy === 'jwt';
	return [
		...(isNew.tables ? store.notes : []),
		...(isOver
			? ['Sessions live in the database from now on: people who are signed in now sign in again.']
			: []),
		...(store.adapter && hasNoDisk(host)
			? [
					`${host.adapter} keeps no files between deployments: in production set DATABASE_URL to a libsql:// URL.`,
				]
			: []),
		...(isSilent
			? [
					`No mailer yet: while developing links are shown on the page, and in production ${passwords ? 'nobody can sign up or set a password' : 'nobody can change an address'}. Choose one: authgraft ${command} --mail resend`,
				]
			: []),
		...(isNew.accounts ? tablesOfPeople(context, store) : []).map(
			({ file, line, name }) =>
				`${file}:${line} ${name} refers to people and may keep one from being deleted: give it onDelete, or clear it in \`beforeDelete\` (docs/accounts.md).`,
		),
		...(isNew.accounts
			? [
					`For your privacy notice: address, name,${passwords ? ' password hash,' : ''} and of each browser its name, when somebody signed in with it and how (docs/accounts.md).`,
				]
			: []),
	];
}
