import type { Entry } from '../../../src/audit/entry.ts';
import type { Framework } from '../attack/table.ts';
import type { Rule, World } from './model.ts';
import { planWorld, type WorldOptions } from './plan/index.ts';
import { wholeTree } from './plan/rules.ts';
import type { Project } from './project.ts';
import { type Verdict, type VisitOptions, visitWorld } from './visit/index.ts';

/** What came of one world. */
export interface WorldResult extends Verdict {
	framework: Framework;
	/** Makes this world again. */
	seed: number;
	trees: number;
	dress: string;
	/** Command lines that were carried out, and what `protect-route` said of those that it refused. */
	rules: string[];
	refused: string[];
}

/** A world that is built and answers. */
export interface RunningWorld {
	world: World;
	/** What `authgraft routes --json` says of it. */
	entries: Entry[];
	/** @param entries what to hold against the answers; what `routes` says unless given */
	visit(options: VisitOptions, entries?: readonly Entry[]): Promise<WorldResult>;
	stop(): Promise<void>;
}

/** Lays a world into a project, has it guarded by the command, builds and starts it. */
export async function raiseWorld(
	project: Project,
	options: Omit<WorldOptions, 'framework'>,
): Promise<RunningWorld> {
	const world = planWorld({ framework: project.framework, ...options });
	await project.lay(world);
	const commands = await guardWorld(project, world);
	const entries = await project.routes();
	await project.build(world.dress);
	const server = await project.start();
	const { seed, framework, trees, dress } = world;
	const about = { framework, seed, trees: trees.length, dress: dressInWords(dress, trees), ...commands };
	return {
		world,
		entries,
		async visit(options, said = entries) {
			const verdict = await visitWorld(world, said, project.origin, options);
			if (!server.isRunning())
				verdict.problems.push({
					kind: 'crash',
					detail: `the server ended: ${server.output().slice(-1_000)}`,
				});
			return { ...verdict, ...about };
		},
		stop: () => server.stop(),
	};
}

/** The same from beginning to end. */
export async function runWorld(
	project: Project,
	options: Omit<WorldOptions, 'framework'>,
	visit: VisitOptions,
): Promise<WorldResult> {
	const running = await raiseWorld(project, options);
	try {
		return await running.visit(visit);
	} finally {
		await running.stop();
	}
}

/** Rules that the command refuses are none of the tree: what they are about stays open. No tree is without one. */
async function guardWorld(project: Project, world: World): Promise<Pick<WorldResult, 'rules' | 'refused'>> {
	const rules: string[] = [];
	const refused: string[] = [];
	for (const tree of world.trees) {
		const kept: Rule[] = [];
		const write = async (rule: Rule): Promise<void> => {
			const refusal = await project.guard(rule);
			const line = rule.args.join(' ');
			if (refusal === undefined) kept.push(rule);
			if (refusal === undefined) rules.push(line);
			else refused.push(`${line}: ${reasonIn(refusal)}`);
		};
		for (const rule of tree.rules) await write(rule);
		if (kept.length === 0) await write(wholeTree(tree.top));
		tree.rules = kept;
	}
	return { rules, refused };
}

function dressInWords({ base, late, signInPage }: World['dress'], trees: World['trees']): string {
	const where = trees.some(({ top }) => top.length === 0) ? 'at the root' : 'side by side';
	const below = base === '' ? '' : `, base ${base}${late ? ' after init' : ''}`;
	return where + below + (signInPage === '/signin' ? '' : `, sign-in at ${signInPage}`);
}

/** The sentence that says why, below the list of what would have been done. */
const reasonIn = (output: string): string =>
	/^(! .*|authgraft: .*)$/m.exec(output.replace(/^ .*$/gm, ''))?.[1] ?? output.trim();
