import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../bootstrap.mjs';
import { tidily } from '../process/tidy.ts';
import { heading, seconds } from '../steps.ts';
import { copyWorkTree } from './copy.ts';
import { apply, type Mutant, mutantsOf } from './mutants.ts';
import { type MutationCommand, readOptions, usage } from './options.ts';
import { type Judged, survivor, table } from './report.ts';
import { keyOf, Results, type Verdict } from './results.ts';
import { sourcesOf, testFinder, workTree } from './rooms.ts';
import { sample } from './sample.ts';
import { Tester } from './tester.ts';

interface Placed extends Mutant {
	room: string;
	path: string;
}

/** `npm run mutation`. Resolves with the exit code: 0 asked about all, 1 tests fail without a mutant, 2 wrong usage. */
export async function mutation(argv: string[]): Promise<number> {
	const command = readOptions(argv);
	if (typeof command === 'string') {
		console.log(command === 'help' ? usage : `${command}\n\n${usage}`);
		return command === 'help' ? 0 : 2;
	}
	const start = performance.now();
	const files = workTree();
	const { chosen, totals } = choose(command, files);
	heading(`${chosen.length} mutants in ${totals.size} rooms`);
	const judged: Judged[] = [];
	const broken: string[] = [];
	// Also after Ctrl-C: what was found out is worth showing.
	const show = () => {
		console.log(`\n${table(judged, totals)}\n\nSeed ${command.seed}, ${seconds(start)}`);
		for (const path of broken) console.log(`The tests of ${path} fail without a mutant`);
		return broken.length > 0 ? 1 : 0;
	};
	const run = async (folder: string): Promise<number> => {
		await copyWorkTree(files, folder);
		const judge = new Judge(folder, testFinder(files), new Results(command.fresh));
		try {
			for (const [path, mutants] of Map.groupBy(chosen, (one) => one.path))
				if (!(await judge.file(path, mutants, judged))) broken.push(path);
		} finally {
			judge.end();
		}
		return show();
	};
	return tidily('mutation', run, () => {
		show();
		return 130;
	});
}

function choose({ rooms, size, seed }: MutationCommand, files: string[]) {
	const totals = new Map<string, number>();
	const chosen = rooms.flatMap((room) => {
		const all = sourcesOf(room, files).flatMap((path) =>
			mutantsOf(path, sourceOf(path)).map((mutant): Placed => ({ ...mutant, room, path })),
		);
		const valid = sample(all, size, seed).filter(parses);
		totals.set(room, all.length);
		return valid.sort((a, b) => a.path.localeCompare(b.path) || a.start - b.start);
	});
	return { chosen, totals };
}

const sourceOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** What does not parse would be seen by every test. */
const parses = (mutant: Placed): boolean =>
	(ts.transpileModule(apply(sourceOf(mutant.path), mutant), { reportDiagnostics: true }).diagnostics ?? [])
		.length === 0;

/** Puts mutants of a file into the copy, one after the other, and says what the tests make of them. */
class Judge {
	readonly #folder: string;
	readonly #testsOf: (source: string, room: string) => string[];
	readonly #results: Results;
	readonly #tester: Tester;

	constructor(folder: string, testsOf: (source: string, room: string) => string[], results: Results) {
		this.#folder = folder;
		this.#testsOf = testsOf;
		this.#results = results;
		this.#tester = new Tester(folder);
	}

	/** @returns whether the tests pass as long as nothing is wrong */
	async file(path: string, mutants: Placed[], judged: Judged[]): Promise<boolean> {
		// From the copy: somebody may go on working on the other.
		const source = this.#read(path);
		const tests = this.#testsOf(path, mutants[0]?.room ?? '');
		const texts = tests.map(this.#read);
		let limit: number | undefined;
		for (const mutant of mutants) {
			const key = keyOf(path, source, `${mutant.start}-${mutant.end}`, mutant.text, ...texts);
			let verdict = this.#results.get(key);
			if (!verdict) {
				limit ??= await this.#timeLimit(path, tests);
				if (limit === undefined) return false;
				verdict = await this.#ask(mutant, source, tests, limit);
				this.#results.set(key, verdict);
			}
			judged.push(describe(mutant, source, verdict));
			const last = judged.at(-1) as Judged;
			if (verdict === 'survived') console.log(survivor(last));
		}
		return true;
	}

	end(): void {
		this.#tester.end();
	}

	/** How long the tests may take: many times what they take without a mutant. Undefined when they fail. */
	async #timeLimit(path: string, tests: string[]): Promise<number | undefined> {
		if (tests.length === 0) return 0;
		const outcome = await this.#tester.ask(
			{ changed: join(this.#folder, path), tests: this.#absolute(tests) },
			600_000,
		);
		if (outcome?.failed !== undefined) console.log(`${path}, without a mutant: ${outcome.failed}`);
		return !outcome || outcome.failed !== undefined ? undefined : 60_000 + 5 * outcome.milliseconds;
	}

	async #ask(mutant: Placed, source: string, tests: string[], limit: number): Promise<Verdict> {
		if (tests.length === 0) return 'survived';
		const changed = join(this.#folder, mutant.path);
		await writeFile(changed, apply(source, mutant));
		const outcome = await this.#tester.ask({ changed, tests: this.#absolute(tests) }, limit);
		await writeFile(changed, source);
		if (!outcome) return 'timeout';
		return outcome.failed === undefined ? 'survived' : 'killed';
	}

	readonly #read = (path: string): string => readFileSync(join(this.#folder, path), 'utf8');
	readonly #absolute = (tests: string[]): string[] => tests.map((path) => join(this.#folder, path));
}

function describe(mutant: Placed, source: string, verdict: Verdict): Judged {
	const before = source.slice(0, mutant.start);
	const number = before.split('\n').length;
	return {
		room: mutant.room,
		place: `${mutant.path}:${number}`,
		what: mutant.what,
		line: (source.split('\n')[number - 1] ?? '').trim(),
		verdict,
	};
}
