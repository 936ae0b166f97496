import { basename } from 'node:path';
import { cleanEnv } from './clean-env.ts';
import { endGroup, spawnGroup } from './group.ts';

export interface ServerOptions {
	cwd: string;
	/** Default: Node. */
	program?: string;
	/** Arguments: `['build']`, `['node_modules/vite/bin/vite.js', 'dev', ...]`. */
	args: string[];
	/** Where it will answer: `http://127.0.0.1:4000`. */
	origin: string;
	/** Path asked for while waiting. Any HTTP answer counts, the status does not matter. Default `/`. */
	readyPath?: string;
	env?: Record<string, string>;
	/** Milliseconds until it must answer. Default 60 seconds. */
	timeout?: number;
	/** Show the output while it comes, besides capturing it. */
	stream?: boolean;
}

export interface RunningServer {
	origin: string;
	pid: number;
	/** Everything it printed so far. */
	output(): string;
	/** False as soon as it has ended, by a crash for example. */
	isRunning(): boolean;
	/** Resolves when it has ended, by whatever. */
	ended: Promise<void>;
	/** Ends it and everything it started. May be called twice. */
	stop(): Promise<void>;
}

/** Starts a server and waits until it answers. Throws with its output when it ends or stays silent. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
	const { program = process.execPath, args } = options;
	const child = spawnGroup(program, args, {
		cwd: options.cwd,
		env: cleanEnv(options.env),
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	let running = true;
	for (const name of ['stdout', 'stderr'] as const) {
		child[name]?.setEncoding('utf8').on('data', (text: string) => {
			output += text;
			if (options.stream) process[name].write(text);
		});
	}
	const ended = new Promise<void>((resolve) => {
		child.once('exit', () => resolve());
		child.once('error', (error) => {
			output += error.message;
			resolve();
		});
	}).then(() => {
		running = false;
	});
	const server: RunningServer = {
		origin: options.origin,
		pid: child.pid ?? -1,
		output: () => output,
		isRunning: () => running,
		ended,
		stop: () => endGroup(child),
	};
	const deadline = Date.now() + (options.timeout ?? 60_000);
	const url = options.origin + (options.readyPath ?? '/');
	while (!(await answers(url))) {
		if (running && Date.now() < deadline) {
			await new Promise((resolve) => setTimeout(resolve, 100));
			continue;
		}
		const why = running ? 'did not answer in time' : 'ended while starting';
		await server.stop();
		throw new Error(`The server \`${basename(program)} ${args.join(' ')}\` ${why}\n${output.slice(-4_000)}`);
	}
	return server;
}

/** The arguments of a SvelteKit or SolidStart development server on a fixed port of 127.0.0.1. */
export const viteDev = (port: number): string[] => [
	'node_modules/vite/bin/vite.js',
	'dev',
	...['--host', '127.0.0.1', '--port', String(port), '--strictPort'],
];

async function answers(url: string): Promise<boolean> {
	try {
		const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(30_000) });
		await response.arrayBuffer();
		return true;
	} catch {
		return false;
	}
}
