import { basename } from 'node:path';
import { cleanEnv } from './clean-env.ts';
import { endGroup, spawnGroup } from './group.ts';

export interface ExecOptions {
	cwd?: string;
	/** Added to a clean environment (see clean-env.ts). */
	env?: Record<string, string>;
	/** Milliseconds; the program and its children are ended after it. Default 2 minutes. */
	timeout?: number;
	/** Show the output while it comes, besides capturing it. */
	stream?: boolean;
}

export interface ExecResult {
	command: string;
	/** Exit code; null when a signal ended the program. */
	code: number | null;
	stdout: string;
	stderr: string;
	/** Both streams, in the order in which they came. */
	output: string;
	timedOut: boolean;
}

/** Runs a program with arguments as they are (no shell) and waits for it. Fails only when it cannot be started. */
export function exec(file: string, args: string[], options: ExecOptions = {}): Promise<ExecResult> {
	const command = [basename(file), ...args].join(' ');
	return new Promise((resolve, reject) => {
		const child = spawnGroup(file, args, {
			...(options.cwd === undefined ? {} : { cwd: options.cwd }),
			env: cleanEnv(options.env),
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const result: ExecResult = { command, code: null, stdout: '', stderr: '', output: '', timedOut: false };
		for (const name of ['stdout', 'stderr'] as const) {
			child[name]?.setEncoding('utf8').on('data', (text: string) => {
				result[name] += text;
				result.output += text;
				if (options.stream) process[name].write(text);
			});
		}
		let ended: Promise<void> | undefined;
		const timer = setTimeout(() => {
			result.timedOut = true;
			ended = endGroup(child);
		}, options.timeout ?? 120_000);
		child.once('error', (error) => {
			clearTimeout(timer);
			reject(new Error(`Cannot start ${command}: ${error.message}`));
		});
		child.once('close', async (code) => {
			clearTimeout(timer);
			await ended;
			resolve({ ...result, code });
		});
	});
}

/** Like `exec`, and throws with the command and the end of its output (unless shown) when it does not exit with 0. */
export async function execOk(file: string, args: string[], options: ExecOptions = {}): Promise<ExecResult> {
	const result = await exec(file, args, options);
	if (result.code === 0) return result;
	const how = result.timedOut ? 'took too long' : `exited with ${result.code}`;
	const output = options.stream ? '' : `\n${result.output.slice(-4_000)}`;
	throw new Error(`\`${result.command}\` ${how}${output}`);
}

/** Program and arguments that run npm on the Node in use; `npm` itself is a shell script on Windows. */
export function npm(...args: string[]): [file: string, args: string[]] {
	const cli = process.env.npm_execpath;
	if (cli && basename(cli) === 'npm-cli.js') return [process.execPath, [cli, ...args]];
	return ['npm', args];
}
