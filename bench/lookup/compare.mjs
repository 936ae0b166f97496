import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buildIfStale } from '../../scripts/lib/build/index.ts';
import { execOk } from '../../scripts/lib/process/exec.ts';
import { heading } from '../../scripts/lib/steps.ts';
import { load } from '../lib/machine.mjs';
import { record } from '../lib/record.mjs';
import { runsOf } from '../lib/runs.mjs';
import { table } from '../lib/table.mjs';
import { median } from '../measure.mjs';
import { entrants } from '../report/names.mjs';
import { installPeer, peerVersion } from '../session/peer.mjs';
import { betterAuthVersion, installBetterAuth } from './better-auth.mjs';

const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));

const amount = { ahead: 300, batches: 12, batch: 64 };
/** Characters: the cookie of a person with a name, and up to what proxies still take. */
const sizes = [512, 1024, 2048, 4096, 8192];
const secrets = [1, 2, 3, 4];
const together = [1, 4, 16, 64];
const steps = [1_000, 10_000, 100_000, 1_000_000];
/** MiB that the heap may grow by between 100,000 and 1,000,000 tokens. Unbounded, it would be 500 and more. */
const mostGrowth = 4;

/**
 * Measures and prints what reading a session costs, beside peers and limits, and what that depends on.
 * @param {string} folder empty, temporary
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code: 1 when memory grows with the number of tokens
 */
export async function bench(folder, argv) {
	const runs = runsOf(argv, 2);
	heading('Set up');
	console.log(`@authgraft/runtime: ${(await buildIfStale()) ? 'built' : 'up to date'}`);
	const peer = pathToFileURL(await installPeer(join(folder, 'peer'))).href;
	const betterAuth = await installBetterAuth(join(folder, 'better-auth'));
	console.log(`@auth/sveltekit ${peerVersion} and better-auth ${betterAuthVersion}, in temporary folders`);

	const measure = async (what, options = {}, count = runs) => {
		const task = JSON.stringify({ what, peer, betterAuth, ...amount, ...options });
		const results = [];
		for (let run = 0; run < count; run++) {
			const { stdout } = await execOk(process.execPath, ['--expose-gc', worker, task], {
				env: { NODE_ENV: 'production' },
				timeout: 600_000,
			});
			results.push(JSON.parse(stdout));
		}
		return medians(results);
	};
	heading('A request that asks for the session once: microseconds of CPU, hook and answer included');
	const peers = await measure('peers');
	printPeers(peers);
	const bySize = await measure('sizes', { sizes, batches: 6 });
	printRows('characters in the token', bySize, 'characters');
	const bySecrets = await measure('secrets', { counts: secrets, batches: 6 });
	printRows('secrets (the token is of the oldest)', bySecrets, 'secrets');
	const byConcurrency = await measure('concurrency', { counts: together, batches: 6 });
	printRows('requests at a time', byConcurrency, 'together');
	console.log(`Load ${load()}; ${runs} processes each, ${amount.batch} requests a batch`);

	heading('Memory while people come who are never seen again');
	const flood = await measure('flood', { steps }, 1);
	const uncached = await measure('flood', { steps: steps.slice(0, -1), cache: false }, 1);
	const growth = flood.at(-1).heap - flood.at(-2).heap;
	printFlood(flood, uncached);
	record('lookup', {
		peers,
		bySize,
		bySecrets,
		byConcurrency,
		flood,
		uncached,
		peerVersion,
		betterAuthVersion,
	});
	if (growth <= mostGrowth) return 0;
	console.log(`MISSED: the heap grew by ${growth.toFixed(1)} MiB from 100,000 to 1,000,000 tokens`);
	return 1;
}

/** Figure by figure; results of one task have one shape. */
function medians([first, ...others]) {
	if (typeof first === 'number') return median([first, ...others]);
	const inner = (key) => medians([first, ...others].map((result) => result[key]));
	if (Array.isArray(first)) return first.map((_, index) => inner(index));
	return Object.fromEntries(Object.keys(first).map((key) => [key, inner(key)]));
}

function printPeers(peers) {
	const row = (label, figure) => [
		label,
		figure.toFixed(1),
		`${(figure / peers['ours, seen']).toFixed(2)} x`,
		`${(figure / peers['ours, new']).toFixed(2)} x`,
	];
	table([
		['', 'µs', 'against ours, seen', 'against ours, new'],
		...Object.entries(entrants).map(([name, [label]]) => row(label, peers[name])),
		[],
	]);
}

function printRows(title, rows, key) {
	const names = Object.keys(rows[0]).filter((name) => name !== key);
	table([
		[title, ...names, '@auth/sveltekit / new'],
		...rows.map((row) => [
			String(row[key]),
			...names.map((name) => row[name].toFixed(1)),
			`${(row['@auth/sveltekit'] / row.new).toFixed(1)} x`,
		]),
		[],
	]);
}

function printFlood(flood, uncached) {
	table([
		['tokens', 'heap MiB', 'resident MiB', 'heap without cache', 'resident'],
		...flood.map(({ tokens, heap, resident }, index) => [
			tokens.toLocaleString('en'),
			heap.toFixed(1),
			resident.toFixed(0),
			uncached[index]?.heap.toFixed(1) ?? '',
			uncached[index]?.resident.toFixed(0) ?? '',
		]),
	]);
}
