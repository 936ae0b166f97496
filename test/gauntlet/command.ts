import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { root as repository } from '../../scripts/bootstrap.mjs';
import { cleanEnv } from '../../scripts/lib/process/clean-env.ts';
import { exec } from '../../scripts/lib/process/exec.ts';

/** What a run of the command came to. */
export interface Ran {
	code: number | null;
	stdout: string;
	stderr: string;
	/** Both streams, as they came. */
	output: string;
}

/** No git configuration of the person who runs this decides anything, nor does a terminal. */
const settings = { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', NO_COLOR: '1' };

/** Runs the built command in a process of its own, as people do. */
export const started = (args: string[]): Promise<Ran> =>
	exec(process.execPath, [join(repository, 'bin/authgraft.js'), ...args], { env: settings, timeout: 60_000 });

/** Runs the built command in a process that stays (resident.mjs), which two processors share. */
export async function resident(args: string[]): Promise<Ran> {
	const index = next++ % residents;
	processes[index] ??= new Resident();
	return processes[index].run(args);
}

/** Ends the processes that stay. */
export function endResidents(): void {
	for (const process of processes.splice(0)) process?.end();
}

const residents = 2;
const processes: Resident[] = [];
let next = 0;

class Resident {
	readonly #child: ChildProcess;
	readonly #waiting = new Map<number, { resolve: (ran: Ran) => void; reject: (error: Error) => void }>();
	#ids = 0;

	constructor() {
		this.#child = fork(join(import.meta.dirname, 'resident.mjs'), [], {
			env: cleanEnv(settings),
			execArgv: [],
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
		this.#child.on('message', (answer: Ran & { id: number }) => {
			this.#waiting.get(answer.id)?.resolve(answer);
			this.#waiting.delete(answer.id);
		});
		this.#child.on('exit', (code) => {
			for (const { reject } of this.#waiting.values())
				reject(new Error(`The process that stays ended: ${code}`));
			this.#waiting.clear();
		});
	}

	run(args: string[]): Promise<Ran> {
		const id = this.#ids++;
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, { resolve, reject });
			this.#child.send({ id, args });
		});
	}

	end(): void {
		this.#child.disconnect();
	}
}
