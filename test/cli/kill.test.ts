import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applyPlan } from '../../src/plan/apply.ts';
import { recover } from '../../src/plan/recover.ts';
import { undoLast } from '../../src/plan/undo.ts';
import { thorough } from '../support/thorough.ts';
import {
	ageLock,
	copyOf,
	hastyDisk,
	killHost,
	killPlan,
	type Moment,
	readTree,
	removeTempFolders,
	tempFolder,
} from './kill-host.ts';

afterAll(removeTempFolders);

/*
 * Real processes that kill themselves with SIGKILL at every operation that changes the disk. Whatever they leave,
 * `recover` brings the host to exactly the state before or the state after, and says which.
 */

type Run = 'apply' | 'undo' | 'recover';
interface Ended {
	signal: NodeJS.Signals | null;
	status: number | null;
	output: { operations: number; writes: number[]; code?: string };
}

/** Stripping the types takes most of a child's time. The first child that lives on fills this for the others. */
const compileCache = tempFolder();
const CHILD = fileURLToPath(new URL('./kill-child.ts', import.meta.url));

function run(what: Run, root: string, at = 0, moment: Moment = 'before', signal = 'SIGKILL'): Promise<Ended> {
	return new Promise((resolve, reject) => {
		const child = spawn(process.execPath, [CHILD, what, root, String(at), moment, signal], {
			env: { ...process.env, NODE_COMPILE_CACHE: compileCache },
		});
		let stdout = '';
		let stderr = '';
		child.stdout.on('data', (chunk) => (stdout += chunk));
		child.stderr.on('data', (chunk) => (stderr += chunk));
		child.on('error', reject);
		child.on('close', (status, ended) => {
			if (stderr !== '') return reject(new Error(stderr));
			resolve({ status, signal: ended, output: JSON.parse(stdout || '{}') });
		});
	});
}

/** Two children at a time. */
async function inPairs<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
	const queue = items.values();
	const worker = async () => {
		for (const item of queue) await work(item);
	};
	await Promise.all([worker(), worker()]);
}

/** What the killed process wrote into the journal last, read without our own code. */
const journalState = (root: string): string => {
	const file = join(root, '.authgraft/journal/0001/journal.json');
	return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).state : 'none';
};

/**
 * Before every operation, half-way through every file, and after the last: after the n-th is before the next. One of three where the
 * run is a short one.
 */
const everyKill = ({ operations, writes }: Ended['output']): [number, Moment][] =>
	allKills(operations, writes).filter(
		(_, index, { length }) => thorough || index % 3 === 0 || index === length - 1,
	);

const allKills = (operations: number, writes: number[]): [number, Moment][] => [
	...Array.from({ length: operations }, (_, index): [number, Moment] => [index + 1, 'before']),
	...writes.map((at): [number, Moment] => [at, 'torn']),
	[operations, 'after'],
];

let fresh: string;
let applied: string;
let before: Record<string, string>;
let after: Record<string, string>;

beforeAll(async () => {
	fresh = killHost();
	applied = copyOf(fresh);
	before = readTree(fresh);
	await applyPlan(killPlan(applied));
	after = readTree(applied);
	expect(Object.keys(after).length).toBe(Object.keys(before).length + 8);
	expect(readTree(copyOf(fresh))).toEqual(before);
	expect(readTree(copyOf(applied))).toEqual(after);
});

/**
 * After a kill: recovers, and checks that the host is in one of the two states, that the report says which, and
 * that the journal fits. `pending` is the journal state that makes recover act.
 */
async function settle(root: string, pending: 'applying' | 'undoing'): Promise<string> {
	ageLock(root);
	const state = journalState(root);
	const recovery = await recover(root);
	const tree = readTree(root);
	const isApplied = journalState(root) === 'applied';
	expect(tree).toEqual(isApplied ? after : before);
	// Nothing of ours is left in a host that was never changed.
	expect(existsSync(join(root, '.authgraft'))).toBe(isApplied);
	expect(await recover(root)).toBeNull();

	const reached = pending === 'applying' ? isApplied : !isApplied;
	if (state !== pending) {
		expect(recovery).toBeNull();
		return reached ? 'done' : 'not begun';
	}
	const run = pending === 'applying' ? 'apply' : 'undo';
	const outcome = reached ? 'finished' : 'rolled back';
	expect(recovery).toMatchObject({ run, outcome, command: 'init', left: [] });
	expect(recovery?.files.toSorted()).toEqual(
		killPlan(root)
			.changes.map(({ path }) => path)
			.toSorted(),
	);
	return outcome;
}

