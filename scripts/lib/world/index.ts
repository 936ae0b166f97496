import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { endResidents } from '../../../test/gauntlet/command.ts';
import type { Framework } from '../attack/table.ts';
import { buildIfStale } from '../build/index.ts';
import { tidily } from '../process/tidy.ts';
import { readOptions, usage, type WorldCommand } from './options.ts';
import { Project } from './project.ts';
import { printResult, printSummary } from './report.ts';
import { runWorld, type WorldResult } from './run.ts';

/**
 * `npm run world`: generated hosts, guarded by `protect-route`, asked by strangers, and held against what `routes` says.
 * @returns 0 all as it says, 1 something is not, 2 wrong usage
 */
export async function worldCommand(argv: string[]): Promise<number> {
	const options = readOptions(argv);
	if (typeof options === 'string') {
		console[options === 'help' ? 'log' : 'error'](
			options === 'help' ? usage : `world: ${options}\n\n${usage}`,
		);
		return options === 'help' ? 0 : 2;
	}
	await buildIfStale();
	return tidily('world', async (temporary) => {
		const folder = options.keep ?? temporary;
		process.env.XDG_STATE_HOME = join(temporary, 'state');
		const results: WorldResult[] = [];
		try {
			for (const framework of options.frameworks)
				results.push(...(await runFramework(framework, join(folder, framework), options)));
		} finally {
			endResidents();
		}
		return printSummary(results, options);
	});
}

async function runFramework(
	framework: Framework,
	folder: string,
	{ trees, seed, count }: WorldCommand,
): Promise<WorldResult[]> {
	await mkdir(folder, { recursive: true });
	console.error(`\n== ${framework}: make a project and set sign-in up\n`);
	const project = await Project.make(folder, framework);
	const results: WorldResult[] = [];
	for (let done = 0, next = seed; done < trees; next++) {
		const result = await runWorld(project, { seed: next, trees: trees - done }, { count });
		done += result.trees;
		results.push(result);
		printResult(result, `${done} of ${trees} trees`);
	}
	return results;
}
