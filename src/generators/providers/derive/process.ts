import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkDerivation } from './check.ts';
import { type Derivation, marker } from './index.ts';

const timeoutMs = 10_000;

/** In the build a file beside this one; in a checkout the source. */
const program = ['derive-providers.js', 'child.ts']
	.map((name) => fileURLToPath(new URL(`./${name}`, import.meta.url)))
	.find((file) => existsSync(file));

/**
 * Asks a core's provider modules in a process of its own: bounded in time, without our environment, and where Node.js
 * can do so without the right to write files or to start programs.
 *
 * @throws Error when that process gives no answer that can be used
 */
export function deriveInProcess(core: string, options: { timeoutMs?: number } = {}): Promise<Derivation> {
	const { promise, resolve, reject } = Promise.withResolvers<Derivation>();
	const args = [...permissions(), program ?? '', join(core, 'providers')];
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

/** `--permission` came with Node.js 23.5 and 22.13. */
function permissions(): string[] {
	const isKnown = process.allowedNodeEnvironmentFlags?.has('--permission');
	return isKnown ? ['--permission', '--allow-fs-read=*'] : [];
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
