import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endResidents } from '../../test/gauntlet/command.ts';
import { type Line, runShape } from '../../test/gauntlet/run.ts';
import type { Shape, Skipped } from '../../test/gauntlet/shape.ts';
import { allShapes, isSkipped } from '../../test/gauntlet/shapes.ts';
import { buildIfStale } from './build/index.ts';
import { tidily } from './process/tidy.ts';
import { heading, seconds } from './steps.ts';

/** Each run is one busy process. */
const atOnce = 2;

/**
 * Runs `init` over every host among the fixtures and prints one line each: shape, outcome, exit code, bytes changed
 * outside the plan. Resolves with the exit code: 0 all as expected, 1 something is not, 2 no shape has that name.
 *
 * @param argv parts of names: only shapes with one of them run
 */
export async function gauntlet(argv: string[]): Promise<number> {
	heading('Build authgraft');
	console.log((await buildIfStale()) ? 'Built' : 'Up to date');
	const shapes = allShapes().filter(
		({ name }) => argv.length === 0 || argv.some((part) => name.includes(part)),
	);
	if (shapes.length === 0) {
		console.error(`No shape is called ${argv.join(' or ')}`);
		return 2;
	}
	heading('authgraft init --yes --no-install, in every host');
	const start = performance.now();
	return tidily('gauntlet', async (folder) => {
		const lines = await runAll(shapes, folder).finally(endResidents);
		const wrong = lines.filter(({ problems }) => problems.length > 0);
		const count = (what: Line['outcome']) => lines.filter(({ outcome }) => outcome === what).length;
		const outside = lines.reduce((sum, line) => sum + line.outside, 0);
		console.log(
			`\n${lines.length} shapes in ${seconds(start)}: ${count('applied')} applied, ` +
				`${count('already configured')} already configured, ${count('refused')} refused; ` +
				`${outside} bytes changed outside a plan; ${shapes.length - lines.length} skipped; ` +
				`${wrong.length} not as expected`,
		);
		return wrong.length > 0 ? 1 : 0;
	});
}

/** Prints in the order of the list, however the runs overlap. */
async function runAll(shapes: (Shape | Skipped)[], folder: string): Promise<Line[]> {
	const width = Math.max(...shapes.map(({ name }) => name.length));
	const results: (Line | Skipped)[] = [];
	let next = 0;
	let printed = 0;
	const worker = async () => {
		while (next < shapes.length) {
			const index = next++;
			const shape = shapes[index] as Shape | Skipped;
			const own = join(folder, String(index));
			results[index] = isSkipped(shape) ? shape : await runShape(shape, own).catch(brokenLine(shape.name));
			await rm(own, { recursive: true, force: true });
			for (let result = results[printed]; result; result = results[++printed]) print(result, width);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return results.filter((result) => 'outcome' in result);
}

/** A shape that cannot be laid down, or a run that does not end: the others go on. */
const brokenLine =
	(name: string) =>
	(error: unknown): Line => ({
		name,
		outcome: 'exit null',
		exit: null,
		outside: 0,
		problems: [String(error)],
	});

function print(result: Line | Skipped, width: number): void {
	const name = result.name.padEnd(width);
	if ('skipped' in result) {
		console.log(`- ${name}  skipped: ${result.skipped}`);
		return;
	}
	const { outcome, exit, outside, problems } = result;
	const sign = problems.length > 0 ? '✗' : '✓';
	console.log(`${sign} ${name}  ${outcome.padEnd(18)}  exit ${exit}  ${outside} bytes outside the plan`);
	for (const problem of problems) console.log(`    ${problem}`);
}
