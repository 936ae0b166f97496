import { type Profiler, Session } from 'node:inspector/promises';

/** Which stretches of some source files have run, by V8's own counters. */
export class Coverage {
	readonly #session = new Session();
	readonly #seen = new Set<string>();
	readonly #files: readonly string[];

	private constructor(files: readonly string[]) {
		this.#files = files;
	}

	static async start(files: readonly string[]): Promise<Coverage> {
		const coverage = new Coverage(files);
		coverage.#session.connect();
		await coverage.#session.post('Profiler.enable');
		await coverage.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
		await coverage.isNew();
		return coverage;
	}

	/** Whether something ran since the last time that never did before. */
	async isNew(): Promise<boolean> {
		const before = this.#seen.size;
		const { result } = await this.#session.post('Profiler.takePreciseCoverage');
		for (const { url, functions } of result) {
			if (!this.#files.some((file) => url.includes(file))) continue;
			for (const { ranges } of functions)
				for (const range of ranges) if (range.count > 0) this.#seen.add(keyOf(url, range));
		}
		return this.#seen.size > before;
	}

	stop(): void {
		this.#session.disconnect();
	}
}

/** With how often it ran, roughly: a loop that runs more often is something new, too. */
const keyOf = (url: string, { startOffset, endOffset, count }: Profiler.CoverageRange): string =>
	`${url}:${startOffset}:${endOffset}:${Math.min(4, Math.floor(Math.log2(count)))}`;
