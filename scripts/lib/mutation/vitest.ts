import { createVitest } from 'vitest/node';

/*
 * The process that runs tests for mutants, one order after the other: Vitest and its transformed modules stay warm. It is
 * one of its own, since a mutant may loop for ever: then its parent ends it and starts another.
 */

/** What the parent asks for: run these tests, of which this file has changed since the last time. */
export interface Order {
	changed: string;
	tests: string[];
}

/** The first test that failed, or undefined where all passed. */
export interface Outcome {
	failed: string | undefined;
	milliseconds: number;
}

const vitest = await createVitest('test', {
	root: process.cwd(),
	config: false,
	watch: false,
	reporters: [{}],
	include: ['src/**/*.test.ts', 'runtime/src/**/*.test.ts', 'test/edits/**/*.test.ts'],
	// One new thread for each order: loading the compiler for each file of tests takes longer than the tests.
	pool: 'threads',
	isolate: false,
	fileParallelism: false,
	maxWorkers: 1,
	testTimeout: 30_000,
	passWithNoTests: false,
});
await vitest.standalone();

/** So many files of tests see most mutants; the others run only when these see nothing. */
const nearest = 3;
/** The file of the order before has been put back since. */
let before: string | undefined;

async function run({ changed, tests }: Order): Promise<Outcome> {
	const start = performance.now();
	vitest.invalidateFile(changed);
	if (before !== undefined) vitest.invalidateFile(before);
	before = changed;
	// Not by `bail`, which counts what failed in earlier runs as well.
	const failed = (await failing(tests.slice(0, nearest))) ?? (await failing(tests.slice(nearest)));
	return { failed, milliseconds: performance.now() - start };
}

async function failing(tests: string[]): Promise<string | undefined> {
	if (tests.length === 0) return undefined;
	const project = vitest.getRootProject();
	const specifications = tests.map((test) => project.createSpecification(test));
	const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
	if (unhandledErrors.length > 0) return String(unhandledErrors[0]);
	for (const module of testModules) {
		// Those of earlier runs are still among them.
		if (!tests.includes(module.moduleId)) continue;
		for (const test of module.children.allTests('failed'))
			return `${test.module.relativeModuleId}: ${test.fullName}`;
		// A file that cannot even be loaded has no tests.
		if (module.state() === 'failed') return module.relativeModuleId;
	}
	return undefined;
}

process.on('message', async (order: Order) => process.send?.(await run(order)));
process.on('disconnect', () => process.exit());
process.send?.('ready');
