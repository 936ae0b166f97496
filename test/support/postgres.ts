import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execOk } from '../../scripts/lib/process/exec.ts';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { spawnGroup } from '../../scripts/lib/process/group.ts';
import { unprivileged } from './unprivileged.ts';

export interface Postgres {
	/** With user and password: `postgres://shop:…@127.0.0.1:5432/postgres` */
	url: string;
	password: string;
	/** Runs statements. Rows come back from `select row_to_json(…)`. */
	sql(text: string): Promise<Record<string, unknown>[]>;
	/** As a power cut does: connections break off, nothing is waited for. */
	stop(): Promise<void>;
	/** Starts it again, with its data and at its port. */
	start(): Promise<void>;
	remove(): Promise<void>;
}

/**
 * A real PostgreSQL on 127.0.0.1, with a folder and a port of its own. It runs as somebody else when we are root, since
 * it refuses to run as root.
 *
 * @param bin folder with its programs
 */
export async function startPostgres(bin: string): Promise<Postgres> {
	const folder = await mkdtemp(join(tmpdir(), 'authgraft-postgres-'));
	const data = join(folder, 'data');
	await mkdir(data);
	const as = process.getuid?.() === 0 ? unprivileged() : undefined;
	const port = await freePort();
	const password = randomBytes(18).toString('base64url');
	const url = `postgres://shop:${password}@127.0.0.1:${port}/postgres`;
	const passwordFile = join(folder, 'password');
	await writeFile(passwordFile, password);
	if (as) for (const path of [folder, data, passwordFile]) chownSync(path, as.uid, as.gid);

	let output = '';
	const spawn = (name: string, ...args: string[]) => {
		const options = { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' }, ...as };
		const child = spawnGroup(join(bin, name), args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
		for (const stream of [child.stdout, child.stderr])
			stream?.setEncoding('utf8').on('data', (text: string) => {
				output += text;
			});
		return { child, ended: new Promise<number | null>((resolve) => child.once('close', resolve)) };
	};

	const access = ['--username=shop', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
	const made = await spawn('initdb', '-D', data, ...access, '--no-locale', '-E', 'UTF8', '--no-sync').ended;
	if (made !== 0) throw new Error(`initdb: ${output}`);

	let server: { child: ChildProcess; ended: Promise<unknown> } | undefined;
	const sql: Postgres['sql'] = async (text) => {
		const args = [
			'-X',
			'-q',
			'-t',
			'-A',
			'-v',
			'ON_ERROR_STOP=1',
			'-d',
			`postgres://127.0.0.1:${port}/postgres`,
		];
		const env = { PGUSER: 'shop', PGPASSWORD: password, PGCONNECT_TIMEOUT: '5' };
		const { stdout } = await execOk(join(bin, 'psql'), [...args, '-c', text], { env });
		return stdout.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
	};
	const start = async () => {
		// Nothing here has to outlive a real power cut.
		const quick = ['fsync=off', 'full_page_writes=off', 'shared_buffers=16MB', 'max_connections=60'];
		const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...quick];
		server = spawn('postgres', '-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one]));
		const deadline = Date.now() + 30_000;
		while (
			!(await sql('select 1').then(
				() => true,
				() => false,
			))
		) {
			if (server.child.exitCode !== null || Date.now() > deadline) throw new Error(`postgres: ${output}`);
			await new Promise((resolve) => setTimeout(resolve, 100));
		}
	};
	const stop = async () => {
		// The signal of `pg_ctl stop -m immediate`. Killed by force, it would leave its children behind.
		server?.child.kill('SIGQUIT');
		await server?.ended;
		server = undefined;
	};
	await start();
	return {
		...{ url, password, sql, start, stop },
		async remove() {
			await stop();
			await rm(folder, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}
