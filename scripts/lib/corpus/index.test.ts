import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runResident, temporary } from '../../../test/cli/support/run.ts';
import { fixtures, layOver } from '../../../test/gauntlet/shape.ts';
import { differences, snapshot } from '../../../test/gauntlet/snapshot.ts';
import { thorough } from '../../../test/support/thorough.ts';
import { runCorpus } from './index.ts';
import { readOptions } from './options.ts';
import type { Row } from './row.ts';
import type { Run } from './runner.ts';

/* Ten projects that nobody has, each with several of the things that public ones have in the way of sign-in. */

interface Wanted {
	host: string;
	outcome?: Row['outcome'];
	why?: string;
	app?: string;
	/** What `init` says of the project's own code, by the codes of docs/own-code.md. */
	codes: string[];
	/** What `doctor` says behind it, where that is something; undefined where nothing is set up. */
	doctor?: string[] | undefined;
	/** Commands besides `init` and `undo` that are refused, with the code. */
	refused?: string[];
}

/** In the processes that stay for all tests here, which have the compiler already. */
const run: Run = async (args, cwd) => {
	const { exit, stdout, stderr } = await runResident(args, cwd);
	return { code: typeof exit === 'number' ? exit : null, stdout, stderr, output: stdout + stderr };
};

const notSetUp = ['add-provider google', 'remove-provider google', 'add-adapter unstorage'];

const wanted: Record<string, Wanted> = {
	'herb-garden': {
		host: 'sveltekit 2.20.0 ts',
		codes: ['library-types', 'own-gate', 'prerendered-session', 'set-cookie'],
	},
	'tide-tables': {
		host: 'sveltekit 3.0.0-next.0 ts',
		codes: ['prerendered-session', 'rest-route', 'security-headers', 'unused-handle'],
	},
	'kite-club': {
		host: 'sveltekit 2.20.0 js',
		codes: ['language-prefix', 'rate-limit', 'security-headers'],
	},
	'bread-book': {
		host: 'sveltekit 2.63.0 ts',
		codes: ['prerendered-session', 'security-headers'],
	},
	'night-bus': {
		host: 'solid-start 1.3.2 ts',
		codes: ['library-types', 'own-answer', 'rest-route', 'set-cookie'],
		// A function that is not async has to stay as its callers take it.
		refused: ['protect-route /lines AG_REFUSED'],
	},
	'stone-wall': {
		host: 'solid-start 1.3.2 js',
		codes: ['own-gate', 'prerendered-session'],
	},
	'paper-boats': {
		host: 'solid-start 2.0.5 ts',
		codes: ['language-prefix', 'library-types', 'prerendered-session', 'rest-route'],
	},
	quarry: {
		host: 'solid-start 2.0.5 js',
		codes: ['own-gate', 'weak-secret'],
		doctor: ['secret-weak'],
		refused: ['secret AG_REFUSED'],
	},
	'three-hills': {
		host: 'sveltekit 2.20.0 ts',
		app: 'apps/web',
		codes: ['library-types', 'own-gate', 'prerendered-session', 'universal-layout'],
	},
	'old-gate': {
		host: 'sveltekit 3.0.0-next.0 js',
		outcome: 'refused',
		why: 'AG_REFUSED',
		doctor: undefined,
		codes: ['own-address', 'own-page'],
		refused: [...notSetUp, 'protect-route /garden', 'unprotect-route /garden'].map(
			(command) => `${command} AG_NOT_SET_UP`,
		),
	},
};

/** One of each framework, and those that have something of their own to tell. */
const names = Object.keys(wanted).filter(
	(name) => thorough || ['herb-garden', 'paper-boats', 'quarry', 'three-hills', 'old-gate'].includes(name),
);

describe('ten projects', () => {
	const checkouts = join(temporary, 'checkouts');
	let exit: number;
	let printed = '';
	let rows: Row[];
	let laid: ReturnType<typeof snapshot>;

	beforeAll(async () => {
		for (const name of names) layOver(join(checkouts, name), join(fixtures, 'corpus', name));
		laid = snapshot(checkouts);
		const [work = '', json = ''] = ['work', 'corpus.json'].map((name) => join(temporary, name));
		mkdirSync(work);
		const options = readOptions([checkouts, '--json', json]);
		if (typeof options === 'string') throw new Error(options);
		vi.spyOn(console, 'error').mockImplementation(() => {});
		exit = await runCorpus(options, work, run, (text) => {
			printed = text;
		});
		rows = JSON.parse(readFileSync(json, 'utf8')).projects;
	});
	afterAll(() => vi.restoreAllMocks());

	test.for(Object.entries(wanted).filter(([name]) => names.includes(name)))(
		'%s',
		([project, { outcome = 'applied', why, app, host, codes, refused = [], ...more }]) => {
			const row = rows.find((one) => one.project === project) as Row;
			expect(row.faults).toEqual([]);
			expect(row).toMatchObject({ project, host, outcome, still: true, exact: true, notCopied: 0 });
			expect([row.app, row.why]).toEqual([app, why]);
			expect(row.doctor).toEqual('doctor' in more ? more.doctor : []);
			expect([...new Set(row.findings.map(({ code }) => code))].sort()).toEqual(codes);
			const others = row.steps.filter(({ command }) => !['init', 'doctor', 'undo'].includes(command));
			expect(others.length).toBeGreaterThan(8);
			const failed = others.filter(({ exit }) => exit !== 0);
			expect(failed.map(({ command, code }) => `${command} ${code}`)).toEqual(refused);
		},
	);

	test('a table with a line for each, a summary, and exit code 0', () => {
		const lines = printed.split('\n');
		expect(lines.filter((line) => line.startsWith('| ')).length).toBe(2 + rows.length);
		expect(lines.at(-1)).toMatch(
			new RegExp(
				`^${names.length} projects in [\\d.]+ s: ${names.length - 1} applied, 1 refused; 0 with faults$`,
			),
		);
		expect(printed).toMatch(/\| three-hills, in apps\/web \| .* \| still \| all done \| byte-exact \|/);
		expect(exit).toBe(0);
	});

	test('the checkouts are what they were', () => {
		expect(differences(laid, snapshot(checkouts))).toEqual([]);
	});
});
