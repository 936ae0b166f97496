import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildIfStale } from '../build/index.ts';
import { tidily } from '../process/tidy.ts';
import { tryCell } from './cell.ts';
import { type MatrixCommand, readOptions, usage } from './options.ts';
import { type Cell, cells, isOf, keepSeen, nameOf, readSeen } from './seen.ts';
import { getTools } from './tools.ts';

/**
 * `npm run matrix`: every cell of docs/supported-hosts.md that can be installed here, up to a person who signs in. Goes on
 * where the run before ended.
 * @returns 0 all work, 1 one does not, 2 wrong usage
 */
export async function matrixCommand(argv: string[]): Promise<number> {
	const options = readOptions(argv);
	if (typeof options === 'string') {
		console[options === 'help' ? 'log' : 'error'](
			options === 'help' ? usage : `matrix: ${options}\n\n${usage}`,
		);
		return options === 'help' ? 0 : 2;
	}
	const chosen = chooseCells(options);
	console.error(`${chosen.length} of ${cells.length} cells to try`);
	if (chosen.length === 0) return 0;
	await buildIfStale();
	return tidily('matrix', async (folder) => {
		process.env.XDG_STATE_HOME = join(folder, 'state');
		const tools = await getTools(join(folder, 'tools'));
		const deadline = Date.now() + options.minutes * 60_000;
		let failures = 0;
		const queue = chosen.entries();
		let isStopped = false;
		for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
			process.on(signal, () => {
				isStopped = true;
			});
		const work = async () => {
			for (const [index, cell] of queue) {
				if (Date.now() > deadline) return;
				const begun = Date.now();
				const place = join(folder, `cell-${index}`);
				const seen = await tryCell(place, cell, tools);
				// What was cut off has not failed.
				if (isStopped) return;
				keepSeen(seen);
				await rm(place, { recursive: true, force: true, maxRetries: 5 });
				if (seen.failed) failures++;
				const outcome = seen.failed ? `FAILS at ${seen.failed.step}: ${seen.failed.why}` : 'built';
				console.log(`${nameOf(cell)}: ${outcome} (${Math.round((Date.now() - begun) / 1000)} s)`);
			}
		};
		await Promise.all(Array.from({ length: options.jobs }, work)).finally(tools.close);
		return failures > 0 ? 1 : 0;
	});
}

/** Neighbours differ in one thing alone: those that are far apart come first, so that a run that is cut off has seen of everything. */
const spread = cells.map((_, index) => cells[(index * 37) % cells.length] as Cell);

function chooseCells({ only, again }: MatrixCommand): Cell[] {
	const before = readSeen();
	return spread.filter((cell) => {
		const name = nameOf(cell);
		if (!only.every((text) => name.includes(text))) return false;
		return again || !before.some((seen) => isOf(cell)(seen) && !seen.failed);
	});
}
