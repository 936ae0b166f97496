import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../../scripts/lib/build/index.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { spawnGroup } from '../../scripts/lib/process/group.ts';
import { startServer } from '../../scripts/lib/process/server.ts';
import { heading } from '../../scripts/lib/steps.ts';
import { load } from '../lib/machine.mjs';
import { record } from '../lib/record.mjs';
import { runsOf } from '../lib/runs.mjs';
import { table } from '../lib/table.mjs';
import { tokenMaker } from '../lookup/tokens.mjs';
import { median } from '../measure.mjs';
import { scenarios as titles } from '../report/names.mjs';
import { cookieName, secret, user } from '../session/stores.mjs';
import { makeBuilds } from './builds.mjs';

const client = fileURLToPath(new URL('load.mjs', import.meta.url));
const path = '/orders';
const warmUp = 10_000;
/** Requests under way at a time, as many connections, and how many in a round. The last is the one of the promise. */
const connections = [1, 64, 16];
const amounts = { 1: 300, 64: 500, 16: 1000 };
/** Of the requests per second that the same page serves with a constant for a session, at the last number of connections. */
const promised = 0.95;

/** What all others are compared with. */
const control = 'constant';
/** Who comes to which build. Their names are in report/names.mjs. */
const scenarios = {
	[control]: { build: 'constant', expected: user.name },
	plain: { build: 'plain', expected: 'nobody' },
	nobody: { build: 'auth', expected: 'nobody' },
	seen: { build: 'auth', expected: user.name },
	callbacks: { build: 'callbacks', expected: user.name },
	new: { build: 'auth', expected: user.name },
};
/**
 * How often a pair of servers is started anew: what the compiler makes of one, and where its memory comes to lie, is some
 * percent of luck that stays as long as it runs. The promise is about `seen`.
 */
const startsOf = (name) => (name === 'seen' ? 8 : 2);

/**
 * Measures and prints how many pages a second a built SvelteKit host serves, with and without a session.
 * @param {string} folder empty, temporary
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code: 1 when a promise does not hold
 */
