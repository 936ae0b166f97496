import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDerivation } from './check.ts';
import { type Derivation, marker } from './index.ts';
import { readableFolders } from './reads.ts';

const timeoutMs = 10_000;

/** In the build a file beside this one; in a checkout the source. */
const program = ['derive-providers.js', 'child.ts']
	.map((name) => fileURLToPath(new URL(`./${name}`, import.meta.url)))
	.find((file) => existsSync(file));

/**
 * Asks a core's provider modules in a process of its own: bounded in time, without our environment, under Node's
 * `--permission` (nothing written or started, nothing read but the core and its dependencies), and sealed by `seal.ts`
 * against what that leaves open. A seat belt against a core that somebody spoiled, no sandbox.
 *
 * @throws Error when that process gives no answer that can be used
 */
export async function deriveInProcess(
	core: string,
	options: { timeoutMs?: number } = {},
): Promise<Derivation> {
	if (!program) throw new Error('the program for it is missing');
	refuseDebugger();
	const { promise, resolve, reject } = Promise.withResolvers<Derivation>();
	// Up to 22.17 Node runs TypeScript only when it is told to: in a checkout.
	const typescript = program.endsWith('.ts') && known(stripTypes) ? [stripTypes] : [];
	const args = [...permissions(core, dirname(program)), ...typescript, program, join(core, 'providers')];
	const bounds = {
		timeout: options.timeoutMs ?? timeoutMs,
		killSignal: 'SIGKILL',
		maxBuffer: 1_000_000,
	} as const;
	execFile(
		process.execPath,
		args,
		{ ...bounds, cwd: core, env: environment(), windowsHide: true },
		(error, stdout) => {
			if (error) return reject(new Error(reasonOf(error)));
			const line = stdout.split('\n').findLast((text) => text.startsWith(marker)) ?? '';
			const derivation = checkDerivation(parse(line.slice(marker.length)));
			if (derivation) resolve(derivation);
			else reject(new Error('its answer is not to be understood'));
		},
	)
		.stdin?.on('error', () => {})
		.end();
	return promise;
}

/** Whether this Node.js has a flag. */
const known = (flag: string): boolean => process.allowedNodeEnvironmentFlags?.has(flag) === true;
const stripTypes = '--experimental-strip-types';

/**
 * `--permission` had another name up to Node.js 22.12, where it refuses what a core depends on although it is named: modules
 * that need those are then as if they were not installed. `--disable-sigusr1` came with 22.14.
 */
function permissions(core: string, ours: string): string[] {
	const permission = ['--permission', '--experimental-permission'].find(known);
	if (!permission) return [];
	const folders = [ours + sep, ...readableFolders(core)];
	if (folders.some((folder) => folder.includes('*')))
		throw new Error('a folder is called *, which means all');
	return [
		permission,
		...(known('--disable-sigusr1') ? ['--disable-sigusr1'] : []),
		...folders.map((folder) => `--allow-fs-read=${folder}`),
	];
}

/**
 * A signal makes Node.js open a debugger, through which any process of this computer runs code in ours. With a listener
 * it does not. It stays: without one again, the signal would end the process.
 */
function refuseDebugger(): void {
	if (process.listenerCount('SIGUSR1') === 0) process.on('SIGUSR1', () => {});
}

/** Nothing of ours: neither secrets nor NODE_OPTIONS. Windows starts no program without its own folder. */
const environment = (): NodeJS.ProcessEnv =>
	process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot };

function reasonOf(error: Error & { killed?: boolean; code?: unknown }): string {
	if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'it prints too much';
	if (error.killed) return 'it takes too long to load';
	return `loading it ends with ${error.code ?? 'a fault'}`;
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
