import { devNull } from 'node:os';
import { join } from 'node:path';
import { root as repository } from '../../scripts/bootstrap.mjs';
import { cleanEnv } from '../../scripts/lib/process/clean-env.ts';
import { exec } from '../../scripts/lib/process/exec.ts';
import { type Ran, Residents } from '../support/residents.ts';

export type { Ran } from '../support/residents.ts';

/** No git configuration of the person who runs this decides anything, nor does a terminal. */
const settings = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, NO_COLOR: '1' };

/** Runs the built command in a process of its own, as people do. */
export const started = (args: string[]): Promise<Ran> =>
	exec(process.execPath, [join(repository, 'bin/authgraft.cjs'), ...args], {
		env: settings,
		timeout: 60_000,
	});

const residents = new Residents(cleanEnv(settings));

/** Runs the built command in a process that stays, which two processors share. */
export const resident = (args: string[]): Promise<Ran> => residents.run(args, repository);

/** Ends the processes that stay. */
export const endResidents = (): void => residents.end();
