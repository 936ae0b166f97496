import type { ChildProcess } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSignIn } from '../../scripts/lib/demo/check.ts';
import { cleanEnv } from '../../scripts/lib/process/clean-env.ts';
import { exec } from '../../scripts/lib/process/exec.ts';
import { endGroup, spawnGroup } from '../../scripts/lib/process/group.ts';
import { thorough } from '../support/thorough.ts';

const demo = join(import.meta.dirname, '../../scripts/demo.mjs');

/** A folder for temporary files of its own, so that what is left over can be seen. */
let temporary: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
	temporary = await mkdtemp(join(tmpdir(), 'authgraft-demo-test-'));
});
afterEach(async () => {
	if (running) await endGroup(running);
	running = undefined;
	await rm(temporary, { recursive: true, force: true });
});

/** Starts the demo and waits until its output matches. */
async function startDemo(until: RegExp, ...args: string[]) {
	const child = spawnGroup(process.execPath, [demo, ...args], {
		env: cleanEnv({ TMPDIR: temporary }),
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	running = child;
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream?.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	}
	const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
	const deadline = Date.now() + 540_000;
	while (!until.test(output)) {
		if (child.exitCode !== null || Date.now() > deadline) throw new Error(`No ${until} in:\n${output}`);
		await new Promise((resolve) => setTimeout(resolve, 100));
	}
	const stop = async () => {
		child.kill('SIGINT');
		return ended;
	};
	return { output: () => output, stop, ended };
}

/** What npm and Node keep there for themselves does not count. */
const leftOver = async () => (await readdir(temporary)).filter((name) => name.startsWith('authgraft'));

test('serves a project in which anybody can sign in, and leaves nothing behind after Ctrl-C', async () => {
	const { output, stop } = await startDemo(/Stop +Ctrl-C/);
	const origin = output().match(/Open +(http:\/\/127\.0\.0\.1:\d+)\/signin/)?.[1];
	if (!origin) throw new Error(`No address in:\n${output()}`);
	expect(await leftOver()).toHaveLength(1);
	await checkSignIn(origin, '/auth', () => {});
	expect(await stop(), output()).toBe(0);
	await expect(fetch(origin)).rejects.toThrow();
	expect(await leftOver()).toEqual([]);
}, 300_000);

test.skipIf(!thorough).each(['sveltekit', 'solid-start'])(
	'with accounts somebody signs up, and is a row of the database: %s',
	async (name) => {
		const flags = ['--accounts', '--check', '--framework', name];
		const { output, ended } = await startDemo(/The demo works/, ...flags);
		expect(await ended).toBe(0);
		expect(output()).toMatch(/The table user has \{"name":"Ada","email":"ada@example\.com"/);
		expect(await leftOver()).toEqual([]);
	},
	600_000,
);

test.each(['sveltekit', 'solid-start'])(
	'leaves nothing behind when it is stopped during the set-up: %s',
	async (name) => {
		const { output, stop } = await startDemo(/== 3\/4/, '--framework', name);
		expect(await leftOver()).toHaveLength(1);
		expect(await stop(), output()).toBe(130);
		expect(await leftOver()).toEqual([]);
	},
);

test('says what it cannot do', async () => {
	const { code, stderr } = await exec(process.execPath, [demo, '--framework', 'next']);
	expect([code, stderr]).toEqual([2, '--framework next: unknown, use sveltekit or solid-start\n']);
});
