import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../scripts/bootstrap.mjs';
import { buildIfStale } from '../scripts/lib/build/index.ts';
import { makeSvelteKit3Host } from '../scripts/lib/make-host.ts';
import { execOk } from '../scripts/lib/process/exec.ts';
import { heading } from '../scripts/lib/steps.ts';
import { makeLargeHost } from './large-host.mjs';
import { load } from './lib/machine.mjs';
import { record } from './lib/record.mjs';
import { runsOf } from './lib/runs.mjs';
import { table } from './lib/table.mjs';
import { measure } from './measure.mjs';

const script = join(root, 'bin', 'authgraft.cjs');
const totals = [10, 500, 5000];
/** How much more CPU `init` may take in a host of 5,000 files than in the starter, which has about ten. */
const largestGrowth = 1.3;

/** What is measured: with sign-in already there (`grafted`) or not, and the file that shows that something was done. */
const commands = {
	init: { args: ['init'], proof: { file: 'package.json', text: '@authgraft/runtime' } },
	routes: { args: ['routes', '--json'], grafted: true, reads: true },
	'protect-route': {
		args: ['protect-route', '/account'],
		grafted: true,
		proof: { file: 'src/hooks.server.ts', text: '/account' },
	},
	'add-provider': {
		args: ['add-provider', 'google'],
		grafted: true,
		proof: { file: 'src/auth.ts', text: 'Google' },
	},
};
const neverAsk = ['--yes', '--no-install'];

/**
 * Measures and prints what commands cost in projects of 10, 500 and 5,000 files.
 * @param {string} folder empty, temporary
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code: 1 when `init` grows with the host
 */
export async function bench(folder, argv) {
	const runs = runsOf(argv, 5);
	heading('Set up');
	console.log(`authgraft: ${(await buildIfStale()) ? 'built' : 'up to date'}`);
	const starter = join(folder, 'starter');
	await makeSvelteKit3Host(starter);
	await mkdir(join(starter, 'src/routes/account'));
	await writeFile(join(starter, 'src/routes/account/+page.svelte'), '<h1>Account</h1>\n');
	const hosts = {};
	for (const total of totals) hosts[total] = await makeHosts(starter, join(folder, String(total)), total);

	const all = Object.entries(commands).flatMap(([command, { args, grafted, reads, proof }]) =>
		totals.map((total) => ({
			name: `${command}, ${total} files`,
			command,
			total,
			script,
			args: reads ? args : [...args, ...neverAsk],
			inPlace: hosts[total][grafted ? 'grafted' : 'plain'],
			...(!reads && { after: ['undo', '--yes'] }),
			proof,
		})),
	);
	const measured = await measure(all, { folder, starter, runs });
	const figures = Object.fromEntries(Object.keys(commands).map((command) => [command, {}]));
	for (const [{ command, total }, usage] of measured) figures[command][total] = usage;
	print(figures, runs);
	record('sizes', { figures, runs });
	const growth = figures.init[5000].cpu / figures.init[10].cpu;
	const over = growth > largestGrowth;
	console.log(
		`init, 5000 files against 10: ${growth.toFixed(2)} x of ${largestGrowth.toFixed(2)} x, ${over ? 'over' : 'ok'}`,
	);
	return over ? 1 : 0;
}

async function makeHosts(starter, folder, total) {
	const [plain, grafted] = [`${folder}-plain`, `${folder}-grafted`];
	// The starter itself has about ten.
	if (total <= 10) await cp(starter, plain, { recursive: true });
	else await makeLargeHost(starter, plain, total);
	await execOk(process.execPath, [script, 'init', ...neverAsk], { cwd: plain });
	await cp(plain, grafted, { recursive: true });
	await execOk(process.execPath, [script, 'undo', '--yes'], { cwd: plain });
	return { plain, grafted };
}

function print(figures, runs) {
	heading(`Seconds of CPU and MiB, medians of ${runs} runs, load ${load()}`);
	const smallest = totals[0];
	const largest = totals.at(-1);
	table([
		['', ...totals.map((total) => `${total} files`), `${largest} against ${smallest}`],
		...Object.entries(figures).map(([command, usages]) => [
			command,
			...totals.map((total) => `${usages[total].cpu.toFixed(2)} s, ${usages[total].memory.toFixed(0)} MiB`),
			`${(usages[largest].cpu / usages[smallest].cpu).toFixed(2)} x`,
		]),
		[],
	]);
}
