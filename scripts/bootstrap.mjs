/**
 * Makes a fresh clone ready to work in. Plain JavaScript that runs on Node 18, because nothing is installed yet
 * when it runs. Everything after it runs on the Node 24 that the npm package `node` puts into node_modules, which
 * is why all other tooling can be TypeScript.
 */
import { spawn } from 'node:child_process';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const binFolder = join(root, 'node_modules', '.bin');
const node24 = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** The environment with the tools of this repository, Node 24 among them, first in PATH. */
export function withNode24Env(env = process.env) {
	const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== binFolder);
	return { ...env, PATH: [binFolder, ...folders].join(delimiter) };
}

/**
 * Says whether node_modules holds what package-lock.json asks for. Compares contents and not times: `npm install`
 * writes package-lock.json a few milliseconds after node_modules/.package-lock.json, and git sets times as it likes.
 *
 * @param {string} wanted text of package-lock.json
 * @param {string} installed text of node_modules/.package-lock.json
 */
export function isUpToDate(wanted, installed) {
	const want = JSON.parse(wanted).packages;
	const have = JSON.parse(installed).packages;
	const same = (path) => have[path]?.version === want[path]?.version;
	const needed = Object.keys(want).filter((path) => {
		// Packages for other platforms stand in the lock file without being installed.
		const { link, optional, devOptional } = want[path];
		return path.startsWith('node_modules/') && !link && !optional && !devOptional;
	});
	return needed.every(same) && Object.keys(have).every((path) => have[path].link || same(path));
}

/** Runs `npm ci`, its output passed through, unless node_modules is as package-lock.json wants it. */
export async function ensureInstalled() {
	const lock = join(root, 'package-lock.json');
	const modules = join(root, 'node_modules');
	const installed = join(modules, '.package-lock.json');
	if (existsSync(installed) && existsSync(node24)) {
		if (isUpToDate(readFileSync(lock, 'utf8'), readFileSync(installed, 'utf8'))) return;
	}
	if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) {
		console.error(`${modules} is a link, and does not hold what package-lock.json asks for.`);
		console.error('npm ci would empty the folder behind it. Remove the link, and run the command again.');
		process.exit(1);
	}
	console.log('\n== Install (npm ci)\n');
	// On Windows npm is a script that only a shell can start; the arguments are constants.
	const code = await run('npm', ['ci', '--no-audit', '--no-fund'], {
		cwd: root,
		shell: process.platform === 'win32',
	});
	if (code !== 0) process.exit(code);
	if (existsSync(node24)) return;
	console.error('npm ci did not install Node 24 (npm package "node"). Are install scripts switched off?');
	process.exit(1);
}

/** Call first in every script: returns on Node 24 with everything installed, or never. */
export async function bootstrap() {
	await ensureInstalled();
	process.env.PATH = withNode24Env().PATH;
	if (Number.parseInt(process.versions.node, 10) >= 24) return;
	process.exit(await run(node24, process.argv.slice(1)));
}

/** Runs a program to its end and hands signals on to it, so that the child can tidy up. Returns the exit code. */
function run(file, args, options = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(file, args, { stdio: 'inherit', ...options });
		const handOn = (signal) => child.kill(signal);
		const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
		for (const signal of signals) process.on(signal, handOn);
		child.on('error', reject);
		child.on('close', (code, signal) => {
			for (const name of signals) process.off(name, handOn);
			resolve(signal ? 130 : code);
		});
	});
}
