import { globSync } from 'node:fs';
import { join } from 'node:path';

/** What a program that runs a build needs to know. */
export interface Place {
	/** Of the host. */
	folder: string;
	port: number;
	/** Where people find it: `http://127.0.0.1:4000`. */
	origin: string;
	/** Folder with the programs of `packages/programs`. */
	programs: string;
	/** Variables of the application. */
	env: Record<string, string>;
}

/** A command line; without a program it is Node's. */
export interface Command {
	program?: string;
	args: string[];
	/** Below the host's folder. */
	cwd?: string;
	/** What the process gets besides the variables of the application. */
	env?: Record<string, string>;
}

/** Something that people deploy to, and how its build is run on this machine. */
export interface Platform {
	/** `Cloudflare Workers` */
	name: string;
	/** Adapter or preset, without the version: that of the package is read. */
	adapter: string;
	/** The package whose version decides. */
	package: string;
	/** What runs it: `wrangler dev`, `Bun`. */
	runner: string;
	/** For the adapter. */
	options?: Record<string, unknown>;
	/** SvelteKit 3 has taken away what its adapter asks for: see hosts/shim.js. */
	shim?: boolean;
	/** Variables of the build. */
	buildEnv?: Record<string, string>;
	command(place: Place): Command;
	/** In place of AUTH_URL: where the platform itself says that its Host header is true. */
	trust?: Record<string, string>;
	/** The platform cuts bodies off by itself, before the application sees them. */
	ownBodyLimit?: boolean;
	/** It does not work yet, and who is to blame; the test fails when it does. */
	broken?: { at: 'build' | 'start' | 'home' | 'sign-in'; why: string };
}

const loader = (name: string) => join(import.meta.dirname, 'loaders', name);

/** A program of an npm package whose own script, which would put it in place, has not run. */
function programIn(programs: string, pattern: string): string {
	const [found] = globSync(pattern, { cwd: join(programs, 'node_modules') });
	if (!found) throw new Error(`No ${pattern} in ${programs}`);
	return join(programs, 'node_modules', found);
}

/** The build says where it listens by these. */
const listens = ({ port, origin }: Place) => ({ HOST: '127.0.0.1', PORT: String(port), ORIGIN: origin });

export const node =
	(file: string): Platform['command'] =>
	(place) => ({ args: [file], env: listens(place) });

export const bun =
	(file: string): Platform['command'] =>
	(place) => ({
		program: programIn(place.programs, '@oven/*/bin/bun{,.exe}'),
		args: ['run', file],
		env: listens(place),
	});

export const denoIn = (programs: string): string => programIn(programs, '@deno/*/deno{,.exe}');

/** @param more for the program, such as a configuration */
export const deno =
	(file: string, more: string[] = []): Platform['command'] =>
	(place) => ({
		program: denoIn(place.programs),
		// Nothing is fetched: what is not in the build is not there.
		args: ['run', '-A', '--no-remote', '--no-lock', ...more, file],
		env: { ...listens(place), DENO_NO_UPDATE_CHECK: '1', DENO_SERVE_ADDRESS: `tcp:127.0.0.1:${place.port}` },
	});

/** As the launchers of Vercel, Netlify and Lambda call a function. */
export const functions =
	(kind: 'fetch' | 'listener' | 'lambda', module: string, files: string): Platform['command'] =>
	({ port, folder }) => ({
		args: [loader('serve.ts'), kind, String(port), join(folder, module), join(folder, files)],
	});

export const denoEdge =
	(module: string, files: string): Platform['command'] =>
	(place) => {
		const command = deno(loader('deno-edge.ts'), ['--no-config'])(place);
		const at = [String(place.port), join(place.folder, module), join(place.folder, files)];
		return { ...command, args: [...command.args, ...at] };
	};

export const vercelEdge =
	(module: string): Platform['command'] =>
	({ port, folder, programs }) => ({
		args: [loader('edge-runtime.mjs'), String(port), join(folder, module), programs],
	});

/** What the Worker may use of Node is decided by date and flags; the newest date that every workerd of the tests knows. */
export const workerDate = '2026-07-01';

const quiet = (folder: string) => ({
	WRANGLER_SEND_METRICS: 'false',
	WRANGLER_LOG_PATH: join(folder, 'wrangler-logs'),
	CI: '1',
});

export const wrangler =
	(
		config: string,
		{ date = workerDate, flags = ['nodejs_compat'] }: { date?: string; flags?: string[] } = {},
	): Platform['command'] =>
	({ programs, folder, port, env }) => ({
		args: [
			join(programs, 'node_modules/wrangler/bin/wrangler.js'),
			...['dev', '--config', config, '--ip', '127.0.0.1', '--port', String(port), '--local'],
			...['--inspector-port', '0', '--show-interactive-dev-session=false', '--compatibility-date', date],
			...flags.flatMap((flag) => ['--compatibility-flags', flag]),
			...Object.entries(env).flatMap(([name, value]) => ['--var', `${name}:${value}`]),
		],
		env: quiet(folder),
	});

export const wranglerPages =
	(output: string): Platform['command'] =>
	({ programs, folder, port, env }) => ({
		args: [
			join(programs, 'node_modules/wrangler/bin/wrangler.js'),
			...['pages', 'dev', output, '--ip', '127.0.0.1', '--port', String(port), '--inspector-port', '0'],
			...['--show-interactive-dev-session=false', '--compatibility-date', workerDate],
			...['--compatibility-flags', 'nodejs_compat'],
			...Object.entries(env).flatMap(([name, value]) => ['--binding', `${name}=${value}`]),
		],
		env: quiet(folder),
	});
