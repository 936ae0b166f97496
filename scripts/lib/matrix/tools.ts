import { delimiter, dirname, join } from 'node:path';
import { denoIn } from '../../../test/platforms/platform.ts';
import { lockedPackages } from '../../../test/support/locked-packages.ts';
import type { Manager } from '../../../test/support/matrix.ts';
import { root } from '../../bootstrap.mjs';
import { exec, execOk, npm } from '../process/exec.ts';
import { askRegistry } from '../release/first-day.ts';
import { registryOfNpm } from '../release/index.ts';
import { installManagers, managers } from '../release/managers.ts';
import { pack } from '../release/pack.ts';
import { standIn } from '../release/stand-in.ts';

/** The package managers of this run, and authgraft as they get it. */
export interface Tools {
	/** Finds all of them, and sends them to a registry that has this checkout's packages. */
	env: Record<string, string>;
	versions: Record<Manager, string>;
	/** The script of the command, from the package. */
	authgraft: string;
	/** The program. */
	deno: string;
	close(): Promise<void>;
}

/** @param folder does not exist yet */
export async function getTools(folder: string): Promise<Tools> {
	const found = await installManagers(folder, ['pnpm', 'yarn', 'bun']);
	const programs = await lockedPackages(join(root, 'test/platforms/packages/programs'));
	const deno = denoIn(programs);
	const packages = await pack(join(folder, 'packages'));
	const registry = await standIn(packages, await registryOfNpm(folder));
	const env = {
		...{ CI: 'true', DENO_NO_UPDATE_CHECK: '1' },
		...askRegistry(registry.url),
		NPM_CONFIG_REGISTRY: registry.url,
		...found,
		PATH: [dirname(deno), found.PATH].join(delimiter),
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
	const home = join(folder, 'authgraft');
	const own = packages.find(({ manifest }) => manifest.name === 'authgraft')?.file ?? '';
	await execOk(...npm('install', '--prefix', home, '--no-audit', '--no-fund', own), { cwd: folder, env });
	const authgraft = join(home, 'node_modules/authgraft/bin/authgraft.cjs');
	return { env, versions, authgraft, deno, close: registry.close };
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
