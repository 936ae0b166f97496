import { AuthgraftError } from '../../errors.ts';
import { cwdOption } from '../../host/files/folders.ts';
import type { Host, PackageManager } from '../../host/host.ts';
import { isYarnBerry } from '../../host/packages/manager.ts';

/** What a package manager says when something of the project stands in the way, and the way on. */
const reasons: [says: RegExp, wayOn: string][] = [
	[
		/\bERESOLVE\b/,
		'Peer dependencies contradict each other; npm names them above. Update the package that is behind, or install once with: npm install --legacy-peer-deps',
	],
	[
		/ERR_PNPM_PEER_DEP_ISSUES/,
		'Peer dependencies contradict each other; pnpm names them above. Update the package that is behind, or install once with: pnpm install --no-strict-peer-dependencies',
	],
	[
		/\bEBADENGINE\b|ERR_PNPM_UNSUPPORTED_ENGINE|The engine "node" is incompatible/,
		`Something asks for another Node.js than ${process.versions.node}, and the project is strict about it (engine-strict): change to a version that fits "engines".`,
	],
	[
		/EBADDEVENGINES|ERR_PNPM_(?:BAD_PM_VERSION|OTHER_PM_EXPECTED)|This project is configured to use|defines "packageManager"|Refusing to run|fetching it from/,
		'package.json pins the package manager ("packageManager" or "devEngines"): install with the pinned version, which corepack brings (corepack enable).',
	],
	[
		/NO_MATURE_MATCHING_VERSION|minimum-?release-?age|min-release-age|npmMinimalAgeGate|minimumDependencyAge|with a date before/i,
		'A version is younger than the project allows (minimumReleaseAge or the like): wait, or exempt the package there (minimumReleaseAgeExclude).',
	],
	[
		/ERR_PNPM_OUTDATED_LOCKFILE|ERR_PNPM_FROZEN_LOCKFILE|\bYN0028\b|lockfile is frozen|lockfile is out of date|frozen-lockfile/,
		'The lock file is frozen here by the settings of the project: allow the package manager to change it, once.',
	],
	[
		/ERR_PNPM_ABORTED_REMOVE_MODULES_DIR/,
		'node_modules was made by another package manager or version: delete it first.',
	],
	[
		/doesn't seem to be part of the project declared in/,
		'Yarn found a project in a folder above: list this one in its workspaces, or give it an empty yarn.lock of its own.',
	],
	[
		/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT/,
		'The package registry could not be reached: check the network, a proxy, and the registry setting.',
	],
];

/** The first of the known reasons that the output of a package manager names. */
export const reasonIn = (output: string): string | undefined =>
	reasons.find(([says]) => says.test(output))?.[1];

const brings: Record<PackageManager, string> = {
	npm: 'it comes with Node.js',
	pnpm: 'npm install --global pnpm, or corepack enable',
	yarn: 'npm install --global yarn',
	bun: 'npm install --global bun',
	deno: 'npm install --global deno',
};

/** How to get a package manager that the machine does not have. */
export function howToGet({ packageManager, root, workspaceRoot }: Host): string {
	const isBerry = packageManager === 'yarn' && isYarnBerry(root, workspaceRoot ?? root);
	return `Install ${packageManager} first (${isBerry ? 'corepack enable' : brings[packageManager]}).`;
}

/**
 * @param why what went wrong, as the second half of a sentence
 * @param wayOn the reason and what to do about it, where known
 */
export function installFailed(host: Host, why: string, wayOn: string | undefined, commands: string) {
	return new AuthgraftError(
		'AG_INSTALL_FAILED',
		`The files are in place, but ${why}`,
		[
			...(wayOn ? [wayOn] : []),
			`Finish by hand in ${host.root}: ${commands}`,
			`Or take the files back: authgraft undo${cwdOption(host.root)}`,
		].join('\n'),
	);
}
