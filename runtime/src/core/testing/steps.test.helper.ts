import { Session } from 'node:inspector/promises';

/** What a piece of work cost, whatever else the machine does meanwhile. */
export interface Cost {
	/** Executed blocks of JavaScript, ours and those of Node.js' own modules; elements that `splice` and its like go through. */
	steps: number;
	/** Bytes allocated, what was collected meanwhile included. Sampled: right within some percent. */
	bytes: number;
}

/** Counts what a piece of work does. No stop-watch: a busy machine counts the same. */
export async function costOf(work: () => unknown): Promise<Cost> {
	const session = new Session();
	session.connect();
	const passed = countPasses();
	try {
		await session.post('Profiler.enable');
		await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
		await session.post('HeapProfiler.startSampling', {
			samplingInterval: 512,
			includeObjectsCollectedByMajorGC: true,
			includeObjectsCollectedByMinorGC: true,
		});
		await work();
		const { profile } = await session.post('HeapProfiler.stopSampling');
		const { result } = await session.post('Profiler.takePreciseCoverage');
		const functions = result.flatMap((script) => script.functions);
		const steps = functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
		return { steps: steps + passed.count, bytes: sizeOf(profile.head) };
	} finally {
		passed.stop();
		await session.post('Profiler.stopPreciseCoverage');
		session.disconnect();
	}
}

/** Methods that go through the whole of their list in machine code, which no coverage shows. */
const passes: [prototype: object, size: 'length' | 'size', names: string[]][] = [
	[Array.prototype, 'length', ['splice', 'shift', 'unshift']],
	[URLSearchParams.prototype, 'size', ['delete', 'set']],
];

function countPasses(): { count: number; stop(): void } {
	const counted = { count: 0, stop: () => {} };
	const put = (prototype: object, name: string, value: unknown) =>
		Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
	const undo = passes.flatMap(([prototype, size, names]) =>
		names.map((name) => {
			const original = Reflect.get(prototype, name);
			put(prototype, name, function (this: Record<string, number>, ...args: unknown[]): unknown {
				counted.count += this[size] ?? 0;
				return Reflect.apply(original, this, args);
			});
			return () => put(prototype, name, original);
		}),
	);
	counted.stop = () => {
		for (const restore of undo) restore();
	};
	return counted;
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
