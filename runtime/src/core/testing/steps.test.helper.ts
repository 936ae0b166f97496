import { Session } from 'node:inspector/promises';
import { countPasses } from './passes.test.helper.js';

/** What a piece of work cost, whatever else the machine does meanwhile. */
export interface Cost {
	/** Executed blocks of JavaScript, ours and those of Node.js' own modules; and what machine code goes through. */
	steps: number;
	/** Bytes allocated, what was collected meanwhile included. Sampled: right within some percent. */
	bytes: number;
}

/** Counts what pieces of work do. No stop-watch: a busy machine counts the same. */
export interface Meter {
	/** Steps that were made since the last time count, too: looking twice would take longer than most work. */
	costOf(work: () => unknown): Promise<Cost>;
	close(): Promise<void>;
}

/**
 * Switches the counting on: code runs slower until it is closed, and is compiled anew.
 *
 * @param samplingInterval bytes between two looks at what is allocated: each takes longer than the allocation
 */
export async function openMeter(samplingInterval = 512): Promise<Meter> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
	return {
		async costOf(work) {
			await session.post('HeapProfiler.startSampling', {
				samplingInterval,
				includeObjectsCollectedByMajorGC: true,
				includeObjectsCollectedByMinorGC: true,
			});
			const passed = countPasses();
			try {
				await work();
			} finally {
				passed.stop();
			}
			const { result } = await session.post('Profiler.takePreciseCoverage');
			// Work that is nested thousands deep makes a profile that cannot be sent.
			const sampled = await session.post('HeapProfiler.stopSampling').catch(() => null);
			let steps = passed.count;
			for (const { functions } of result)
				for (const { ranges } of functions) for (const { count } of ranges) steps += count;
			return { steps, bytes: sampled ? sizeOf(sampled.profile.head) : Number.NaN };
		},
		async close() {
			await session.post('Profiler.stopPreciseCoverage');
			session.disconnect();
		},
	};
}

/** Counts what one piece of work does. */
export async function costOf(work: () => unknown): Promise<Cost> {
	const meter = await openMeter();
	try {
		return await meter.costOf(work);
	} finally {
		await meter.close();
	}
}

interface Sample {
	selfSize: number;
	children: Sample[];
}

const sizeOf = ({ selfSize, children }: Sample): number =>
	children.reduce((sum, child) => sum + sizeOf(child), selfSize);

/**
 * How much more a piece of work costs for four times as much input: about 4 where it grows with the input, about 16
 * where it grows with its square.
 *
 * @param work what is done with an input
 * @param inputOf makes an input of a size; making it does not count
 * @param size of the smaller input: so large that the fixed costs hardly show
 */
export async function growth<T>(
	work: (input: T) => unknown,
	inputOf: (size: number) => T,
	size: number,
): Promise<Cost> {
	const [small, large] = [inputOf(size), inputOf(4 * size)];
	// The first run of a function loads and compiles.
	await work(small);
	const [before, after] = [await usual(() => work(small)), await usual(() => work(large))];
	return { steps: after.steps / before.steps, bytes: after.bytes / before.bytes };
}

/** What other tests of the process left to be done costs something, too, but not each time; a collection can lose counts. */
async function usual(work: () => unknown): Promise<Cost> {
	const costs: Cost[] = [];
	for (let run = 0; run < 5; run++) costs.push(await costOf(work));
	const middle = (of: (cost: Cost) => number) => costs.map(of).sort((a, b) => a - b)[2] as number;
	return { steps: middle(({ steps }) => steps), bytes: middle(({ bytes }) => bytes) };
}
