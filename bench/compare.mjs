import { cp, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../scripts/bootstrap.mjs';
import { buildIfStale } from '../scripts/lib/build/index.ts';
import { makeSvelteKit3Host } from '../scripts/lib/make-host.ts';
import { execOk, npm } from '../scripts/lib/process/exec.ts';
import { heading } from '../scripts/lib/steps.ts';
import { load } from './lib/machine.mjs';
import { record } from './lib/record.mjs';
import { runsOf } from './lib/runs.mjs';
import { table } from './lib/table.mjs';
import { measure } from './measure.mjs';
import { makeRoutesHost } from './routes-host.mjs';

/** The peer: the official command line that adds things to SvelteKit projects. */
const peerVersion = '0.17.1';

const authgraft = { script: join(root, 'bin', 'authgraft.cjs') };
const init = {
	...authgraft,
	args: ['init', '--yes', '--no-install'],
	onHost: true,
	proof: '@authgraft/runtime',
};
const uncached = { NODE_DISABLE_COMPILE_CACHE: '1' };

/**
 * Seconds of CPU and MiB that must not be exceeded where Node with an empty script takes `empty` seconds. On a machine that is
 * slower or busy everything may take as many times longer as that does.
 */
const budgets = {
	empty: 0.043,
	help: { cpu: 0.15, memory: 60 },
	init: { cpu: 0.6, memory: 140 },
	routes: { cpu: 1, memory: 300 },
	doctor: { cpu: 1.2, memory: 300 },
};

/**
 * Measures and prints. Budgets are told and not enforced: on a busy machine only the ratios mean something.
 * @param {string} folder empty, temporary
 * @param {string[]} argv
 * @returns {Promise<number>} the exit code
 */
export async function bench(folder, argv) {
	const runs = runsOf(argv, 7);

	heading('Set up');
	console.log(`authgraft: ${(await buildIfStale()) ? 'built' : 'up to date'}`);
	const sv = { script: await installPeer(join(folder, 'peer')) };
	console.log(`sv: ${peerVersion}, in a temporary folder`);
	const starter = join(folder, 'starter');
	await makeSvelteKit3Host(starter);
	const grafted = join(folder, 'grafted');
	await cp(starter, grafted, { recursive: true });
	await execOk(process.execPath, [init.script, ...init.args, '--protect', '/area1'], { cwd: grafted });
	const routed = join(folder, 'routed');
	const routes = await makeRoutesHost(grafted, routed);
	console.log('host: a new SvelteKit 3 project for each run');

	const add = (...names) => ({
		...sv,
		args: ['add', ...names, '--no-install', '--no-git-check', '--no-download-check'],
		onHost: true,
	});
	const betterAuth = ['drizzle=database:sqlite+client:libsql', 'better-auth=demo:password'];
	const commands = {
		empty: { name: 'node, empty script', script: join(root, 'bench', 'empty.cjs'), args: [] },
		help: { name: 'authgraft --help', ...authgraft, args: ['--help'] },
		helpUncached: { name: 'authgraft --help, first run', ...authgraft, args: ['--help'], env: uncached },
		peerHelp: { name: 'sv --help', ...sv, args: ['--help'] },
		init: { name: 'authgraft init', ...init },
		initUncached: { name: 'authgraft init, first run', ...init, env: uncached },
		addProvider: {
			...{ name: 'authgraft add-provider github', ...authgraft, onHost: true, host: grafted },
			args: ['add-provider', 'github', '--yes', '--no-install'],
			proof: { file: '.env', text: 'AUTH_GITHUB_ID' },
		},
		protectRoute: {
			...{ name: 'authgraft protect-route /area2', ...authgraft, onHost: true, host: grafted },
			args: ['protect-route', '/area2', '--yes', '--force'],
			proof: { file: 'src/hooks.server.ts', text: '/area2' },
		},
		routes: {
			name: `authgraft routes, ${routes} routes`,
			...authgraft,
			args: ['routes', '--json'],
			inPlace: routed,
		},
		doctor: {
			name: `authgraft doctor, ${routes} routes`,
			...authgraft,
			args: ['doctor', '--json'],
			inPlace: routed,
		},
		prettier: { name: 'sv add prettier', ...add('prettier'), proof: 'prettier' },
		betterAuth: { name: 'sv add drizzle better-auth', ...add(...betterAuth), proof: 'better-auth' },
	};
	const measured = await measure(Object.values(commands), { folder, starter, runs });
	const usages = Object.fromEntries(
		Object.entries(commands).map(([key, command]) => [key, { name: command.name, ...measured.get(command) }]),
	);
	print(usages, runs);
	record('cli', { usages, runs, peerVersion });
	return 0;
}

/** Installs the peer into a folder of its own. Returns the script that Node runs. */
async function installPeer(folder) {
	const [file, args] = npm('install', '--prefix', folder, '--no-audit', '--no-fund', `sv@${peerVersion}`);
	await execOk(file, args);
	const home = join(folder, 'node_modules', 'sv');
	const { bin } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
	return join(home, typeof bin === 'string' ? bin : bin.sv);
}

function print(usages, runs) {
	const { empty, help, helpUncached, peerHelp, init, initUncached, addProvider, protectRoute } = usages;
	const { routes, doctor, prettier, betterAuth } = usages;
	const slower = empty.cpu / budgets.empty;
	heading(
		`Medians of ${runs} runs, Node ${process.versions.node}, ${availableParallelism()} cores, load ${load()}`,
	);
	table([
		['', 'CPU s', 'MiB', 'CPU and MiB against sv'],
		...group([help, helpUncached], [peerHelp]),
		...group([init, initUncached, addProvider, protectRoute, routes, doctor], [prettier, betterAuth]),
	]);
	heading(
		`Budgets: Node alone takes ${empty.cpu.toFixed(3)} s, ${slower.toFixed(1)} times what they were made for`,
	);
	table([
		['', 'CPU s', '', 'MiB', ''],
		budget('authgraft --help', help, budgets.help, slower),
		budget('authgraft init --yes --no-install', init, budgets.init, slower),
		budget(routes.name, routes, budgets.routes, slower),
		budget(doctor.name, doctor, budgets.doctor, slower),
	]);
}

/** Rows of ours, each with its ratio to every one of theirs, then rows of theirs. */
function group(ours, theirs) {
	const row = ({ name, cpu, memory }) => [name, cpu.toFixed(2), memory.toFixed(0)];
	const ratio = (own, peer) =>
		`${(own.cpu / peer.cpu).toFixed(2)} x, ${(own.memory / peer.memory).toFixed(2)} x`;
	return [
		...ours.map((own) => [...row(own), theirs.map((peer) => ratio(own, peer)).join('; ')]),
		...theirs.map((peer) => [...row(peer), '1 x']),
		[],
	];
}

function budget(name, { cpu, memory }, most, slower) {
	const seconds = most.cpu * slower;
	const verdict = (used, limit) => (used < limit ? 'ok' : 'over');
	return [
		name,
		`${cpu.toFixed(2)} of ${seconds.toFixed(2)}`,
		verdict(cpu, seconds),
		`${memory.toFixed(0)} of ${most.memory}`,
		verdict(memory, most.memory),
	];
}
