import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanEnv } from '../../scripts/lib/process/clean-env.ts';
import { endGroup, spawnGroup } from '../../scripts/lib/process/group.ts';
import type { Diagnosis } from '../../src/doctor/diagnosis.ts';
import { note } from './note.ts';
import { Traces } from './traces.ts';

const cli = join(import.meta.dirname, '../../bin/authgraft.cjs');

export interface DoctorRun {
	code: number | null;
	/** Both streams. */
	output: string;
	/** Worst first. */
	findings: Pick<Diagnosis, 'code' | 'severity' | 'title'>[];
	seconds: number;
	/** Processes that it started and that still run, and temporary files of ours. */
	left: string[];
}

interface How {
	/** Written to standard input, which otherwise is empty. */
	input?: string;
	/** Gets Ctrl-C so many milliseconds after this was printed. */
	interruptAt?: string;
	after?: number;
}

/** Runs `authgraft doctor --json` in a folder, in a process of its own. */
export async function runDoctor(
	folder: string,
	args: string[],
	{ input, interruptAt, after = 0 }: How = {},
): Promise<DoctorRun> {
	note(`authgraft doctor ${args.join(' ')}`);
	const traces = new Traces();
	const temporary = await mkdtemp(join(tmpdir(), 'doctor-'));
	const begin = performance.now();
	const child = spawnGroup(process.execPath, [cli, 'doctor', ...args, '--json', '--cwd', folder], {
		env: cleanEnv({ ...traces.env, TMPDIR: temporary }),
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	let [stdout, output] = ['', ''];
	let waits = interruptAt;
	for (const name of ['stdout', 'stderr'] as const)
		child[name]?.setEncoding('utf8').on('data', (text: string) => {
			output += text;
			if (name === 'stdout') stdout += text;
			if (waits === undefined || !output.includes(waits)) return;
			waits = undefined;
			setTimeout(() => child.kill('SIGINT'), after);
		});
	child.stdin?.on('error', () => {}).end(input);
	const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
	const seconds = (performance.now() - begin) / 1_000;
	const files = (await readdir(temporary)).filter((name) => name.startsWith('authgraft'));
	const left = [...traces.left(), ...files];
	await endGroup(child);
	await rm(temporary, { recursive: true, force: true });
	const findings = stdout.startsWith('{') ? (JSON.parse(stdout).findings ?? []) : [];
	return { code, output, findings, seconds, left };
}
