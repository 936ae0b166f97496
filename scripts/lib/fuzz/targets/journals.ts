import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { AuthgraftError } from '../../../../src/errors.ts';
import { locate } from '../../../../src/plan/disk/paths.ts';
import { type Journal, journalText, readJournal } from '../../../../src/plan/journal/index.ts';
import type { Random } from '../random.ts';
import { must, type Target } from '../target.ts';

const paths = [
	'src/auth.ts',
	'../outside',
	'/etc/passwd',
	'.git/hooks/pre-commit',
	'.GIT/config',
	'a/../../b',
	'.authgraft/x',
	'C:\\x',
	'a\\..\\..\\b',
	'src/./x',
	'.git./x',
	'git~1/x',
	'',
	'.',
];
const hash = 'a'.repeat(64);
const key = Buffer.alloc(32, 7);

const read = (root: string) => readJournal(root).map(({ journal }) => journal);

/** A folder with a key of its own, made when it is needed first. */
let place: { root: string; file: string } | undefined;
function prepared() {
	if (place) return place;
	const root = realpathSync(mkdtempSync(join(tmpdir(), 'authgraft-fuzz-')));
	process.on('exit', () => rmSync(root, { recursive: true, force: true }));
	const folder = join(root, 'project/.authgraft/journal/0001');
	mkdirSync(folder, { recursive: true });
	mkdirSync(join(root, 'state/authgraft'), { recursive: true });
	writeFileSync(join(root, 'state/authgraft/journal-key'), key);
	place = { root, file: join(folder, 'journal.json') };
	return place;
}

/** The reader of journals: what nobody signed does not count, and no journal leads out of its project. */
export const journals = (readAll: (root: string) => Journal[] = read): Target => ({
	name: 'journals',
	words: [
		...paths.map((path) => JSON.stringify(path)),
		'"version": 2',
		'"signature": ""',
		'"state": "undoing"',
		'null',
		'{}',
		'[]',
		'1e9',
		hash,
	],
	source: ['/src/plan/journal/', '/src/plan/disk/paths.ts'],
	short: 300,
	make(random: Random) {
		const path = random.pick(paths);
		const state = { sha256: random.pick([hash, 'x', '']), mode: random.pick([0o644, -1, 0o10000, 1.5]) };
		const file = {
			path,
			target: random.pick(paths),
			secret: random.next() < 0.5,
			before: random.pick([null, state]),
			after: state,
		};
		return JSON.stringify({
			version: random.pick([2, 2, 2, 1, 3, '2']),
			command: 'init',
			state: random.pick(['applying', 'applied', 'undoing', 'x']),
			at: '2026-01-01T00:00:00.000Z',
			folders: random.pick([[], [random.pick(paths)]]),
			files: random.pick([[], [file]]),
			undoing: random.pick([[], [random.pick(paths)]]),
			installed: random.pick([{}, { [random.pick(paths)]: hash }]),
		});
	},
	check(input) {
		const { root, file } = prepared();
		const project = join(root, 'project');
		const stateHome = process.env.XDG_STATE_HOME;
		process.env.XDG_STATE_HOME = join(root, 'state');
		try {
			must(reading(readAll, project, file, input) === undefined, 'what nobody signed does not count');
			const signed = signedText(input);
			const journals = signed === undefined ? [] : (reading(readAll, project, file, signed) ?? []);
			for (const journal of journals) checkPaths(project, journal);
		} finally {
			if (stateHome === undefined) delete process.env.XDG_STATE_HOME;
			else process.env.XDG_STATE_HOME = stateHome;
		}
	},
});

/** As a mistake of ours, or a key that got out, would make it. */
function signedText(input: string): string | undefined {
	try {
		const value: unknown = JSON.parse(input);
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? journalText(value as Journal, key)
			: undefined;
	} catch {
		return undefined;
	}
}

/** Undefined when it is refused. */
function reading(
	readAll: (root: string) => Journal[],
	project: string,
	file: string,
	text: string,
): Journal[] | undefined {
	writeFileSync(file, text);
	try {
		return readAll(project);
	} catch (error) {
		if (!(error instanceof AuthgraftError)) throw error;
		must(error.code === 'AG_JOURNAL_INVALID', 'what is wrong with it is said', error.code);
		return undefined;
	}
}

function checkPaths(project: string, journal: Journal): void {
	const named = [
		...journal.folders,
		...journal.undoing,
		...Object.keys(journal.installed),
		...journal.files.flatMap(({ path, target }) => [path, target]),
	];
	for (const path of named) {
		must(resolve(project, path).startsWith(project + sep), 'no path leads out of the project', path);
		let target: string | undefined;
		try {
			({ target } = locate(project, path));
		} catch (error) {
			if (!(error instanceof AuthgraftError)) throw error;
		}
		must(
			target === undefined || !/(?:^|\/)\.git(?:\/|$)/i.test(target),
			'no path is written in the folder of git',
			path,
		);
	}
}
