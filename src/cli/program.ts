import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import type {
	AddAdapterOptions,
	AddProviderOptions,
	CommonOptions,
	InitOptions,
	ProtectOptions,
	ProvidersOptions,
	RemoveProviderOptions,
	RoutesOptions,
	SecretOptions,
} from './options.ts';
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
			const { init } = await import('./commands/init/run.ts');
			setExitCode(await init(options));
		});

	common(
		program.command('add-provider').description('add ways to sign in, with their variables and a button'),
	)
		.argument('[id...]', 'ids of @auth/core such as github; asked for when missing')
		.option('--id <own-id>', 'an id of your own, for a second provider of one kind')
		.option('--client-id <value>', 'the client id, where it is known already')
		.option('--issuer <url>', 'the issuer, for providers that need one')
		.option('--stdin', 'read values as NAME=value lines from standard input', false)
		.option('--module <file>', 'the file that configures sign-in, where there are several')
		.addOption(new Option('--client-secret [value]').hideHelp())
		.addOption(new Option('--secret [value]').hideHelp())
		.addOption(new Option('--api-key [value]').hideHelp())
		.addOption(new Option('--password [value]').hideHelp())
		.action(async (ids: string[], options: AddProviderOptions) => {
			const { addProvider } = await import('./commands/add-provider/run.ts');
			setExitCode(await addProvider(ids, options));
		});

	common(program.command('remove-provider').description('take ways to sign in out again'))
		.argument('<id...>', 'ids as providers lists them')
		.option('--variables', 'take their variables out of the env files, too', false)
		.option('--module <file>', 'the file that configures sign-in, where there are several')
		.action(async (ids: string[], options: RemoveProviderOptions) => {
			const { removeProvider } = await import('./commands/remove-provider/run.ts');
			setExitCode(await removeProvider(ids, options));
		});

	program
		.command('providers')
		.description('list every provider that add-provider knows, or tell about some')
		.argument('[id...]', 'ids to tell about')
		.option('--cwd <dir>', 'the project to look at', '.')
		.option('--json', 'print the list as JSON on stdout', false)
		.option('--verbose', 'print stack traces', false)
		.action(async (ids: string[], options: ProvidersOptions) => {
			const { listProviders } = await import('./commands/providers/run.ts');
			setExitCode(await listProviders(ids, options));
		});

	common(program.command('add-adapter').description('keep people, accounts and sessions in a database'))
		.argument('[name]', 'drizzle, drizzle-postgres, drizzle-mysql, prisma, unstorage or pg')
		.option('--module <file>', 'the file that configures sign-in, where there are several')
		.action(async (name: string | undefined, options: AddAdapterOptions) => {
			const { addAdapter } = await import('./commands/add-adapter/run.ts');
			setExitCode(await addAdapter(name, options));
		});

	common(program.command('protect-route').description('guard paths and pages, and the functions behind them'))
		.argument('[path...]', 'routes such as /dashboard or /blog/[slug]; asked for when missing')
		.option('--path', 'guard the path and all below it, in one place (the default)', false)
		.option('--page', 'guard the page itself, where its data is loaded', false)
		.option('--function <file[#name]>', 'guard a remote or server function (repeatable)', collect)
		.option('--except <path>', 'stays open, with all below it (repeatable)', collect)
		.option('--role <name>', 'only for people of this role; others get 403')
		.option('--when <expression>', 'only when this holds, in terms of `session` and `event`; else 403')
		.option('--force', 'guard a path that no route has', false)
		.action(async (paths: string[], options: ProtectOptions) => {
			const { protectRoute } = await import('./commands/protect-route/run.ts');
			setExitCode(await protectRoute(paths, options));
		});

	common(program.command('unprotect-route').description('take guards of protect-route back'))
		.argument('[path...]', 'routes as they were given to protect-route')
		.option('--path', 'the rule for the path (the default)', false)
		.option('--page', 'the guard in the page itself', false)
		.option('--function <file[#name]>', 'the guard of a remote or server function (repeatable)', collect)
		.action(async (paths: string[], options: ProtectOptions) => {
			const { unprotectRoute } = await import('./commands/protect-route/run.ts');
			setExitCode(await unprotectRoute(paths, options));
		});

	program
		.command('routes')
		.description('list every route and function with its guard, and what is known to leak')
		.option('--cwd <dir>', 'the project to look at', '.')
		.option('--json', 'print the list as JSON on stdout', false)
		.option(
			'--fail-on <pattern>',
			'exit with 1 when something public matches, such as /admin (repeatable)',
			collect,
		)
		.option('--verbose', 'print stack traces', false)
		.action(async (options: RoutesOptions) => {
			const { routes } = await import('./commands/routes/run.ts');
			setExitCode(await routes(options));
		});

	common(program.command('secret').description('make AUTH_SECRET, or put a new one in front of it'))
		.addArgument(
			new Argument('[action]', 'rotate: a new secret signs, those before stay valid').choices(['rotate']),
		)
		.option('--print', 'print a fresh secret for deployment, and nothing else', false)
		.action(async (action: 'rotate' | undefined, options: SecretOptions) => {
			const { secret } = await import('./commands/secret/run.ts');
			setExitCode(await secret(action, options));
		});

	common(program.command('undo').description('take the last applied changes back')).action(
		async (options: CommonOptions) => {
			const { undo } = await import('./commands/undo/run.ts');
			setExitCode(await undo(options));
		},
	);

	return program;
}
