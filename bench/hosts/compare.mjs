import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from '../../scripts/lib/build.ts';
import { freePort } from '../../scripts/lib/free-port.ts';
import { spawnGroup } from '../../scripts/lib/process-group.ts';
import { startServer } from '../../scripts/lib/server.ts';
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
const warmUp = 3000;
/**
 * How often the servers are started anew: what the compiler makes of one, and where its memory comes to lie, is some percent
 * of luck that stays as long as it runs.
 */
const starts = 4;
/** Requests under way at a time, as many connections, and how many in a round. The last is the one of the promise. */
const connections = [1, 64, 16];
const amounts = { 1: 300, 64: 500, 16: 1000 };
/** Of the requests per second that the same page serves with a constant for a session. */
const promised = 0.95;

/** Who comes to which build. Their names are in report/names.mjs. */
const scenarios = {
	plain: { build: 'plain', expected: 'nobody' },
	constant: { build: 'constant', expected: user.name },
	nobody: { build: 'auth', expected: 'nobody' },
	seen: { build: 'auth', expected: user.name },
	callbacks: { build: 'callbacks', expected: user.name },
	new: { build: 'auth', expected: user.name },
};

/**
 * Measures and prints how many pages a second a built SvelteKit host serves, with and without a session.
 * @param {string} folder empty, temporary
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code: 1 when the CPU time of the server tells that a promise does not hold
 */
export async function bench(folder, argv) {
	const rounds = runsOf(argv, 3);
	heading('Set up');
	console.log(`authgraft: ${(await buildIfStale()) ? 'built' : 'up to date'}`);
	const host = join(folder, 'host');
	const builds = await makeBuilds(host);
	console.log(`host: a new SvelteKit 3 project with adapter-node, built ${Object.keys(builds).length} times`);
	const generator = spawnGroup(process.execPath, [client], {
		stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
	});
	const seen = Object.fromEntries(connections.map((lanes) => [lanes, eachScenario(() => [])]));
	for (let count = 0; count < starts; count++) {
		await measure({ host, builds, generator, rounds }, (lanes, name, one) => seen[lanes][name].push(one));
	}
	generator.disconnect();
	const results = {};
	for (const lanes of connections) {
		results[lanes] = summary(seen[lanes]);
		print(lanes, results[lanes]);
	}
	const each = `${rounds} rounds with each of ${starts} starts of the servers`;
	console.log(`Medians of ${each}, which take turns; load ${load()}`);
	record('hosts', { byConnections: results, promised });

	const { rateRatio, cpuRatio } = results[connections.at(-1)].seen;
	// The server is what is short of CPU, so its rate goes with 1 / CPU time, which other programs do not disturb.
	const holds = (cpuRatio === null ? rateRatio : 1 / cpuRatio) >= promised;
	console.log(holds ? `At least ${promised * 100} %: ok` : `MISSED: less than ${promised * 100} %`);
	return holds ? 0 : 1;
}

const eachScenario = (make) => Object.fromEntries(Object.keys(scenarios).map((name) => [name, make(name)]));

/** Starts the servers, measures some rounds, and stops them. */
async function measure({ host, builds, generator, rounds }, keep) {
	const names = Object.keys(scenarios);
	// One server for each: what is asked more often is compiled better.
	const servers = {};
	for (const name of names) servers[name] = await start(host, builds[scenarios[name].build]);
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
		const before = cpuOf(pid);
		const cookies = cookiesFor(name, count);
		generator.send({ port, path, cookies, connections: lanes, requests: count, expected });
		const [{ seconds, error }] = await once(generator, 'message');
		if (error) throw new Error(`${titles[name]}: ${error}`);
		return { rate: count / seconds, cpu: before && ((cpuOf(pid) - before) / count) * 1000 };
	};
	try {
		for (const name of names) await round(name, warmUp, 16);
		for (const lanes of connections) {
			for (let index = 0; index < rounds; index++) {
				for (const name of index % 2 === 0 ? names : names.toReversed()) {
					keep(lanes, name, await round(name, amounts[lanes], lanes));
				}
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

/** Medians, and what is left of the rate of the round's control: rounds of a noisy minute are compared with each other. */
function summary(seen) {
	const middle = (name, of) => median(seen[name].map(of));
	const paired = (name, key) => {
		const values = seen[name].map((one, index) => one[key] / seen.constant[index][key]);
		return values.some(Number.isNaN) ? null : median(values);
	};
	// Ticks of 10 ms are coarse for a round, and fine for all of them.
	const cpu = (name) => {
		const values = seen[name].map((one) => one.cpu);
		return values.includes(null) ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
	};
	return eachScenario((name) => ({
		rate: middle(name, ({ rate }) => rate),
		cpu: cpu(name),
		rateRatio: paired(name, 'rate'),
		cpuRatio: cpu(name) === null ? null : cpu(name) / cpu('constant'),
	}));
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
