import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execOk } from '../../scripts/lib/process/exec.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { endGroup, spawnGroup } from '../../scripts/lib/process/group.ts';

export interface Redis {
	/** With the password: `redis://:…@127.0.0.1:6379` */
	url: string;
	password: string;
	/** Runs one command, `keys *`; the lines of its answer. */
	command(...words: string[]): Promise<string[]>;
	/** Breaks off at once. */
	stop(): Promise<void>;
	/** Starts it again, with its data and at its port. */
	start(): Promise<void>;
	remove(): Promise<void>;
}

/**
 * A real Redis on 127.0.0.1, with a folder and a port of its own, that keeps what it has acknowledged.
 * @param bin folder with its programs
 */
export async function startRedis(bin: string): Promise<Redis> {
	const folder = await mkdtemp(join(tmpdir(), 'authgraft-redis-'));
	const port = await freePort();
	const password = randomBytes(18).toString('base64url');
	let stop = async () => {};
	const command = async (...words: string[]) => {
		const args = ['-h', '127.0.0.1', '-p', String(port), '--no-auth-warning', ...words];
		const options = { env: { REDISCLI_AUTH: password }, timeout: 10_000 };
		const { stdout } = await execOk(join(bin, 'redis-cli'), args, options);
		return stdout.split('\n').filter((line) => line !== '');
	};
	const start = async () => {
		const settings = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'yes'];
		const child = spawnGroup(join(bin, 'redis-server'), [...settings, '--requirepass', password], {
			cwd: folder,
			stdio: 'ignore',
		});
		stop = () => endGroup(child, 0);
		const deadline = Date.now() + 10_000;
		while ((await command('ping').catch(() => []))[0] !== 'PONG') {
			if (Date.now() > deadline) throw new Error('redis-server does not answer');
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
	};
	await start();
	return {
		...{ url: `redis://:${password}@127.0.0.1:${port}`, password, command, start },
		stop: () => stop(),
		async remove() {
			await stop();
			await rm(folder, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}
