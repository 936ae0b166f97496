import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ExecResult, exec, npm } from '../process/exec.ts';
import { copyProject } from './copy.ts';
import type { Project } from './options.ts';
import type { Run } from './runner.ts';
import { step } from './step.ts';

/** Type errors of a project before `init` and after it, or in a few words why nobody knows. */
export type TypeErrors = { before: number; after: number } | { not: string };

const minutes = (count: number): number => count * 60_000;

/**
 * Installs a project's packages in another copy, without their scripts, and has its own checker count: before `init`,
 * and after it with the packages that came with it. The checker runs the project's configuration.
 *
 * @param work a folder for the copy, which must not exist
 * @param app where the application lies in it
 */
export async function countTypeErrors(
	project: Project,
	work: string,
	app: string,
	run: Run,
): Promise<TypeErrors> {
	copyProject(project.folder, work);
	const folder = join(work, app);
	const flags = await install(folder);
	if (!flags) return { not: 'install failed' };
	const checker = findChecker(folder, work);
	if (!checker) return { not: 'no checker' };
	const before = await checker();
	if (before === undefined) return { not: 'check failed' };
	const done = await step(run, folder, ['init', '--yes', '--no-install', '--allow-dirty']);
	if (done.exit !== 0) return { not: done.code ?? 'init failed' };
	if (!(await install(folder, [flags]))) return { not: 'install failed after init' };
	const after = await checker();
	return after === undefined ? { not: 'check failed after init' } : { before, after };
}

/** As npm does it by itself, and otherwise without a look at what packages ask of each other. */
const ways = [[], ['--legacy-peer-deps']];

/** @returns the flags that it went with */
async function install(folder: string, tried: string[][] = ways): Promise<string[] | undefined> {
	for (const flags of tried) {
		const [file, args] = npm('install', '--ignore-scripts', '--no-audit', '--no-fund', ...flags);
		const { code } = await exec(file, args, { cwd: folder, timeout: minutes(10) });
		if (code === 0) return flags;
	}
	return undefined;
}

type Checker = () => Promise<number | undefined>;

/** What the project checks its types with: svelte-check or tsc, of its own packages. */
function findChecker(folder: string, root: string): Checker | undefined {
	const program = (name: string): string | undefined => {
		for (let here = folder; here.startsWith(root); here = dirname(here)) {
			const file = join(here, 'node_modules/.bin', name);
			if (existsSync(file)) return file;
		}
		return undefined;
	};
	const start = (file: string, ...args: string[]) => exec(file, args, { cwd: folder, timeout: minutes(5) });
	const [kit, svelteCheck, tsc] = ['svelte-kit', 'svelte-check', 'tsc'].map(program);
	if (svelteCheck)
		return async () => {
			if (kit) await start(kit, 'sync');
			return svelteCheckErrors(await start(svelteCheck, '--output', 'machine'));
		};
	if (tsc && existsSync(join(folder, 'tsconfig.json')))
		return async () => tscErrors(await start(tsc, '--noEmit', '--pretty', 'false'));
	return undefined;
}

/** `1590680326283 COMPLETED 20 FILES 21 ERRORS 1 WARNINGS 3 FILES_WITH_PROBLEMS` */
export function svelteCheckErrors({ stdout }: Pick<ExecResult, 'stdout'>): number | undefined {
	const [, errors] = /^\d+ COMPLETED \d+ FILES (\d+) ERRORS\b/m.exec(stdout) ?? [];
	return errors === undefined ? undefined : Number(errors);
}

/** One line an error, and an exit code that says whether there are any. */
export function tscErrors({ stdout, code }: Pick<ExecResult, 'stdout' | 'code'>): number | undefined {
	const errors = [...stdout.matchAll(/^(?:.+\(\d+,\d+\): )?error TS\d+: /gm)].length;
	return errors > 0 || code === 0 ? errors : undefined;
}
