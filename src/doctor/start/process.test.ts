import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { freePort, start } from './process.ts';

const node = (script: string) =>
	start({ file: process.execPath, args: ['-e', script], cwd: '.', env: process.env });

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

/** Prints the ids of itself and of a child; neither ends when asked. */
const stubborn = `process.on('SIGTERM', () => {});
const child = require('node:child_process').spawn(process.execPath,
	['-e', "process.on('SIGTERM', () => {}); console.log('ready'); setTimeout(() => {}, 60000)"], { stdio: ['ignore', 'pipe', 'ignore'] });
child.stdout.once('data', () => console.log(process.pid, child.pid));
setTimeout(() => {}, 60000);`;

test('what does not end when asked is ended with all that it started', { timeout: 20_000 }, async () => {
	const program = node(stubborn);
	await expect.poll(() => program.output(), { timeout: 10_000 }).toMatch(/\d+ \d+/);
	const pids = program.output().trim().split(' ').map(Number);
	expect(pids.map(isAlive)).toEqual([true, true]);
	await program.end();
	expect(pids.map(isAlive)).toEqual([false, false]);
	await program.end();
});

test('a program that there is not has ended, and says why', async () => {
	const program = start({ file: '/no/such/program', args: [], cwd: '.', env: {} });
	await program.ended;
	await program.end();
	expect(program.code()).toBe(null);
	expect(program.output()).toContain('ENOENT');
});

test('a port that somebody has is not free', async () => {
	const port = await freePort();
	await expect(freePort(port)).resolves.toBe(port);
	const server = createServer().listen(port, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	await expect(freePort(port)).rejects.toThrow('EADDRINUSE');
	await new Promise((resolve) => server.close(resolve));
});
