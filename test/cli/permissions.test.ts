import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, test } from 'vitest';
import { expectRefusal } from './support/expect.ts';
import { type Host, makeHost } from './support/host.ts';
import { bin, type RunOptions, repository, temporary } from './support/run.ts';

/*
 * Root may write everywhere, so a root that runs the tests (in a container) runs the command as nobody. Where nobody
 * cannot read this checkout, or its Node.js, it runs a copy.
 */

const init = ['init', '--yes', '--no-install'];
const isRoot = process.getuid?.() === 0;
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'];

let options: RunOptions;

beforeAll(() => {
	chmodSync(temporary, 0o755);
	const home = join(temporary, 'nobody');
	mkdirSync(home);
	if (isRoot) execFileSync('chown', ['65534:65534', home]);
	const launcher = isRoot ? [...asNobody, ...commandForNobody()] : [process.execPath, bin];
	options = { launcher, env: { HOME: home } };
});

function commandForNobody(): string[] {
	const works = (command: string[]) => {
		const [file = '', ...args] = [...asNobody, ...command, '--version'];
		return spawnSync(file, args, { stdio: 'ignore' }).status === 0;
	};
	const direct = [process.execPath, bin];
	if (works(direct)) return direct;
	const copy = join(temporary, 'checkout');
	for (const name of ['bin', 'dist', 'templates', 'package.json'])
		cpSync(join(repository, name), join(copy, name), { recursive: true });
	cpSync(join(repository, 'node_modules'), join(copy, 'node_modules'), { recursive: true });
	cpSync(process.execPath, join(copy, 'node'));
	const copied = [join(copy, 'node'), join(copy, 'bin/authgraft.cjs')];
	if (works(copied)) return copied;
	throw new Error(
		'This user is root, and the command cannot be run as another user: is setpriv (util-linux) there?',
	);
}

const mode = (host: Host, path: string, bits: number): void => chmodSync(join(host.root, path), bits);

describe('without the right to', () => {
	test('write into the project', async () => {
		const host = makeHost();
		mode(host, '.', 0o555);
		await expectRefusal(host, init, { exit: 1, code: 'AG_NOT_WRITABLE', says: ['read-only'] }, options);
	});

	test('write into one folder of it', async () => {
		const host = makeHost();
		if (isRoot) execFileSync('chown', ['-R', '65534:65534', host.root]);
		mode(host, 'src/routes', 0o555);
		const says = [/src\/routes\/.+ can not be written: the folder src\/routes is read-only/];
		await expectRefusal(host, init, { exit: 1, code: 'AG_NOT_WRITABLE', says }, options);
	});

	test('write one file', async () => {
		const host = makeHost();
		if (isRoot) execFileSync('chown', ['-R', '65534:65534', host.root]);
		mode(host, 'package.json', 0o444);
		const says = ['package.json can not be written: the file is read-only'];
		await expectRefusal(host, init, { exit: 1, code: 'AG_NOT_WRITABLE', says }, options);
	});

	test('read one file', async () => {
		const host = makeHost({ files: { 'src/hooks.server.ts': 'export const init = () => {};\n' } });
		if (isRoot) execFileSync('chown', ['-R', '65534:65534', host.root]);
		mode(host, 'src/hooks.server.ts', 0o000);
		// The test itself has to read it, to compare: only root can.
		const says = ['src/hooks.server.ts', 'permission'];
		const failure = { exit: 1, code: 'AG_NOT_READABLE', says } as const;
		await expectRefusal(host, init, failure, options);
	});

	test('look into a folder of routes', async () => {
		const host = makeHost({ files: { 'src/routes/(private)/+page.svelte': '' } });
		if (isRoot) execFileSync('chown', ['-R', '65534:65534', host.root]);
		mode(host, 'src/routes/(private)', 0o000);
		const says = ['src/routes/(private)', 'permission'];
		await expectRefusal(host, init, { exit: 1, code: 'AG_NOT_READABLE', says }, options);
	});
});
