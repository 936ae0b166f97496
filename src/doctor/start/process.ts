import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { ask } from '../address/ask.ts';

/** Output that is kept: its end. Characters. */
const kept = 20_000;

/** A program with everything that it starts. */
export interface Started {
	/** The end of what it printed. */
	output(): string;
	/** Undefined while it runs; null where a signal ended it. */
	code(): number | null | undefined;
	ended: Promise<void>;
	/** Ends it and everything it started. May be called twice. */
	end(): Promise<void>;
}

export interface Program {
	file: string;
	args: readonly string[];
	cwd: string;
	env: NodeJS.ProcessEnv;
}

const isPosix = process.platform !== 'win32';

/** Starts a program as the leader of a group of its own, without a shell. */
export function start({ file, args, cwd, env }: Program): Started {
	const child = spawn(file, args, {
		cwd,
		env,
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: isPosix,
		windowsHide: true,
	});
	let output = '';
	let code: number | null | undefined;
	for (const stream of [child.stdout, child.stderr])
		stream.setEncoding('utf8').on('data', (text: string) => {
			output = (output + text).slice(-kept);
		});
	const ended = new Promise<void>((resolve) => {
		child.once('error', (error) => {
			output += error.message;
			code = null;
			resolve();
		});
		child.once('close', (status) => {
			code = status;
			resolve();
		});
	});
	// Whatever ends this process, what it started is not left behind.
	const last = () => signalGroup(child, 'SIGKILL');
	process.once('exit', last);
	return {
		output: () => output,
		code: () => code,
		ended,
		async end() {
			signalGroup(child, 'SIGTERM');
			if (!(await gone(child, 3_000))) {
				signalGroup(child, 'SIGKILL');
				await gone(child, 3_000);
			}
			process.off('exit', last);
		},
	};
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
	if (child.pid === undefined) return;
	try {
		if (isPosix) process.kill(-child.pid, signal);
		else child.kill(signal);
	} catch {
		// It has ended by itself.
	}
}

function isThere({ pid, exitCode, signalCode }: ChildProcess): boolean {
	if (pid === undefined) return false;
	if (!isPosix) return exitCode === null && signalCode === null;
	try {
		process.kill(-pid, 0);
		return true;
	} catch {
		return false;
	}
}

async function gone(child: ChildProcess, milliseconds: number): Promise<boolean> {
	const deadline = Date.now() + milliseconds;
	while (isThere(child)) {
		if (Date.now() > deadline) return false;
		await pause(20);
	}
	return true;
}

export const pause = (milliseconds: number) =>
	new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Waits until a server answers anything at all. False when it ended, took too long, or is to be ended. */
export async function answers(
	server: Started,
	address: URL,
	{ milliseconds, signal }: { milliseconds: number; signal: AbortSignal },
): Promise<boolean> {
	const deadline = Date.now() + milliseconds;
	while (server.code() === undefined && Date.now() < deadline && !signal.aborted) {
		const answer = await ask(address, { signal });
		if (answer.kind === 'answer') return true;
		await pause(150);
	}
	return false;
}

/**
 * A port of 127.0.0.1 that nobody listens on at this moment.
 * @param wanted this one; rejects where somebody has it.
 */
export function freePort(wanted = 0): Promise<number> {
	const { promise, resolve, reject } = Promise.withResolvers<number>();
	const server = createServer();
	server.once('error', reject);
	server.listen(wanted, '127.0.0.1', () => {
		const address = server.address();
		server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
	});
	return promise;
}
