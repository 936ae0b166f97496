import { expect, test } from 'vitest';
import { reasonIn } from './failure.ts';

/** First lines of what the managers really print. */
test.each([
	['npm error code ERESOLVE\nnpm error ERESOLVE could not resolve', 'npm install --legacy-peer-deps'],
	['[ERR_PNPM_PEER_DEP_ISSUES] Unmet peer dependencies', 'pnpm install --no-strict-peer-dependencies'],
	['npm error code EBADENGINE', `another Node.js than ${process.versions.node}`],
	['ERR_PNPM_UNSUPPORTED_ENGINE  Unsupported environment', 'engine-strict'],
	['error app@0.0.1: The engine "node" is incompatible with this module.', 'engine-strict'],
	['npm error code EBADDEVENGINES', 'corepack enable'],
	['[ERROR] This project is configured to use yarn', 'corepack enable'],
	[`error This project's package.json defines "packageManager": "yarn@4.9.0".`, 'corepack enable'],
	['ERR_PNPM_NO_MATURE_MATCHING_VERSION  Version 0.1.0', 'minimumReleaseAgeExclude'],
	['npm error notarget No matching version found for x with a date before 1/1/2026', 'minimumReleaseAge'],
	['➤ YN0028: │ The lockfile would have been modified by this install', 'lock file is frozen'],
	['error: lockfile had changes, but lockfile is frozen', 'lock file is frozen'],
	['ERR_PNPM_ABORTED_REMOVE_MODULES_DIR_NO_TTY', 'delete it first'],
	[
		"The nearest package directory (/a) doesn't seem to be part of the project declared in /",
		'empty yarn.lock',
	],
	['npm error code ENOTFOUND', 'could not be reached'],
])('%s', (output, wayOn) => {
	expect(reasonIn(`some talk\n${output}\nmore talk`)).toContain(wayOn);
});

test('nothing is made up where nothing is known', () => {
	expect(reasonIn('npm error code ELIFECYCLE\nnpm error command failed')).toBeUndefined();
});
