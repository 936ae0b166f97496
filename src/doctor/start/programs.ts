import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../host/host.ts';
import type { HostContext } from '../context.ts';
import type { Program } from './process.ts';

/** What is set for a server that is only tried: a secret and an address of its own. */
export interface Trial {
	port: number;
	secret: string;
	/** As a browser would see it: what the build says, or the port itself. */
	origin: string;
	/** Values that are not printed, whatever prints them. */
	hidden: readonly string[];
}

/** The address that the project is built for; else that of the port. */
export const originOf = ({ host }: Pick<HostContext, 'host'>, port: number): string =>
	host.origin ?? `http://127.0.0.1:${port}`;

/** What the env files of development say, with our own secret and address over it: no production is touched. */
export function environmentOf(
	{ environment }: Pick<HostContext, 'environment'>,
	{ port, secret, origin }: Trial,
	mode: 'production' | 'development',
): NodeJS.ProcessEnv {
	const files = Object.assign({}, ...environment.files.map(({ values }) => values)) as Record<string, string>;
	const { NODE_OPTIONS: _, ...rest } = process.env;
	return {
		...files,
		...rest,
		AUTH_SECRET: secret,
		AUTH_URL: origin,
		NODE_ENV: mode,
		HOST: '127.0.0.1',
		PORT: String(port),
		NITRO_HOST: '127.0.0.1',
		NITRO_PORT: String(port),
		// adapter-node takes itself for https otherwise, and refuses every form over plain http.
		...(mode === 'production' ? { PROTOCOL_HEADER: 'x-forwarded-proto', ORIGIN: origin } : {}),
		BROWSER: 'none',
		CI: '1',
	};
}

/** The project's own script, or what it would run. Undefined without either. */
export function buildProgram(host: Host, env: NodeJS.ProcessEnv): Program | undefined {
	if (!/"build"\s*:/.test(host.manifest.text)) return undefined;
	const npm = npmProgram(host);
	return { file: npm.file, args: [...npm.args, 'run', 'build'], cwd: host.root, env };
}

/** npm is a script for a shell on Windows; the one that started us is a file. */
function npmProgram({ packageManager }: Host): { file: string; args: string[] } {
	const { npm_execpath: path } = process.env;
	if (packageManager === 'npm' && path && /npm-cli\.js$/.test(path))
		return { file: process.execPath, args: [path] };
	return { file: process.platform === 'win32' ? `${packageManager}.cmd` : packageManager, args: [] };
}

const viteFile = ({ root }: Host): string | undefined => {
	const path = join(root, 'node_modules/vite/bin/vite.js');
	return existsSync(path) ? path : undefined;
};

const vinxiFile = ({ root }: Host): string | undefined => {
	const path = join(root, 'node_modules/vinxi/bin/cli.mjs');
	return existsSync(path) ? path : undefined;
};

/** What serves the build. */
export function serveProgram(host: Host, port: number, env: NodeJS.ProcessEnv): Program | undefined {
	// What lies where the other framework builds to is none of this one's.
	const entry = host.framework === 'solid-start' ? '.output/server/index.mjs' : 'build/index.js';
	const isNode = host.framework === 'solid-start' || host.adapter === '@sveltejs/adapter-node';
	if (isNode && existsSync(join(host.root, entry)))
		return { file: process.execPath, args: [entry], cwd: host.root, env };
	const vite = viteFile(host);
	return vite === undefined || host.framework === 'solid-start'
		? undefined
		: { file: process.execPath, args: [vite, 'preview', ...at(port)], cwd: host.root, env };
}

/** The server for developing, in which the test people are. */
export function developProgram(host: Host, port: number, env: NodeJS.ProcessEnv): Program | undefined {
	if (host.generation.config === 'app.config') {
		const vinxi = vinxiFile(host);
		return vinxi === undefined
			? undefined
			: {
					file: process.execPath,
					args: [vinxi, 'dev', '--host', '127.0.0.1', '--port', String(port)],
					cwd: host.root,
					env,
				};
	}
	const vite = viteFile(host);
	return vite === undefined
		? undefined
		: { file: process.execPath, args: [vite, 'dev', ...at(port)], cwd: host.root, env };
}

const at = (port: number): string[] => ['--host', '127.0.0.1', '--port', String(port), '--strictPort'];
