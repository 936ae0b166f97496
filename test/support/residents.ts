import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

/** What a run of the command came to. */
export interface Ran {
	code: number | null;
	stdout: string;
	stderr: string;
	/** Both streams, as they came. */
	output: string;
}

/** Processes that stay and run the built command (resident.mjs), one for each processor of a small machine. */
export class Residents {
	readonly #env: NodeJS.ProcessEnv;
	readonly #all: Resident[] = [];
	#next = 0;

	/** @param env of the runs, whole */
	constructor(env: NodeJS.ProcessEnv) {
		this.#env = env;
	}

	/** Runs `authgraft` with these arguments in a folder. */
	run(args: string[], cwd: string): Promise<Ran> {
		const index = this.#next++ % 2;
		this.#all[index] ??= new Resident(this.#env);
		return this.#all[index].run(args, cwd);
	}

	end(): void {
		for (const resident of this.#all.splice(0)) resident?.end();
	}
}

/** One of them. It answers one run at a time. */
export class Resident {
	readonly #child: ChildProcess;
	readonly #waiting = new Map<number, { resolve: (ran: Ran) => void; reject: (error: Error) => void }>();
	#ids = 0;

	constructor(env: NodeJS.ProcessEnv) {
		this.#child = fork(join(import.meta.dirname, 'resident.mjs'), [], {
			env,
			execArgv: [],
			stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
		});
		this.#hold();
		this.#child.on('message', (answer: Ran & { id: number }) => {
			this.#waiting.get(answer.id)?.resolve(answer);
			this.#waiting.delete(answer.id);
			this.#hold();
		});
		this.#child.on('exit', (code) => {
			for (const { reject } of this.#waiting.values())
				reject(new Error(`The process that stays ended: ${code}`));
			this.#waiting.clear();
		});
	}

	run(args: string[], cwd: string): Promise<Ran> {
		const id = this.#ids++;
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, { resolve, reject });
			this.#hold();
			this.#child.send({ id, args, cwd });
		});
	}

	/** Whoever has asked for nothing may end without a word; whoever waits for an answer stays. */
	#hold(): void {
		const { channel } = this.#child;
		if (this.#waiting.size > 0) {
			this.#child.ref();
			channel?.ref();
		} else {
			this.#child.unref();
			channel?.unref();
		}
	}

	end(): void {
		this.#child.disconnect();
	}

	/** Of one that does not answer: whoever waits hears that it ended. */
	kill(): void {
		this.#child.kill('SIGKILL');
	}
}
