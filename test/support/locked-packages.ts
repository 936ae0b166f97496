import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../../scripts/bootstrap.mjs';
import { execOk, npm } from '../../scripts/lib/process/exec.ts';
import { note } from './note.ts';

/**
 * Installs what the lock file of a folder names, and keeps it below node_modules for later runs: programs of platforms weigh
 * more than all that this repository needs to be built, and only some tests need them (decision 39).
 *
 * @param source folder with package.json and package-lock.json
 * @returns folder whose `node_modules` has them
 */
export async function lockedPackages(source: string): Promise<string> {
	const lock = await readFile(join(source, 'package-lock.json'));
	const hash = createHash('sha256').update(lock).digest('hex').slice(0, 12);
	const { name } = JSON.parse(lock.toString()) as { name: string };
	const folder = join(root, 'node_modules/.cache', `${name}-${hash}`);
	if (existsSync(folder)) return folder;
	note(`install ${name}`);
	await mkdir(dirname(folder), { recursive: true });
	const fresh = await mkdtemp(`${folder}-`);
	for (const file of ['package.json', 'package-lock.json'])
		await copyFile(join(source, file), join(fresh, file));
	// Scripts of packages are none of ours; all of these do without.
	const install = npm('ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error');
	await execOk(...install, { cwd: fresh, timeout: 600_000 });
	// Another file may have been faster.
	await rename(fresh, folder).catch(() => rm(fresh, { recursive: true, force: true }));
	return folder;
}
