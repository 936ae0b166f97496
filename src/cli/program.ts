import { Command } from 'commander';
import { addAccountPage } from './commands/add-account-page/index.ts';
import { addAccounts } from './commands/add-accounts/index.ts';
import { addAdapter } from './commands/add-adapter/index.ts';
import { addProvider } from './commands/add-provider/index.ts';
import { doctor } from './commands/doctor/index.ts';
import { init } from './commands/init/index.ts';
import { migrate } from './commands/migrate/index.ts';
import { protectRoute } from './commands/protect-route/index.ts';
import { providers } from './commands/providers/index.ts';
import { removeProvider } from './commands/remove-provider/index.ts';
import { routes } from './commands/routes/index.ts';
import { secret } from './commands/secret/index.ts';
import { undo } from './commands/undo/index.ts';
import { unprotectRoute } from './commands/unprotect-route/index.ts';
import { readManifest } from './package.ts';

/** In the order of the help text. */
const commands = [
	init,
	addProvider,
	removeProvider,
	providers,
	addAdapter,
	addAccounts,
	addAccountPage,
	protectRoute,
	unprotectRoute,
	routes,
	doctor,
	migrate,
	secret,
	undo,
];

/**
 * The command line. What a command does is loaded when it runs, so that `--help` costs nothing.
 * @param setExitCode receives the exit code of the command that ran.
 */
export function createProgram(setExitCode: (code: number) => void): Command {
	const program = new Command('authgraft')
		.description('Graft sign-in onto an existing SvelteKit or SolidStart project.')
		.version(readManifest().version)
		.exitOverride()
		// Told by main, with a code, as every other failure.
		.configureOutput({ outputError: () => {} })
		.configureHelp({ showGlobalOptions: true });
	for (const command of commands) command.addTo(program, setExitCode);
	return program;
}
