import { join } from 'node:path';
import { root } from '../../bootstrap.mjs';
import { exec, execOk } from '../process/exec.ts';
import { tidily } from '../process/tidy.ts';
import { heading, seconds } from '../steps.ts';
import { combinations, type Job, readWorkflows, type Step, withMatrix } from './read.ts';

const usage = 'Usage: npm run workflows [-- <workflow> [<job>]]    without a workflow: says what would run';

/** Why a step cannot be run on this machine; undefined where it can. */
export function notHere({ uses, run = '' }: Step): string | undefined {
	if (uses) return uses.startsWith('actions/checkout@') ? 'a clone is made' : 'an action of GitHub';
	if (/\bnpm publish\b/.test(run)) return 'would publish';
	if (/\bgh\b/.test(run)) return 'talks to GitHub';
	if (/\bgit config --global\b/.test(run)) return 'would change this machine';
	return /\$\{\{|\$GITHUB_/.test(run) ? 'needs what GitHub knows' : undefined;
}

/** What of a workflow can run here: its jobs for Linux, once for each combination of their matrix. */
export function jobsHere(id: string, wanted?: string): { title: string; job: Job; steps: Step[] }[] {
	const workflow = readWorkflows().find((one) => one.id === id);
	const jobs = Object.entries(workflow?.jobs ?? {}).filter(
		([name]) => wanted === undefined || name === wanted,
	);
	return jobs.flatMap(([name, job]) =>
		combinations(job)
			.filter((values) => withMatrix(job['runs-on'], values) === 'ubuntu-latest')
			.map((values) => ({
				title: [id, name, ...Object.values(values).filter((value) => value !== 'ubuntu-latest')].join(' / '),
				job,
				steps: job.steps.map((step) => (step.run ? { ...step, run: withMatrix(step.run, values) } : step)),
			})),
	);
}

/**
 * Runs the steps of workflows as far as one machine can, each job in a fresh clone of what is committed, and with the Node.js that
 * runs this. Resolves with the exit code.
 */
export async function workflows([id, job, ...rest]: string[]): Promise<number> {
	const known = readWorkflows().map((one) => one.id);
	if (id === undefined) {
		for (const one of known) for (const here of jobsHere(one)) tell(here.title, here.steps);
		return 0;
	}
	const jobs = jobsHere(id, job);
	if (rest.length > 0 || jobs.length === 0) {
		console.error(`${usage}\nThere are ${known.join(', ')}.`);
		return 2;
	}
	return tidily('workflow', async (folder) => {
		for (const [index, { title, job: one, steps }] of jobs.entries()) {
			heading(title);
			const clone = join(folder, String(index));
			await execOk('git', ['clone', '--quiet', root, clone]);
			for (const step of steps) if (!(await runStep(step, one, clone))) return 1;
		}
		return 0;
	});
}

async function runStep(step: Step, job: Job, cwd: string): Promise<boolean> {
	const why = notHere(step);
	if (why) {
		console.log(`- ${title(step)}: ${why}`);
		return true;
	}
	const start = performance.now();
	const timeout = (job['timeout-minutes'] ?? 60) * 60_000;
	// As GitHub does on Linux.
	const args = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run ?? ''];
	const { code, output, timedOut } = await exec('bash', args, {
		...{ cwd, timeout, env: { CI: 'true', ...step.env } },
	});
	console.log(
		`- ${title(step)}: ${code === 0 ? 'done' : timedOut ? 'took too long' : `exit code ${code}`} (${seconds(start)})`,
	);
	if (code !== 0) console.error(output.slice(-8_000));
	return code === 0;
}

function tell(name: string, steps: Step[]): void {
	console.log(`\n${name}`);
	for (const step of steps) console.log(`  ${notHere(step) ?? 'runs here'}: ${title(step)}`);
}

const title = ({ name, uses, run }: Step): string => name ?? uses?.replace(/@.*/, '') ?? String(run).trim();
