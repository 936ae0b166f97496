import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { buildIfStale } from '../../scripts/lib/build/index.ts';
import { execOk } from '../../scripts/lib/process/exec.ts';
import { heading } from '../../scripts/lib/steps.ts';
import { record } from '../lib/record.mjs';
import { table } from '../lib/table.mjs';
import { median } from '../measure.mjs';
import { installPeer, peerVersion } from './peer.mjs';
import { stores } from './stores.mjs';

const worker = fileURLToPath(new URL('worker.mjs', import.meta.url));
const cases = { seen: 'seen before', fresh: 'new each time', three: 'three calls' };
const [ours, theirs] = ['SvelteKit locals.auth()', '@auth/sveltekit locals.auth()'];

/** Requests that fill caches, and batches of those that count, for each contender and case in one process. */
const amount = { warmUp: 400, batches: 14, batch: 50 };

/**
 * Measures and prints. The cookies of a plain page view and what is promised of the ratios are enforced.
 * @param {string} folder empty, temporary
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code: 1 when something that is promised does not hold
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
			const args = ['--expose-gc', worker, JSON.stringify({ store, peer, ...amount })];
			const { stdout } = await execOk(process.execPath, args, {
				env: { NODE_ENV: 'production' },
				timeout: 600_000,
			});
			results.get(store).push(JSON.parse(stdout));
		}
	}
	heading('Asking for the session: microseconds of CPU a request');
	for (const store of Object.keys(stores)) print(store, results.get(store));
	const counted = runs * amount.batches;
	const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} CPUs`;
	console.log(`Medians of ${counted} batches of ${amount.batch} requests each, ${load}`);

	record('session', { stores: Object.fromEntries([...results].map(figuresOf)), peerVersion });
	const cookies = [...results.values()].flatMap(([{ cookies }]) => Object.entries(cookies));
	const none = cookies.every(
		([name, { signedIn, anonymous }]) => !isOurs(name) || signedIn + anonymous === 0,
	);
	return printPromises(results.get('jwt')) && none ? 0 : 1;
}

const isOurs = (name) => /^\w/.test(name);
const figureOf = (runs) => (name, measured) =>
	median(runs.flatMap(({ figures }) => figures[measured][name] ?? []));

/** What `--json` writes of a store: medians by case and contender. */
function figuresOf([store, runs]) {
	const figure = figureOf(runs);
	const names = Object.keys(runs[0].figures.fresh);
	const medians = (measured) =>
		names.map((name) => [name, figure(name, measured)]).filter(([, value]) => Number.isFinite(value));
	return [
		store,
		Object.fromEntries(
			Object.keys(cases).map((measured) => [measured, Object.fromEntries(medians(measured))]),
		),
	];
}

/** Raw figures, then how many times as much as each of ours the others take. */
function print(store, runs) {
	const { cookies, figures } = runs[0];
	const names = Object.keys(figures.fresh);
	const figure = figureOf(runs);
	const row = (text) => Object.keys(cases).map(text);
	const shown = (value, unit = '') => (Number.isFinite(value) ? value.toFixed(1) + unit : '');
	const raw = names.map((name) => [
		name,
		...row((measured) => shown(figure(name, measured))),
		cookies[name] ? `${cookies[name].signedIn}, ${cookies[name].anonymous}` : '',
	]);
	const ratios = names
		.filter(isOurs)
		.flatMap((own) =>
			names
				.filter((name) => !isOurs(name))
				.map((other) => [
					`${other} / ${own}`,
					...row((measured) => shown(figure(other, measured) / figure(own, measured), ' x')),
				]),
		);
	table([[store, ...Object.values(cases), 'cookies: signed in, nobody'], ...raw, [], ...ratios, [], []]);
}

/** What issue by issue was promised of tokens, beside what came out. Whether all of it holds. */
function printPromises(runs) {
	const figure = figureOf(runs);
	const hook = (name) => median(runs.flatMap(({ hook }) => hook[name]));
	const fresh = figure(ours, 'fresh');
	const ratios = [
		[
			'a token seen before: times as fast as @auth/sveltekit',
			figure(theirs, 'seen') / figure(ours, 'seen'),
			'at least',
			100,
		],
		['a new token: times as fast as @auth/sveltekit', figure(theirs, 'fresh') / fresh, 'at least', 6],
		[
			'a new token beside jose with the key ready',
			fresh / figure('(jose, key ready)', 'fresh'),
			'at most',
			1,
		],
		[
			'a new token beside node:crypto alone',
			fresh / figure('(node:crypto, key ready)', 'fresh'),
			'at most',
			2.5,
		],
		['three calls beside one', figure(ours, 'three') / fresh, 'at most', 1.25],
	];
	const holds = ([, value, how, limit]) => (how === 'at least' ? value >= limit : value <= limit);
	heading('Promises');
	table([
		...ratios.map((row) => [
			row[0],
			`${row[1].toFixed(2)} x`,
			`${row[2]} ${row[3]} x`,
			holds(row) ? '' : 'MISSED',
		]),
		[
			'nobody signed in: what the hook adds',
			`${(hook('ours') - hook('empty')).toFixed(2)} µs`,
			'at most 3 µs, told only',
			'',
		],
	]);
	return ratios.every(holds);
}
