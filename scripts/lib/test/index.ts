import { existsSync } from 'node:fs';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../bootstrap.mjs';
import { type ExecResult, exec } from '../process/exec.ts';
import { tidily } from '../process/tidy.ts';
import { heading, seconds } from '../steps.ts';
import { ensureChromium } from './chromium.ts';
import { ensureServices } from './services.ts';

/** What is read of the file that vitest's JSON reporter writes. */
export interface VitestReport {
	numPassedTests: number;
	numFailedTests: number;
	/** A file that cannot be loaded, or whose beforeAll fails, fails without a failed test in it. */
	testResults: { status: string; assertionResults: { status: string }[] }[];
}

/**
 * Runs every check, stops at the first that fails and ends with the line that CI reads.
 * @param argv for vitest, but for `--all`: what `npm test` leaves out. `--shard 1/6` takes a sixth of the files.
 */
export function test(argv: string[]): Promise<number> {
	const vitestArgs = argv.filter((arg) => arg !== '--all');
	if (vitestArgs.length < argv.length) process.env.AUTHGRAFT_TESTS = 'all';
	return tidily('test', async (folder) => {
		const start = performance.now();
		const { line, code } = await runAll(folder, vitestArgs).catch((error: Error) => {
			console.error(`\n${error.message}`);
			return notOneTest(1);
		});
		console.log(`\nTotal time ${seconds(start)}\n${line}`);
		return code;
	});
}

async function runAll(folder: string, vitestArgs: string[]): Promise<{ line: string; code: number }> {
	heading('Chromium');
	console.log(await ensureChromium());
	heading('PostgreSQL and Redis');
	console.log(Object.values(await ensureServices()).join('\n'));
	const checked = await Promise.all(checks().map(inOrder));
	const failed = checked.find((code) => code !== 0);
	if (failed !== undefined) return notOneTest(failed);
	const file = join(folder, 'report.json');
	const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
	// Whatever tests leave in the temporary folder goes with ours. Some of them act as another user: let them in.
	await chmod(folder, 0o755);
	const env = { TMPDIR: folder, TEMP: folder, TMP: folder };
	const args = ['run', ...reporters, ...vitestArgs];
	const hours = process.env.AUTHGRAFT_TESTS === 'all' ? 4 : 1;
	const { code } = await step('Tests (vitest run)', 'vitest/vitest.mjs', args, { env, hours, stream: true });
	const report = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : null;
	return { line: closingLine(report, code), code: code ?? 1 };
}

/** How a run ends that did not come to the tests: what failed counts as one. */
const notOneTest = (code: number | null) => ({ line: '0 passed, 1 failed', code: code ?? 1 });

type Check = [title: string, script: string, ...args: string[]];

/** Two rows of about the same length, for two processors. */
function checks(): Check[][] {
	const ofRuntime: Check = ['Type check of the runtime', 'typescript/bin/tsc', '--noEmit', '-p', 'runtime'];
	return [
		[['Type check', 'typescript/bin/tsc', '--noEmit']],
		[
			['Lint (biome check)', '@biomejs/biome/bin/biome', 'check', '.'],
			...(existsSync(join(root, 'runtime', 'tsconfig.json')) ? [ofRuntime] : []),
			['Build', '../scripts/build.mjs'],
		],
	];
}

/** Exit code of the first check that fails; behind it none is begun. */
async function inOrder(row: Check[]): Promise<number | null> {
	for (const [title, script, ...args] of row) {
		const { code } = await step(title, script, args, { stream: false });
		if (code !== 0) return code ?? 1;
	}
	return 0;
}

/**
 * @param hours after which it is ended
 * @param stream whether to show the output while it comes; else it is shown whole behind it
 */
async function step(
	title: string,
	script: string,
	args: string[],
	{ env = {}, hours = 1, stream }: { env?: Record<string, string>; hours?: number; stream: boolean },
): Promise<ExecResult> {
	if (stream) heading(title);
	const start = performance.now();
	const file = join(root, 'node_modules', script);
	const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
	const result = await exec(process.execPath, [file, ...args], {
		cwd: root,
		env: { ...env, ...colour },
		stream,
		timeout: hours * 60 * 60_000,
	});
	if (!stream) {
		heading(title);
		process.stdout.write(result.output);
	}
	const how = result.code === 0 ? 'done' : result.timedOut ? 'took too long' : `failed with ${result.code}`;
	console.log(`\n${title}: ${how} in ${seconds(start)}`);
	return result;
}

/** `N passed, M failed`. Whatever made vitest fail counts at least once, also when no test of its own failed. */
export function closingLine(report: VitestReport | null, code: number | null): string {
	const withoutFailedTest = (report?.testResults ?? []).filter(
		(file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
	);
	const counted = (report?.numFailedTests ?? 0) + withoutFailedTest.length;
	const failed = code === 0 ? counted : Math.max(counted, 1);
	return `${report?.numPassedTests ?? 0} passed, ${failed} failed`;
}
