import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cleanEnv } from '../process/clean-env.ts';
import { execOk, npm } from '../process/exec.ts';

/** A package manager other than npm. */
export interface Manager {
	/** The package of npm that brings it. */
	tool: string;
	lockFile: string;
	/** Makes the lock file, and nothing else. */
	lock: string[];
	/** More files of its projects. */
	files: Record<string, string>;
	/** The version of vite, when the newest one cannot be had. */
	vite?: string;
}

type Name = 'pnpm' | 'yarn' | 'bun';

export const managers: Record<Name, Manager> = {
	pnpm: {
		// 11 and 12 take the same path in `init`; 10 is what most lock files of today were made with.
		tool: 'pnpm@10.34.9',
		lockFile: 'pnpm-lock.yaml',
		lock: ['install', '--lockfile-only'],
		files: {},
	},
	yarn: {
		tool: '@yarnpkg/cli-dist@4.18.1',
		lockFile: 'yarn.lock',
		lock: ['install', '--mode=update-lockfile', '--no-immutable'],
		files: { '.yarnrc.yml': 'nodeLinker: node-modules\n', 'yarn.lock': '' },
		// vite 8.4.0 has an optional dependency that not every registry knows; Yarn alone ends over that.
		vite: '~8.3.8',
	},
	bun: { tool: 'bun@1.4.5', lockFile: 'bun.lock', lock: ['install', '--lockfile-only'], files: {} },
};

/**
 * Installs managers into a new folder.
 * @returns the variables of an environment that finds them
 */
export async function installManagers(
	folder: string,
	names: readonly Name[],
): Promise<Record<string, string>> {
	const tools = names.map((name) => managers[name].tool);
	await mkdir(folder);
	await writeFile(join(folder, 'package.json'), '{ "private": true }');
	await execOk(...npm('install', '--no-audit', '--no-fund', ...tools), { cwd: folder, timeout: 300_000 });
	const PATH = [join(folder, 'node_modules/.bin'), cleanEnv().PATH].join(delimiter);
	return { PATH, ...(await trustOfNpm(folder)) };
}

/** A certificate that npm is set up to trust is one that the others do not know of: yarn then fails at once. */
async function trustOfNpm(cwd: string): Promise<Record<string, string>> {
	const { stdout } = await execOk(...npm('config', 'get', 'cafile'), { cwd });
	const file = stdout.trim();
	return file === '' || file === 'null' ? {} : { NODE_EXTRA_CA_CERTS: file };
}
