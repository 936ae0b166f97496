import type { AuthModule } from '../../audit/auth-module/index.ts';
import { AuthgraftError } from '../../errors.ts';
import { findAuthLibraries, libraryNames } from '../../host/auth/libraries.ts';
import type { Host } from '../../host/host.ts';
import { edgeOf, listsCredentials } from '../add-adapter/check.ts';
import type { AccountsAnswers } from './answers.ts';

/**
 * What stands against accounts, whatever the files look like.
 * @throws AuthgraftError AG_OTHER_AUTH, AG_ACCOUNTS_UNSUPPORTED, AG_ACCOUNTS_NEED_DATABASE_SESSIONS.
 */
export function checkAccounts(host: Host, module: AuthModule, answers: AccountsAnswers): void {
	ownRuntime(module);
	noOtherLibrary(host, answers);
	lastingProcess(host);
	databaseSessions(module, answers);
}

function ownRuntime({ ours, config }: AuthModule): void {
	if (ours) return;
	throw new AuthgraftError(
		'AG_ACCOUNTS_UNSUPPORTED',
		`Accounts are a part of @authgraft/runtime, which ${config} does not use`,
		'Move it first, and nobody is signed out: authgraft migrate',
	);
}

function noOtherLibrary(host: Host, { alongside }: AccountsAnswers): void {
	const others = alongside ? [] : findAuthLibraries(host);
	if (others.length === 0) return;
	throw new AuthgraftError(
		'AG_OTHER_AUTH',
		`The project has an auth library already: ${libraryNames(others).join(', ')}`,
		'People would have two accounts. Give --alongside to go on anyway.',
	);
}

function lastingProcess(host: Host): void {
	const edge = edgeOf(host);
	if (edge === undefined) return;
	throw new AuthgraftError(
		'AG_ACCOUNTS_UNSUPPORTED',
		`Accounts keep a connection to the database open between requests, and ${edge} does not allow that`,
		'Make adapter and store in the function form of the configuration, from what the request brings along: docs/accounts.md',
	);
}

/** A token cannot be taken back: no list of browsers, no "sign out everywhere", no end with a new password. */
function databaseSessions(module: AuthModule, { passwords }: AccountsAnswers): void {
	const { facts, config } = module;
	// Beside a provider of credentials it had to be, and goes with that.
	if (facts.strategy !== 'jwt' || (passwords && listsCredentials(module))) return;
	throw new AuthgraftError(
		'AG_ACCOUNTS_NEED_DATABASE_SESSIONS',
		`${config} keeps sessions as JWTs (session.strategy), and accounts need sessions that can be ended`,
		listsCredentials(module)
			? 'Passwords of accounts work with sessions in the database: authgraft add-accounts'
			: "Take `strategy: 'jwt'` out, and run the command again: people who are signed in sign in once more.",
	);
}
