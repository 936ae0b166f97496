import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../bootstrap.mjs';
import { ensureChromium } from './chromium.ts';
import { type ExecResult, exec } from './exec.ts';
import { endGroups } from './process-group.ts';
import { heading, seconds } from './steps.ts';

/** What is read of the file that vitest's JSON reporter writes. */
export interface VitestReport {
	numPassedTests: number;
	numFailedTests: number;
	/** A file that cannot be loaded, or whose beforeAll fails, fails without a failed test in it. */
	testResults: { status: string; assertionResults: { status: string }[] }[];
}

/** Runs every check in order, stops at the first that fails and ends with the line that CI reads. */
export async function test(vitestArgs: string[]): Promise<number> {
	const start = performance.now();
	const end = (closing: string, code: number) => {
		console.log(`\nTotal time ${seconds(start)}\n${closing}`);
		return code;
	};
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.once(signal, () => void endGroups().then(() => process.exit(130)));
	}
	heading('Chromium');
	console.log(await ensureChromium());
	for (const [title, script, ...args] of checks()) {
		const { code } = await step(title, script, args);
		if (code !== 0) return end('0 passed, 1 failed', code ?? 1);
	}
	const folder = await mkdtemp(join(tmpdir(), 'authgraft-report-'));
	try {
		const file = join(folder, 'report.json');
		const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
		const { code } = await step('Tests (vitest run)', 'vitest/vitest.mjs', [
			'run',
			...reporters,
			...vitestArgs,
		]);
		const report = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : null;
		const line = closingLine(report, code);
		return end(line, code === 0 && !line.endsWith(' 0 failed') ? 1 : (code ?? 1));
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

type Check = [title: string, script: string, ...args: string[]];

function checks(): Check[] {
	const typeCheck: Check = ['Type check', 'typescript/bin/tsc', '--noEmit'];
	const ofRuntime: Check = ['Type check of the runtime', 'typescript/bin/tsc', '--noEmit', '-p', 'runtime'];
	return [
		['Lint (biome check)', '@biomejs/biome/bin/biome', 'check', '.'],
		typeCheck,
		...(existsSync(join(root, 'runtime', 'tsconfig.json')) ? [ofRuntime] : []),
		['Build', '../scripts/build.mjs'],
	];
}

async function step(title: string, script: string, args: string[]): Promise<ExecResult> {
	heading(title);
	const start = performance.now();
	const file = join(root, 'node_modules', script);
	const env = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
	const result = await exec(process.execPath, [file, ...args], {
		cwd: root,
		env,
		stream: true,
		timeout: 20 * 60_000,
	});
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
