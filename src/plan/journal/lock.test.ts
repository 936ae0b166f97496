import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { hastyDisk, makeHost, removeTempFolders } from '../../../test/cli/kill-host.ts';
import { withLock } from './lock.ts';

afterAll(removeTempFolders);

let root: string;
let lock: string;

beforeEach(() => {
	root = makeHost({});
	lock = join(root, '.authgraft/lock');
	mkdirSync(join(root, '.authgraft'));
});

/** Whether the lock could be had; false when AG_LOCKED was thrown. */
function canLock(): boolean {
	try {
		return withLock(root, hastyDisk, () => readFileSync(lock, 'utf8').startsWith(`${process.pid} `));
	} catch (error) {
		expect(error).toMatchObject({ code: 'AG_LOCKED' });
		return false;
	}
}

test('is there while the work is done and gone afterwards, also when the work throws', () => {
	expect(canLock()).toBe(true);
	expect(existsSync(join(root, '.authgraft'))).toBe(false);
	const fails = () =>
		withLock(root, hastyDisk, () => {
			throw new Error('no');
		});
	expect(fails).toThrow('no');
	expect(existsSync(join(root, '.authgraft'))).toBe(false);
});

test('of a living process holds, and is left alone', async () => {
	const holder = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
	const ended = new Promise((resolve) => holder.on('close', resolve));
	try {
		writeFileSync(lock, `${holder.pid} -\n`);
		expect(canLock()).toBe(false);
		expect(readFileSync(lock, 'utf8')).toBe(`${holder.pid} -\n`);
	} finally {
		holder.kill('SIGKILL');
		await ended;
	}
	expect(canLock()).toBe(true);
});

test('of a dead process is taken over', () => {
	const { pid } = spawnSync(process.execPath, ['-e', '']);
	writeFileSync(lock, `${pid} -\n`);
	expect(canLock()).toBe(true);
});

test.runIf(existsSync('/proc/self/stat'))(
	'of a process whose number another one has by now is taken over',
	() => {
		writeFileSync(lock, `${process.ppid} -\n`);
		expect(canLock()).toBe(false);
		writeFileSync(lock, `${process.ppid} 1\n`);
		expect(canLock()).toBe(true);
	},
);

test('of a system that does not say when a process started is believed for ten minutes', () => {
	const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
	writeFileSync(lock, `${process.ppid} -\n`);
	utimesSync(lock, new Date(), minutesAgo(9));
	expect(canLock()).toBe(false);
	utimesSync(lock, new Date(), minutesAgo(11));
	expect(canLock()).toBe(true);
});

test.each(['', '123', 'x y\n', `${process.ppid} `])(
	'with the text %j is believed for two seconds',
	(text) => {
		writeFileSync(lock, text);
		expect(canLock()).toBe(false);
		utimesSync(lock, new Date(), new Date(Date.now() - 3_000));
		expect(canLock()).toBe(true);
	},
);
