import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangeJson } from '../../src/plan/index.ts';
import { checkFiles, checkRefusal, checkTree, checkWords, outsidePlan } from './checks.ts';
import { type Ran, resident, started } from './command.ts';
import type { InitResult, Shape } from './shape.ts';
import { differences, snapshot } from './snapshot.ts';

/** What the gauntlet prints of one shape. */
export interface Line {
	name: string;
	outcome: InitResult | `exit ${number | null}`;
	/** Exit code of the first run. */
	exit: number | null;
	/** Bytes that differ after the first run in files that the plan does not name. */
	outside: number;
	/** Everything that is not as it must be, one sentence each. */
	problems: string[];
}

/** The part of `--json` that is looked at. */
export interface PlanDocument {
	changes?: ChangeJson[];
	error?: { code: string; message: string; hint: string };
	exitCode: number;
}

/**
 * Lays a shape down and runs the built command in it: the plan, the first run, the run again, undo. Every shape must
 * keep what checks.ts asks for; what the shape itself expects comes on top.
 *
 * @param folder an empty folder, which the host is made in
 */
export async function runShape(shape: Shape, folder: string): Promise<Line> {
	const host = join(folder, 'host');
	mkdirSync(host, { recursive: true });
	shape.build(host);
	const before = snapshot(host);
	const problems: string[] = [];
	const init = ['init', '--yes', '--no-install', ...shape.args];

	// The first run of a whole host is a process of its own, as people start it; the rest would take a second each.
	const run = (...args: string[]) => resident([...args, '--cwd', host]);
	// With --json a run prints the plan that it carries out: enough where there are hundreds of shapes.
	const planning = await run(...init, '--json', ...(shape.ownProcess ? ['--dry-run'] : []));
	const plan = readPlan(planning, problems);
	if (shape.ownProcess && differences(before, snapshot(host)).length > 0)
		problems.push('--dry-run changed the host');
	const first = shape.ownProcess
		? await started([...init, '--cwd', host])
		: { ...planning, output: planning.stderr };
	const after = snapshot(host);

	const outcome = outcomeOf(first, plan);
	const applied = outcome === 'applied';
	if (plan.exitCode !== first.code)
		problems.push(`the plan says exit ${plan.exitCode}, the run exits with ${first.code}`);
	if (outcome !== shape.expected.outcome)
		problems.push(`${outcome} instead of ${shape.expected.outcome}${because(first)}`);
	const outside = outsidePlan(before, after, plan, applied);
	problems.push(
		...outside.problems,
		...checkTree(before, after, plan, applied),
		...(outcome === 'refused' ? checkRefusal(plan, first.output, shape.expected) : []),
		...checkWords(first.output, after, plan, shape.expected),
		...checkFiles(after, shape.expected),
	);
	if (applied) {
		problems.push(...(await againAndBack(host, init, run)));
		const left = differences(before, snapshot(host));
		if (left.length > 0) problems.push(`undo does not give back ${paths(left)}`);
	}
	return { name: shape.name, outcome, exit: first.code, outside: outside.bytes, problems };
}

/** Run again an applied shape has nothing to do; `undo` ends it. */
async function againAndBack(host: string, init: string[], run: (...args: string[]) => Promise<Ran>) {
	const problems: string[] = [];
	const once = snapshot(host);
	const again = await run(...init);
	if (again.code !== 0) problems.push(`run again it exits with ${again.code}${because(again)}`);
	if (!/nothing to do/i.test(again.output)) problems.push('run again it does not say "nothing to do"');
	const twice = differences(once, snapshot(host));
	if (twice.length > 0) problems.push(`run again it changes ${paths(twice)}`);
	const undo = await run('undo', '--yes');
	if (undo.code !== 0) problems.push(`undo exits with ${undo.code}${because(undo)}`);
	return problems;
}

function readPlan({ stdout, output, code }: Ran, problems: string[]): PlanDocument {
	try {
		return JSON.parse(stdout);
	} catch {
		problems.push(`--dry-run --json prints no JSON: ${output.trim().slice(0, 300)}`);
		return { exitCode: code ?? 1 };
	}
}

function outcomeOf({ code, output }: Ran, { changes = [] }: PlanDocument): Line['outcome'] {
	if (code === 1 && !/AG_INTERNAL|\n {4}at /.test(output)) return 'refused';
	if (code !== 0) return `exit ${code}`;
	return changes.some(({ kind }) => kind === 'create' || kind === 'modify')
		? 'applied'
		: 'already configured';
}

const paths = (found: { path: string }[]): string => found.map(({ path }) => path).join(', ');
const because = ({ output }: Ran): string => `: ${output.trim().split('\n').slice(-2).join(' ')}`;