export async function bench(folder, argv) {
	const rounds = runsOf(argv, 6);
	heading('Set up');
	console.log(`authgraft: ${(await buildIfStale()) ? 'built' : 'up to date'}`);
	const host = join(folder, 'host');
	const builds = await makeBuilds(host);
	console.log(`host: a new SvelteKit 3 project with adapter-node, built ${Object.keys(builds).length} times`);
	const generator = spawnGroup(process.execPath, [client], {
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	const pairs = Object.fromEntries(connections.map((lanes) => [lanes, {}]));
	for (const name of Object.keys(scenarios)) {
		if (name === control) continue;
		for (const lanes of connections) pairs[lanes][name] = [];
		for (let count = 0; count < startsOf(name); count++) {
			const keep = (lanes, pair) => pairs[lanes][name].push(pair);
			await measure({ host, builds, generator, rounds, name }, keep);
		}
	}
	generator.disconnect();
	const results = {};
	for (const lanes of connections) {
		results[lanes] = summary(pairs[lanes]);
		print(lanes, results[lanes]);
	}
	console.log(`${rounds} rounds of each start, side by side with the constant; load ${load()}`);
	record('hosts', { byConnections: results, promised });

	const { rateRatio } = results[connections.at(-1)].seen;
	const holds = rateRatio >= promised;
	console.log(holds ? `At least ${promised * 100} %: ok` : `MISSED: less than ${promised * 100} %`);
	return holds ? 0 : 1;
}

/**
 * Starts a server for the control and one for a scenario, measures rounds of both in turns, and stops them. Two and no more:
 * the one that is asked more often than others, or twice in a row, is faster for that alone.
 */
async function measure({ host, builds, generator, rounds, name }, keep) {
	const names = [control, name];
	const servers = {};
	const make = tokenMaker(secret);
	const same = cookieOf(make());
	const cookiesFor = (name, count) => {
		if (name === 'new') return Array.from({ length: count }, () => cookieOf(make()));
		// A person's browser sends the cookie whether or not anybody reads it.
		return scenarios[name].expected === user.name ? [same] : [null];
	};
	const round = async (name, count, lanes) => {
		const { port, pid } = servers[name];
		const { expected } = scenarios[name];
		const cookies = cookiesFor(name, count);
		const before = cpuOf(pid);
		generator.send({ port, path, cookies, connections: lanes, requests: count, expected });
		const [{ seconds, error }] = await once(generator, 'message');
		if (error) throw new Error(`${titles[name]}: ${error}`);
		return { rate: count / seconds, cpu: before && ((cpuOf(pid) - before) / count) * 1000 };
	};
	try {
		for (const name of names) servers[name] = await start(host, builds[scenarios[name].build]);
		for (const name of names) await round(name, warmUp, 16);
		for (const lanes of connections) {
			for (let index = 0; index < rounds; index++) {
				const pair = {};
				for (const turn of index % 2 === 0 ? names : names.toReversed()) {
					pair[turn] = await round(turn, amounts[lanes], lanes);
				}
				keep(lanes, { control: pair[control], own: pair[name] });
			}
		}
	} finally {
		await Promise.all(Object.values(servers).map(({ stop }) => stop()));
	}
}

const cookieOf = (token) => `${cookieName}=${token}`;

async function start(host, build) {
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const server = await startServer({
		cwd: host,
		args: [build],
		origin,
		env: {
			HOST: '127.0.0.1',
			PORT: String(port),
			NODE_ENV: 'production',
			AUTH_SECRET: secret,
			AUTH_URL: origin,
			AUTH_GITHUB_ID: 'id',
			AUTH_GITHUB_SECRET: 'secret',
		},
	});
	return { port, pid: server.pid, stop: server.stop };
}

/** Seconds of CPU time that a process has used, from the kernel's table; null where there is none. */
function cpuOf(pid) {
	if (process.platform !== 'linux') return null;
	const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
	// The name of the program, in brackets, may hold blanks.
	const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
	const ticksPerSecond = 100;
	return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Medians, and what is left of the rate of the control beside it: rounds of a noisy minute are compared with each other. */
function summary(pairs) {
	const total = (ones) => {
		const values = ones.map(({ cpu }) => cpu);
		return values.includes(null) ? null : values.reduce((sum, value) => sum + value, 0);
	};
	const row = (ones, controls) => {
		const [cpu, theirs] = [total(ones), total(controls)];
		return {
			rate: median(ones.map(({ rate }) => rate)),
			// Ticks of 10 ms are coarse for a round, and fine for all of them.
			cpu: cpu === null ? null : cpu / ones.length,
			rateRatio: median(ones.map(({ rate }, index) => rate / controls[index].rate)),
			cpuRatio: cpu === null ? null : cpu / theirs,
		};
	};
	const controls = Object.values(pairs).flatMap((ones) => ones.map(({ control }) => control));
	const rows = Object.entries(pairs).map(([name, ones]) => [
		name,
		row(
			ones.map(({ own }) => own),
			ones.map(({ control }) => control),
		),
	]);
	return { [control]: row(controls, controls), ...Object.fromEntries(rows) };
}

function print(lanes, results) {
	heading(`Pages a second, ${lanes} request${lanes > 1 ? 's' : ''} at a time`);
	const percent = (value) => (value === null ? '' : `${(value * 100).toFixed(1)} %`);
	table([
		['', 'pages/s', 'of the constant', 'CPU ms of the server', 'of the constant'],
		...Object.entries(results).map(([name, { rate, cpu, rateRatio, cpuRatio }]) => [
			titles[name],
			rate.toFixed(0),
			percent(rateRatio),
			cpu?.toFixed(3) ?? '',
			percent(cpuRatio),
		]),
	]);
}
