import { type Ran, Resident } from '../../../test/support/residents.ts';

/** Runs the command with these arguments in a folder. Never throws. */
export type Run = (args: string[], cwd: string) => Promise<Ran>;

/** What was stopped comes to nothing: it is no crash. */
const never = new Promise<Ran>(() => {});

/** A process that stays and runs the built command; one that ends or takes too long is replaced by another. */
export class Runner {
	readonly #env: NodeJS.ProcessEnv;
	readonly #limit: number;
	#resident: Resident | undefined;
	#ended = false;

	/**
	 * @param env of the runs, whole
	 * @param limit milliseconds that a run may take
	 */
	constructor(env: NodeJS.ProcessEnv, limit = 120_000) {
		this.#env = env;
		this.#limit = limit;
	}

	readonly run: Run = async (args, cwd) => {
		if (this.#ended) return never;
		this.#resident ??= new Resident(this.#env);
		const resident = this.#resident;
		let why = '';
		const timer = setTimeout(() => {
			why = `took longer than ${this.#limit / 1000} s`;
			resident.kill();
		}, this.#limit);
		try {
			return await resident.run(args, cwd);
		} catch (error) {
			this.#resident = undefined;
			if (this.#ended) return never;
			const output = why || (error as Error).message;
			return { code: null, stdout: '', stderr: output, output };
		} finally {
			clearTimeout(timer);
		}
	};

	/** By force: it may be in the middle of something that does not end. */
	end(): void {
		this.#ended = true;
		this.#resident?.kill();
		this.#resident = undefined;
	}
}