async function undoes(root: string): Promise<void> {
	expect((await undoLast(root, { disk: hastyDisk })).left).toEqual([]);
	expect(readTree(root)).toEqual(before);
	expect(existsSync(join(root, '.authgraft'))).toBe(false);
}

// Seconds on an idle machine, but every child is a process and the machine may be busy.
describe('a kill at every operation', { timeout: 240_000 }, () => {
	test('of apply leaves the host as before or as after', async () => {
		const complete = await run('apply', copyOf(fresh));
		expect(complete.status).toBe(0);
		expect(complete.output.operations).toBeGreaterThan(35);

		const outcomes = new Set<string>();
		await inPairs(everyKill(complete.output), async ([at, moment]) => {
			const root = copyOf(fresh);
			expect((await run('apply', root, at, moment)).signal).toBe('SIGKILL');
			outcomes.add(await settle(root, 'applying'));
			// Whatever happened, the journal is in order: the plan can be taken back, or be applied again.
			if (journalState(root) === 'none') await applyPlan(killPlan(root), { disk: hastyDisk });
			expect(readTree(root)).toEqual(after);
			await undoes(root);
		});
		expect([...outcomes].sort()).toEqual(['done', 'finished', 'not begun', 'rolled back']);
	});

	test('of undo leaves the host as before or as after', async () => {
		const complete = await run('undo', copyOf(applied));
		expect(complete.status).toBe(0);
		expect(complete.output.operations).toBeGreaterThan(25);

		const outcomes = new Set<string>();
		await inPairs(everyKill(complete.output), async ([at, moment]) => {
			const root = copyOf(applied);
			expect((await run('undo', root, at, moment)).signal).toBe('SIGKILL');
			outcomes.add(await settle(root, 'undoing'));
			if (journalState(root) === 'applied') await undoes(root);
		});
		expect([...outcomes].sort()).toEqual(['done', 'finished', 'not begun', 'rolled back']);
	});

	test.each(['apply', 'undo'] as const)('of the recovery from a killed %s converges', async (first) => {
		const start = first === 'apply' ? fresh : applied;
		const pending = first === 'apply' ? 'applying' : 'undoing';
		const half = copyOf(start);
		// Two files have been moved by then, and others have not.
		const at = first === 'apply' ? 33 : 11;
		expect((await run(first, half, at)).signal).toBe('SIGKILL');
		expect(journalState(half)).toBe(pending);
		expect([before, after]).not.toContainEqual(readTree(half));

		const complete = await run('recover', copyOf(half));
		expect(complete.status).toBe(0);
		expect(complete.output.operations).toBeGreaterThan(10);
		await inPairs(everyKill(complete.output), async ([second, moment]) => {
			const root = copyOf(half);
			expect((await run('recover', root, second, moment)).signal).toBe('SIGKILL');
			await settle(root, pending);
			expect(readTree(root)).toEqual(first === 'apply' ? before : after);
		});
	});
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
	'%s while files are moved waits until they are',
	async (signal) => {
		const root = copyOf(fresh);
		expect((await run('apply', root, 33, 'before', signal)).signal).toBe(signal);
		expect(readTree(root)).toEqual(after);
		expect(journalState(root)).toBe('applied');
		expect(existsSync(join(root, '.authgraft/lock'))).toBe(false);
	},
);

test.each([false, true])('of many processes at once one applies (stale lock: %s)', async (stale) => {
	const root = copyOf(fresh);
	if (stale) {
		expect((await run('apply', root, 3, 'after')).signal).toBe('SIGKILL');
		expect(existsSync(join(root, '.authgraft/lock'))).toBe(true);
	}
	const ended = await Promise.all(Array.from({ length: 6 }, () => run('apply', root)));
	const codes = ended.map(({ status, output }) => (status === 0 ? 'applied' : output.code));
	expect(codes.filter((code) => code === 'applied')).toHaveLength(1);
	for (const code of codes) expect(['applied', 'AG_LOCKED', 'AG_FILE_CHANGED']).toContain(code);
	expect(readTree(root)).toEqual(after);
	await undoes(root);
});

test('a living process that holds the lock is named', async () => {
	const root = copyOf(applied);
	const holder = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
	try {
		writeFileSync(join(root, '.authgraft/lock'), `${holder.pid} -\n`);
		await expect(undoLast(root)).rejects.toMatchObject({
			code: 'AG_LOCKED',
			message: expect.stringContaining(`process ${holder.pid}`),
		});
		expect(readTree(root)).toEqual(after);
	} finally {
		holder.kill();
		await new Promise((resolve) => holder.on('close', resolve));
	}
	await undoes(root);
});
