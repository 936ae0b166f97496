import { existsSync } from 'node:fs';
import { chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from '../../scripts/lib/process/free-port.ts';
import { endGroup, spawnGroup } from '../../scripts/lib/process/group.ts';
import { unprivileged } from './unprivileged.ts';

export interface MariaDb {
	/** `mysql://root@127.0.0.1:3306/shop`: asks for no password. */
	url: string;
	port: number;
	/** With what is in it. */
	remove(): Promise<void>;
}

/** Where MariaDB's server is (Debian: `mariadb-server-core`); undefined where it is not installed. */
export function findMariaDb(): string | undefined {
	const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/libexec'];
	return folders.map((folder) => join(folder, 'mariadbd')).find((file) => existsSync(file));
}

/**
 * A real MariaDB on 127.0.0.1, with a folder and a port of its own, and no tables of its own: it knows no people, and lets
 * everybody in. It runs as somebody else when we are root, since it refuses to run as root.
 */
export async function startMariaDb(program: string): Promise<MariaDb> {
	const folder = await mkdtemp(join(tmpdir(), 'authgraft-mariadb-'));
	const data = join(folder, 'data');
	await mkdir(join(data, 'shop'), { recursive: true });
	const as = process.getuid?.() === 0 ? unprivileged() : undefined;
	if (as) for (const path of [folder, data, join(data, 'shop')]) await chown(path, as.uid, as.gid);
	const port = await freePort();
	const settings = [
		...['--no-defaults', `--datadir=${data}`, `--port=${port}`, '--bind-address=127.0.0.1'],
		...[`--socket=${join(folder, 'socket')}`, `--pid-file=${join(folder, 'pid')}`, '--skip-grant-tables'],
		// As MySQL has it by itself.
		'--character-set-server=utf8mb4',
		// Nothing here has to outlive a real power cut.
		...['--innodb-flush-log-at-trx-commit=0', '--innodb-buffer-pool-size=16M', '--innodb-log-file-size=8M'],
	];
	let output = '';
	const options = { cwd: folder, env: { PATH: process.env.PATH }, ...as };
	const child = spawnGroup(program, settings, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
	for (const stream of [child.stdout, child.stderr])
		stream?.setEncoding('utf8').on('data', (text: string) => {
			output += text;
		});
	const remove = async () => {
		await endGroup(child, 10_000);
		await rm(folder, { recursive: true, force: true, maxRetries: 5 });
	};
	const deadline = Date.now() + 60_000;
	while (!(await answers(port))) {
		if (child.exitCode === null && Date.now() < deadline) {
			await new Promise((resolve) => setTimeout(resolve, 100));
			continue;
		}
		await remove();
		throw new Error(`mariadbd: ${output}`);
	}
	return { url: `mysql://root@127.0.0.1:${port}/shop`, port, remove };
}

const answers = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		// The server speaks first.
		socket.once('data', () => resolve(true)).once('error', () => resolve(false));
		socket.once('data', () => socket.destroy());
	});
