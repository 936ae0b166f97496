import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Framework, frameworks } from '../../scripts/lib/attack/table.ts';
import { nameOf } from '../../scripts/lib/world/model.ts';
import { admin } from '../../scripts/lib/world/people.ts';
import { Project } from '../../scripts/lib/world/project.ts';
import { problemLines } from '../../scripts/lib/world/report.ts';
import { type RunningWorld, raiseWorld, type WorldResult } from '../../scripts/lib/world/run.ts';
import type { Entry } from '../../src/audit/entry.ts';
import { endResidents } from '../gauntlet/command.ts';
import { saysOpen } from '../support/attack-agreement.ts';
import { note } from '../support/note.ts';
import { SharedPackages } from '../support/shared-packages.ts';
import { thorough, week } from '../support/thorough.ts';

const packages: Record<Framework, SharedPackages> = {
	sveltekit: new SharedPackages('sveltekit3'),
	'solid-start': new SharedPackages('solidstart2'),
};

/** Of trees with everything except a few pages guarded, and routes that may lie where sign-in answers. */
const atRoot: Record<Framework, Parameters<typeof raiseWorld>[1]> = {
	sveltekit: { seed: 26, trees: 1, atRoot: true, dress: { base: '', signInPage: '/de/signin' } },
	'solid-start': { seed: 57, trees: 1, atRoot: true, dress: { base: '' } },
};

/** Generated requests a tree; `npm run world` sends more, to many more trees. */
const count = 20;

/** What `routes` would say if it were wrong about everything. */
const turnedRound = (entries: readonly Entry[]): Entry[] =>
	entries.map(({ note: _, conditional: __, ...entry }) => ({
		...entry,
		guard: saysOpen(entry) ? 'path rule' : 'public',
	}));

afterAll(endResidents);

/** One framework a week in `npm test`. */
const tried = frameworks.filter((_, index) => thorough || index === week % frameworks.length);

describe.each(tried)('a generated world of %s', (framework) => {
	let parent: string;
	let project: Project;

	beforeAll(async () => {
		note(`make a project of ${framework} for worlds`);
		parent = await mkdtemp(join(tmpdir(), 'authgraft-world-'));
		project = await Project.make(parent, framework, (host) => packages[framework].give(host));
		await packages[framework].keep(project.folder);
	});
	afterAll(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));

	const raise = async (options: Parameters<typeof raiseWorld>[1]): Promise<RunningWorld> => {
		note(`world ${options.seed} of ${framework}`);
		return raiseWorld(project, options);
	};

	const expectSound = async (world: RunningWorld): Promise<WorldResult> => {
		const result = await world.visit({ count });
		note(`${result.requests} requests, ${result.compared} entries, ${result.guarded} of them guarded`);
		expect(problemLines(result).join('\n')).toBe('');
		expect(result.guarded).toBeGreaterThan(result.compared / 10);
		expect(result.compared - result.guarded).toBeGreaterThan(0);
		expect(result.unreached.length).toBeLessThan(result.compared / 4);
		return result;
	};

	describe('with the whole host for one tree', () => {
		let world: RunningWorld;
		let sound: WorldResult;
		beforeAll(async () => {
			world = await raise(atRoot[framework]);
		});
		afterAll(() => world?.stop());

		test('a stranger gets what `routes` calls public and nothing else', async () => {
			sound = await expectSound(world);
		});

		test('control: were `routes` wrong about every entry, each of them would be told', async () => {
			const { problems } = await world.visit({ count: 0 }, turnedRound(world.entries));
			const told = problems.map(({ detail }) => detail).join('\n');
			const names = world.world.kept.flatMap(({ entries }) => entries.map(nameOf));
			const missed = [...new Set(names)].filter((name) => !told.includes(name));
			// Those that no address leads to cannot be told.
			expect(names.length - missed.length).toBeGreaterThanOrEqual(sound.compared);
		});

		test('control: a guard that lets strangers pass leaks everything', async () => {
			const { problems } = await world.visit({ count: 0, stranger: await admin });
			const leaks = problems.filter(({ kind }) => kind === 'leak').map(({ detail }) => detail);
			const names = world.entries.filter((entry) => !saysOpen(entry)).map(nameOf);
			const leaked = names.filter((name) => leaks.some((detail) => detail.includes(name)));
			expect(leaked.length).toBeGreaterThanOrEqual(sound.guarded);
		});
	});

	// SvelteKit knows its base while it runs; on SolidStart the guard has to find out.
	test.runIf(framework === 'solid-start' || thorough)(
		'with several trees side by side, below a base path that came after init',
		async () => {
			const world = await raise({ seed: 20, trees: 2, atRoot: false, dress: { base: '/app', late: true } });
			try {
				await expectSound(world);
			} finally {
				await world.stop();
			}
		},
	);
});
