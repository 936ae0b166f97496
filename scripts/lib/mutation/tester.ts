import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Order, Outcome } from './vitest.ts';

/** Asks the tests in a process of their own (vitest.ts), which is started anew when a mutant does not come to an end. */
export class Tester {
	readonly #folder: string;
	#child: ChildProcess | undefined;

	/** @param folder the copy of the work tree */
	constructor(folder: string) {
		this.#folder = folder;
	}

	/** @returns undefined when there was no answer in time */
	async ask(order: Order, milliseconds: number): Promise<Outcome | undefined> {
		this.#child ??= await this.#start();
		const answer = this.#answer(milliseconds);
		this.#child.send(order);
		const outcome = await answer;
		if (!outcome) this.end();
		return outcome as Outcome | undefined;
	}

	end(): void {
		this.#child?.kill('SIGKILL');
		this.#child = undefined;
	}

	async #start(): Promise<ChildProcess> {
		const file = fileURLToPath(new URL('vitest.ts', import.meta.url));
		const env = { ...process.env, VITEST: 'true', NODE_ENV: 'test' };
		this.#child = fork(file, { cwd: this.#folder, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
		if (!(await this.#answer(120_000))) throw new Error('Vitest did not start');
		return this.#child;
	}

	/** The next message, or undefined when the time is over or the process has ended. */
	#answer(milliseconds: number): Promise<unknown> {
		return new Promise((resolve) => {
			const child = this.#child as ChildProcess;
			const done = (message?: unknown) => {
				clearTimeout(timer);
				child.off('message', done).off('exit', over);
				resolve(message);
			};
			const over = () => done();
			const timer = setTimeout(over, milliseconds);
			child.on('message', done).on('exit', over);
		});
	}
}
