import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../scripts/lib/build.ts';
import { execOk } from '../../scripts/lib/exec.ts';
import { heading } from '../../scripts/lib/steps.ts';
import { table } from '../lib/table.mjs';
import { median } from '../measure.mjs';
import { installPeer, peerVersion } from './peer.mjs';
import { stores } from './stores.mjs';

const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));
const cases = { seen: 'seen before', fresh: 'new each time', three: 'three calls' };

/** Page views that fill caches, and batches of those that count, for each contender and case in one process. */
const amount = { warmUp: 300, batches: 12, batch: 25 };

/**
 * Measures and prints. The cookies of a plain page view are the one thing that is enforced.
 * @param {string} folder empty, temporary
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code: 1 when ours set a cookie on a plain page view
 */
export async function bench(folder, argv) {
	const { values } = parseArgs({ args: argv, options: { runs: { type: 'string', default: '3' } } });
	const runs = Number(values.runs);
	if (!Number.isInteger(runs) || runs < 1) throw new Error('--runs <n> takes a number from 1 up');

	heading('Set up');
	console.log(`@authgraft/runtime: ${(await buildIfStale()) ? 'built' : 'up to date'}`);
	const peer = pathToFileURL(await installPeer(join(folder, 'peer'))).href;
	console.log(`@auth/sveltekit: ${peerVersion}, in a temporary folder, as SvelteKit 2 would bundle it`);

	const results = new Map(Object.keys(stores).map((store) => [store, []]));
	for (let run = 0; run < runs; run++) {
		for (const store of Object.keys(stores)) {
			const args = [worker, JSON.stringify({ store, peer, ...amount })];
			const { stdout } = await execOk(process.execPath, args, {
				env: { NODE_ENV: 'production' },
				timeout: 600_000,
			});
			results.get(store).push(JSON.parse(stdout));
		}
	}
	heading('Reading a session: microseconds of CPU a page view');
	for (const store of Object.keys(stores)) print(store, results.get(store));
	const counted = runs * amount.batches;
	const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} CPUs`;
	console.log(`Medians of ${counted} batches of ${amount.batch} page views each, ${load}`);
	const cookies = [...results.values()].flatMap(([{ cookies }]) => Object.entries(cookies));
	return cookies.some(([name, { signedIn, anonymous }]) => isOurs(name) && signedIn + anonymous > 0) ? 1 : 0;
}

const isOurs = (name) => !name.startsWith('@');

/** Raw figures, then how many times as much as each of ours the others take. */
function print(store, runs) {
	const { cookies } = runs[0];
	const names = Object.keys(cookies);
	const figure = (name, measured) => median(runs.flatMap(({ figures }) => figures[measured][name]));
	const row = (text) => Object.keys(cases).map(text);
	const raw = names.map((name) => [
		name,
		...row((measured) => figure(name, measured).toFixed(0)),
		`${cookies[name].signedIn}, ${cookies[name].anonymous}`,
	]);
	const ratios = names
		.filter(isOurs)
		.flatMap((own) =>
			names
				.filter((name) => !isOurs(name))
				.map((other) => [
					`${other.split(' ')[0]} / ${own}`,
					...row((measured) => `${(figure(other, measured) / figure(own, measured)).toFixed(1)} x`),
				]),
		);
	const heads = [store, ...Object.values(cases), 'cookies: signed in, nobody'];
	table([heads, ...raw, [], ...ratios, [], []]);
}
