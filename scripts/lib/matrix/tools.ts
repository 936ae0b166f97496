import { delimiter, dirname, join } from 'node:path';
import { denoIn } from '../../../test/platforms/platform.ts';
import { lockedPackages } from '../../../test/support/locked-packages.ts';
import type { Manager } from '../../../test/support/matrix.ts';
import { root } from '../../bootstrap.mjs';
import { exec, npm } from '../process/exec.ts';
import { installManagers, managers } from '../release/managers.ts';

/** The package managers of this run. */
export interface Tools {
	/** Finds all of them. */
	env: Record<string, string>;
	versions: Record<Manager, string>;
}

/** @param folder does not exist yet */
export async function getTools(folder: string): Promise<Tools> {
	const found = await installManagers(folder, ['pnpm', 'yarn', 'bun']);
	const programs = await lockedPackages(join(root, 'test/platforms/packages/programs'));
	const env = {
		...{ CI: 'true', DENO_NO_UPDATE_CHECK: '1' },
		...found,
		PATH: [dirname(denoIn(programs)), found.PATH].join(delimiter),
	};
	const version = async (manager: Manager) => {
		const [file, args] = command(manager, '--version');
		const { code, stdout } = await exec(file, args, { env, cwd: folder });
		const [number] = /\d+\.\d+\.\d+\S*/.exec(stdout) ?? [];
		if (code !== 0 || !number) throw new Error(`${manager} does not tell its version: ${stdout}`);
		return number;
	};
	const versions = {
		npm: await version('npm'),
		pnpm: await version('pnpm'),
		yarn: await version('yarn'),
		bun: await version('bun'),
		deno: await version('deno'),
	};
	return { env, versions };
}

/** Of a manager, as its users type it. */
export const command = (manager: Manager, ...args: string[]): [file: string, args: string[]] =>
	manager === 'npm' ? npm(...args) : [manager, args];

/** Runs a script of package.json. */
export const script = (manager: Manager, name: string): [file: string, args: string[]] =>
	command(manager, manager === 'deno' ? 'task' : 'run', name);

/** Makes the lock file that says whose project it is, and installs as little as the manager can. */
export const lock: Record<Manager, string[]> = {
	npm: ['install', '--package-lock-only', '--no-audit', '--no-fund'],
	pnpm: managers.pnpm.lock,
	yarn: managers.yarn.lock,
	bun: managers.bun.lock,
	deno: ['install'],
};
