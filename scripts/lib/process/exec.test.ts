import { expect, test } from 'vitest';
import { exec, execOk } from './exec.ts';
import { freePort } from './free-port.ts';
import { startServer } from './server.ts';

const node = process.execPath;
const isAlive = (pid: number) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};
/** Prints the pid of a child that would live for a minute, and stays. */
const parent = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
console.log(child.pid); setTimeout(() => {}, 60000);`;

test('hands arguments over as they are and keeps the streams apart', async () => {
	const script = 'console.log(process.argv[1]); console.error(process.env.GIVEN); process.exitCode = 3';
	const result = await exec(node, ['-e', script, '$HOME "; echo *'], { env: { GIVEN: 'yes' } });
	expect(result).toMatchObject({ code: 3, stdout: '$HOME "; echo *\n', stderr: 'yes\n', timedOut: false });
});

test('hides what npm and vitest put into the environment', async () => {
	expect(process.env.NODE_ENV).toBe('test');
	const result = await exec(node, ['-p', 'JSON.stringify([process.env.NODE_ENV, process.env.VITEST])']);
	expect(JSON.parse(result.stdout)).toEqual([null, null]);
});

test('ends a program that takes too long together with its children', async () => {
	const result = await exec(node, ['-e', parent], { timeout: 1_000 });
	expect(result).toMatchObject({ code: null, timedOut: true });
	expect(isAlive(Number(result.stdout))).toBe(false);
});

test('execOk shows the output of what failed', async () => {
	await expect(execOk(node, ['-e', 'console.error("why"); process.exit(4)'])).rejects.toThrow(
		/exited with 4\nwhy/,
	);
	await expect(execOk('no-such-program', [])).rejects.toThrow(/Cannot start no-such-program/);
});

test('a server answers, and is gone with its children after stop', async () => {
	const origin = `http://127.0.0.1:${await freePort()}`;
	const serve = `require('node:http').createServer((_, response) => response.writeHead(404).end()).listen(${new URL(origin).port}, '127.0.0.1');`;
	const server = await startServer({ cwd: '.', args: ['-e', serve + parent], origin });
	expect(server.isRunning()).toBe(true);
	await server.stop();
	expect(server.isRunning()).toBe(false);
	expect(isAlive(Number(server.output()))).toBe(false);
	await expect(fetch(origin)).rejects.toThrow();
});

test('a server that ends or stays silent fails with its output', async () => {
	const origin = `http://127.0.0.1:${await freePort()}`;
	const crash = startServer({ cwd: '.', args: ['-e', 'throw new Error("broken")'], origin });
	await expect(crash).rejects.toThrow(/ended while starting[\s\S]*broken/);
	const silent = startServer({ cwd: '.', args: ['-e', parent], origin, timeout: 500 });
	await expect(silent).rejects.toThrow(/did not answer in time/);
});
