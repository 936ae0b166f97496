import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execOk } from '../scripts/lib/process/exec.ts';

const preload = fileURLToPath(new URL('usage.cjs', import.meta.url));

/**
 * What is measured.
 * @typedef {object} Command
 * @property {string} name as it is printed
 * @property {string} script file that Node runs
 * @property {string[]} args
 * @property {boolean} [onHost] runs in a fresh copy of the starter; elsewhere in an empty folder
 * @property {string} [host] the project that is copied in place of the starter
 * @property {string} [inPlace] the project that it runs in itself: copying a large one takes longer than the command
 * @property {string[]} [after] arguments of the same script that take back what it did in place; not measured
 * @property {string | { file: string, text: string }} [proof] text that package.json, or another file, holds afterwards: a
 *   tool that does nothing is fast too
 * @property {Record<string, string>} [env]
 */

/**
 * CPU in seconds (user and system), memory in MiB (peak resident set) of one process, without its children.
 * @typedef {{ cpu: number, memory: number }} Usage
 */

/**
 * Medians of all commands. They take turns, so that a noisy minute hits all of them alike.
 *
 * @param {Command[]} commands
 * @param {{ folder: string, starter: string, runs: number }} options a temporary folder, the starter project in it,
 *   and how many runs count (one more goes ahead and fills caches)
 * @returns {Promise<Map<Command, Usage>>}
 * @throws Error when a command fails or leaves no proof
 */
export async function measure(commands, { folder, starter, runs }) {
	const seen = new Map(commands.map((command) => [command, []]));
	for (let run = 0; run <= runs; run++) {
		for (const command of commands) {
			const usage = await runOnce(command, folder, starter);
			if (run > 0) seen.get(command).push(usage);
		}
	}
	return new Map([...seen].map(([command, usages]) => [command, medians(usages)]));
}

async function runOnce({ script, args, onHost, host: copied, inPlace, after, proof, env }, folder, starter) {
	const host = inPlace ?? join(folder, 'app');
	const usageFile = join(folder, 'usage.json');
	if (!inPlace) {
		await rm(host, { recursive: true, force: true });
		await (onHost ? cp(copied ?? starter, host, { recursive: true }) : mkdir(host));
	}
	await execOk(process.execPath, ['--require', preload, script, ...args], {
		cwd: host,
		// With a temporary folder of their own the tools keep their caches between runs, and leave none behind.
		env: { TMPDIR: folder, TEMP: folder, XDG_CACHE_HOME: folder, USAGE_FILE: usageFile, ...env },
	});
	if (proof)
		await check(host, typeof proof === 'string' ? { file: 'package.json', text: proof } : proof, args);
	if (after) await execOk(process.execPath, [script, ...after], { cwd: host });
	return JSON.parse(await readFile(usageFile, 'utf8'));
}

async function check(host, { file, text }, args) {
	if ((await readFile(join(host, file), 'utf8')).includes(text)) return;
	throw new Error(`"${args.join(' ')}" ended well without doing anything: ${file} holds no ${text}`);
}

/** @param {Usage[]} usages */
function medians(usages) {
	return { cpu: median(usages.map(({ cpu }) => cpu)), memory: median(usages.map(({ memory }) => memory)) };
}

/** @param {number[]} values */
export function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
