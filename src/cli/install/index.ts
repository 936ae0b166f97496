import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { upwards } from '../../host/files/folders.ts';
import type { Host, PackageManager } from '../../host/host.ts';
import { findPnp, pnpPackages } from '../../host/packages/pnp.ts';
import { paint, say } from '../terminal/output.ts';
import { howToGet, installFailed, reasonIn } from './failure.ts';
import { findProgram } from './find-program.ts';
import { run } from './run.ts';

/** What package managers write besides package.json and node_modules. */
const written = [
	...['package-lock.json', 'npm-shrinkwrap.json', 'pnpm-lock.yaml', 'yarn.lock', 'bun.lock', 'bun.lockb'],
	...['deno.lock', 'pnpm-workspace.yaml', '.pnp.cjs', '.pnp.loader.mjs'],
];

/** Paths of the files that an install may write, relative to the host: its own, and those of its workspace's root. */
export function installFiles({ root, workspaceRoot }: Host): string[] {
	const above = workspaceRoot === undefined || workspaceRoot === root ? [] : [workspaceRoot];
	return [root, ...above].flatMap((folder) =>
		written.map((name) => relative(root, join(folder, name)).split(sep).join('/')),
	);
}

/** How a person starts SvelteKit's own command through each package manager. */
const svelteKit: Record<PackageManager, string[]> = {
	npm: ['npx', 'svelte-kit'],
	pnpm: ['pnpm', 'exec', 'svelte-kit'],
	yarn: ['yarn', 'run', 'svelte-kit'],
	// `bunx svelte-kit` would fetch a package of that name where there is none.
	bun: ['bun', 'run', 'svelte-kit'],
	deno: ['deno', 'run', '-A', 'npm:@sveltejs/kit'],
};

/** On a build server pnpm takes the lock file for finished; ours has to change, since package.json just did. */
const thaw = '--no-frozen-lockfile';

function installArgs({ root, workspaceRoot, packageManager }: Host): string[] {
	if (packageManager !== 'pnpm') return ['install'];
	// Up to pnpm 10, a folder below a workspace that it does not belong to would install that workspace instead.
	const isOutsider =
		workspaceRoot === undefined &&
		[...upwards(dirname(root), '')].some((folder) => existsSync(join(folder, 'pnpm-workspace.yaml')));
	return ['install', ...(isOutsider ? ['--ignore-workspace'] : []), thaw];
}

/** The commands to finish by hand, as one line for a shell in the host's folder. */
export function installCommand(host: Host, platform: NodeJS.Platform = process.platform): string {
	const isServer = process.env.CI !== undefined && process.env.CI !== 'false';
	const args = installArgs(host).filter((arg) => arg !== thaw || isServer);
	const install = [host.packageManager, ...args].join(' ');
	if (host.framework !== 'sveltekit') return install;
	const line = `${install} && ${[...svelteKit[host.packageManager], 'sync'].join(' ')}`;
	// Windows PowerShell knows no `&&`, and cmd.exe no `;`.
	return platform === 'win32' ? `cmd /c "${line}"` : line;
}

/** The packages that our changes rely on. */
export const ourPackages: readonly string[] = ['@auth/core', '@authgraft/runtime'];

/** Whether packages that our changes rely on are still to be installed. */
export const needsInstall = (host: Host, packages: readonly string[]): boolean =>
	missing(host, packages).length > 0;

function missing({ root, workspaceRoot }: Host, packages: readonly string[]): string[] {
	const pnp = findPnp(root, workspaceRoot ?? root);
	const known = pnp === undefined ? undefined : pnpPackages(pnp);
	return packages.filter((name) => !known?.has(name) && !isInstalled(root, name));
}

/** Workspaces hoist: the package may lie in a node_modules further up. */
const isInstalled = (root: string, name: string): boolean =>
	[...upwards(root, '')].some((folder) => existsSync(join(folder, 'node_modules', name, 'package.json')));

/**
 * Installs, and lets SvelteKit generate its types again. Output goes to stderr as it comes.
 * @param packages what has to be there afterwards.
 * @throws AuthgraftError AG_INSTALL_FAILED (with the command that finishes by hand), AG_CANCELLED when interrupted.
 */
export async function install(
	host: Host,
	packages: readonly string[],
	interrupt: AbortSignal,
): Promise<void> {
	const { packageManager } = host;
	const file = findProgram(packageManager, host.root);
	const fail = (why: string, wayOn?: string) => installFailed(host, why, wayOn, installCommand(host));
	if (file === undefined) throw fail(`${packageManager} is not installed here`, howToGet(host));
	const ended = await run(host, file, installArgs(host), interrupt);
	// pnpm 11 fails when it installed everything but did not run build scripts that nobody allowed.
	const isBlocked = ended.output.includes('ERR_PNPM_IGNORED_BUILDS');
	if (ended.exitCode !== 0 && !isBlocked)
		throw fail(
			`"${packageManager} install" ended with exit code ${ended.exitCode ?? 'unknown'}`,
			reasonIn(ended.output),
		);
	const open = missing(host, packages);
	if (open.length > 0)
		throw fail(
			`"${packageManager} install" left ${open.join(' and ')} out`,
			packageManager === 'deno' && /"@authgraft\/runtime":\s*"file:/.test(host.read('package.json') ?? '')
				? 'Deno installs nothing from a file: address, which package.json names here.'
				: undefined,
		);
	if (host.framework === 'sveltekit') await sync(host, file, interrupt, fail);
	if (isBlocked)
		say(
			`${paint('yellow', 'Note:')} pnpm did not run the build scripts of the packages named above, and calls that a failure. Allow them with: pnpm approve-builds`,
		);
}

/** npm takes SvelteKit's generated node_modules/$app for a package nobody asked for, and removes it. */
async function sync(
	host: Host,
	manager: string,
	interrupt: AbortSignal,
	fail: (why: string, wayOn?: string) => Error,
): Promise<void> {
	const [, ...runner] = svelteKit[host.packageManager];
	const isPnp = findPnp(host.root, host.workspaceRoot ?? host.root) !== undefined;
	const local = localProgram(host.root, 'svelte-kit');
	if (local === undefined && !isPnp)
		throw fail(
			'there is no svelte-kit in node_modules/.bin',
			'Were the devDependencies left out (NODE_ENV=production, omit=dev)?',
		);
	const { exitCode } =
		local === undefined
			? await run(host, manager, [...runner, 'sync'], interrupt)
			: await run(host, local, ['sync'], interrupt);
	if (exitCode !== 0)
		throw fail(
			`"svelte-kit sync" ended with exit code ${exitCode ?? 'unknown'}`,
			isPnp && local === undefined
				? "Yarn's Plug'n'Play may be why: put \"nodeLinker: node-modules\" into .yarnrc.yml."
				: undefined,
		);
}

/** A program that a dependency brings; hoisted, it lies further up. */
function localProgram(root: string, name: string): string | undefined {
	const endings = process.platform === 'win32' ? ['.cmd', '.exe'] : [''];
	return [...upwards(root, '')]
		.flatMap((folder) => endings.map((ending) => join(folder, 'node_modules', '.bin', name + ending)))
		.find((file) => existsSync(file));
}
