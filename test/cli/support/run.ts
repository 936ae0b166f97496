import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnv } from '../../../scripts/lib/process/clean-env.ts';
import { Residents } from '../../support/residents.ts';
import { folderVariable } from './folder.ts';

/*
 * Black-box runs of the built command. The test files that share a worker share a temporary folder, in which each host
 * has one of its own, and the processes that stay.
 */

export const repository = join(import.meta.dirname, '../../..');
export const bin = join(repository, 'bin/authgraft.cjs');

if (!existsSync(join(repository, 'dist/cli/main.cjs')))
	throw new Error('dist/ is missing: run `npm run build` first.');

export const temporary = realpathSync(mkdtempSync(join(process.env[folderVariable] ?? tmpdir(), 'worker-')));

/** Holds nothing: no git configuration of the person who runs the tests. */
const home = join(temporary, 'home');
mkdirSync(home);

/** The environment of a fresh shell, not on CI, without wishes for colour. */
export function environment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
	const { CI, FORCE_COLOR, NO_COLOR, ...rest } = cleanEnv();
	return {
		...rest,
		HOME: home,
		GIT_CONFIG_NOSYSTEM: '1',
		TERM: 'xterm-256color',
		SHELL: '/bin/sh',
		...extra,
	};
}

export interface RunOptions {
	cwd?: string;
	env?: Record<string, string>;
	/** Written to standard input, which otherwise is empty. */
	input?: string;
	/** Program and arguments that start the command, instead of Node alone. */
	launcher?: string[];
	/** Called when the output holds a text, with the id of the process. */
	when?: [text: string, act: (pid: number) => void];
}

export interface Result {
	/** Exit code, or the name of the signal that ended the process. */
	exit: number | NodeJS.Signals | null;
	stdout: string;
	stderr: string;
}

const timeLimit = 45_000;

/** They end with the worker, as its channel to them does. */
const residents = new Residents(environment());

/**
 * Runs the built command in a process that has run others before: a tenth of the work. For tests that are about what it does to a
 * project; those that are about the process start one with `runCli`.
 */
export async function runResident(args: string[], cwd: string): Promise<Result> {
	const { code, stdout, stderr } = await residents.run(args, cwd);
	return checkOutput({ exit: code, stdout, stderr }, [...args, cwd].join(''));
}

/** Runs the built command in a process of its own without a terminal, and waits for its end. */
export function runCli(args: string[], options: RunOptions = {}): Promise<Result> {
	const { cwd = temporary, env, input, launcher = [process.execPath, bin] } = options;
	const [file = '', ...before] = launcher;
	let when = options.when;
	return new Promise((resolve, reject) => {
		const child = spawn(file, [...before, ...args], {
			cwd,
			env: environment(env),
			stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
		});
		const result: Result = { exit: null, stdout: '', stderr: '' };
		for (const name of ['stdout', 'stderr'] as const) {
			child[name]?.setEncoding('utf8').on('data', (text: string) => {
				result[name] += text;
				if (!when || !result[name].includes(when[0])) return;
				const [, act] = when;
				when = undefined;
				act(child.pid as number);
			});
		}
		// The command may end without reading.
		child.stdin?.on('error', () => {}).end(input);
		const timer = setTimeout(() => {
			child.kill('SIGKILL');
			reject(new Error(`authgraft ${args.join(' ')} took too long:\n${result.stdout}${result.stderr}`));
		}, timeLimit);
		child.once('error', reject);
		child.once('close', (code, signal) => {
			clearTimeout(timer);
			try {
				if (when) throw new Error(`"${when[0]}" never appeared:\n${result.stdout}${result.stderr}`);
				resolve(checkOutput({ ...result, exit: code ?? signal }, [...args, cwd].join('')));
			} catch (error) {
				reject(error);
			}
		});
	});
}

/**
 * Of every run, whatever it is about: nothing that only a terminal understands, and no fault of our own.
 * @param given what may be shown again.
 */
function checkOutput(result: Result, given: string): Result {
	refuseIn(result, '\u001b', 'prints escape codes although no terminal reads them');
	if (!given.includes('\n')) refuseIn(result, '\\u000a', 'prints several lines as one');
	refuseIn(result, 'AG_INTERNAL', 'ran into a fault of its own');
	refuseIn(result, /\n {4}at .+:\d+:\d+/, 'prints a stack trace');
	return result;
}

export function refuseIn({ stdout, stderr }: Result, what: string | RegExp, complaint: string): void {
	const output = stdout + stderr;
	if (typeof what === 'string' ? output.includes(what) : what.test(output))
		throw new Error(`authgraft ${complaint}:\n${output}`);
}
