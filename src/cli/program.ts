import { Command, InvalidArgumentError, Option } from 'commander';
import type { CommonOptions, InitOptions } from './options.ts';
import { readManifest } from './package.ts';

const list = (value: string): string[] => {
	const items = value
		.split(',')
		.map((item) => item.trim())
		.filter(Boolean);
	if (items.length === 0) throw new InvalidArgumentError('Expected at least one name.');
	return items;
};

const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** Options of every command, in the order of the help text. */
function common(command: Command): Command {
	return command
		.option('--cwd <dir>', 'the project to work on', '.')
		.option('-y, --yes', 'never ask: take the defaults for what no flag says', false)
		.option('--dry-run', 'print the full diff and write nothing', false)
		.option('--json', 'print plan and result as JSON on stdout', false)
		.option('--no-install', 'do not install packages')
		.option('--skip-refused', 'apply the rest when a file cannot be edited', false)
		.option('--allow-dirty', 'go on although git has uncommitted changes', false)
		.option('--verbose', 'print stack traces', false);
}

/**
 * The command line. Commands are loaded when they run, so that `--help` costs nothing.
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

	common(program.command('init').description('set up sign-in: run again it changes nothing'))
		.addOption(
			new Option('--framework <name>', 'when it cannot be told').choices(['sveltekit', 'solid-start']),
		)
		.option('--providers <ids>', 'comma-separated ids of @auth/core, or development', list)
		.option('--protect <path>', 'guard a path and all below it (repeatable)', collect)
		.option('--base-path <path>', 'base path of the auth endpoints (default: /auth)')
		.option('--alongside', 'go on beside another auth library', false)
		.action(async (options: InitOptions) => {
			const { init } = await import('./commands/init.ts');
			setExitCode(await init(options));
		});

	common(program.command('undo').description('take the last applied changes back')).action(
		async (options: CommonOptions) => {
			const { undo } = await import('./commands/undo.ts');
			setExitCode(await undo(options));
		},
	);

	return program;
}
