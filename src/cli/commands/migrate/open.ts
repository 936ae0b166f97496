import { resolve } from 'node:path';
import { movable } from '../../../edits/migrate/predecessors.ts';
import { AuthgraftError } from '../../../errors.ts';
import type { Host } from '../../../host/host.ts';
import { allDependencies, peekManifest } from '../../../host/packages/manifest.ts';
import { openHost } from '../../host/open.ts';
import type { MigrateOptions } from './options.ts';

/** Wrappers for what is older than any host of ours, and what belongs to nobody here. */
const old = ['@solid-auth/base', '@solid-auth/next'];
const afterwards = {
	movable: 'Then run authgraft migrate: people stay signed in, as long as AUTH_SECRET stays.',
	old: 'Then set sign-in up with authgraft init: people sign in once more.',
};

/**
 * The host to migrate. One that is too old is told what becomes of its people once it is not.
 * @throws AuthgraftError whatever keeps it from being read.
 */
export async function openToMigrate(options: MigrateOptions): Promise<Host> {
	try {
		return await openHost({ ...options, skipRefused: false });
	} catch (error) {
		if (!(error instanceof AuthgraftError) || !/^AG_HOST_UN/.test(error.code)) throw error;
		const listed = allDependencies(peekManifest(resolve(options.cwd)) ?? {});
		const name = [...movable, ...old].find((one) => Object.hasOwn(listed, one));
		if (!name) throw error;
		throw new AuthgraftError(
			error.code,
			error.message,
			`${error.hint} ${old.includes(name) ? afterwards.old : afterwards.movable}`,
			error.exitCode,
		);
	}
}
