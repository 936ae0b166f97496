import { createHash } from 'node:crypto';
import {
	chmodSync,
	cpSync,
	existsSync,
	lstatSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	readlinkSync,
	realpathSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Plan, WriteChange } from '../../src/plan/change.ts';
import { type Disk, realDisk } from '../../src/plan/disk/index.ts';

/*
 * A host, a plan for it and a disk that breaks, for the tests of src/plan and the kill tests.
 */

interface FixtureFile {
	text: string | Uint8Array;
	mode?: number;
}

const folders: string[] = [];

/** For `afterAll`. */
export function removeTempFolders(): void {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Makes an empty folder, which `removeTempFolders` removes. Returns its real path. */
export function tempFolder(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'authgraft-plan-')));
	folders.push(folder);
	return folder;
}

/** A copy of a folder, permission bits included. */
export function copyOf(root: string): string {
	const target = tempFolder();
	cpSync(root, target, { recursive: true, preserveTimestamps: true });
	return target;
}

/** Makes a folder with files in it. Returns its real path. */
export function makeHost(files: Record<string, FixtureFile | string>): string {
	const root = tempFolder();
	for (const [path, file] of Object.entries(files)) {
		const { text, mode = 0o644 } = typeof file === 'string' ? { text: file } : file;
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
		chmodSync(join(root, path), mode);
	}
	return root;
}

/** Everything outside `.authgraft/`: kind, permission bits and bytes of every file, folder and link. */
export function readTree(root: string): Record<string, string> {
	const tree: Record<string, string> = {};
	const walk = (folder: string) => {
		for (const name of readdirSync(join(root, folder)).sort()) {
			const path = folder === '' ? name : `${folder}/${name}`;
			if (path === '.authgraft') continue;
			const stats = lstatSync(join(root, path));
			const mode = (stats.mode & 0o7777).toString(8);
			if (stats.isSymbolicLink()) tree[path] = `link ${readlinkSync(join(root, path))}`;
			else if (stats.isDirectory()) tree[`${path}/`] = `folder ${mode}`;
			else tree[path] = `file ${mode} ${digest(readFileSync(join(root, path)))}`;
			if (stats.isDirectory()) walk(path);
		}
	};
	walk('');
	return tree;
}

/** Short texts are told in the clear, so that a failed comparison can be read. */
const digest = (data: Buffer): string =>
	data.length < 200
		? JSON.stringify(data.toString('latin1'))
		: createHash('sha256').update(data).digest('hex');

const LOGO = '\uFEFF#!/bin/sh\r\necho "größer"\r\n\r\nexit 0\r\n';

/** No TypeScript: the parser would be loaded in every child, and takes longer than all the rest. */
export const killHost = (): string =>
	makeHost({
		'package.json': '{\n\t"name": "host",\n\t"private": true\n}\n',
		'scripts/run.sh': { text: LOGO, mode: 0o755 },
		'src/routes/+layout.svelte': { text: '<slot />', mode: 0o600 },
		'src/untouched.bin': { text: Buffer.from([0, 255, 13, 10, 254]), mode: 0o444 },
	});

export const modify = (path: string, before: string, after: string): WriteChange => ({
	kind: 'modify',
	path,
	summary: `change ${path}`,
	before,
	after,
});
export const create = (path: string, after: string, secret = false): WriteChange => ({
	kind: 'create',
	path,
	summary: `add ${path}`,
	before: null,
	after,
	secret,
});

/** Three files changed (one with BOM, CRLF and mode 0755), three made in new folders, and a .env. */
export const killPlan = (root: string): Plan => ({
	root,
	command: 'init',
	changes: [
		modify('package.json', '{\n\t"name": "host",\n\t"private": true\n}\n', '{ "name": "host", "x": 1 }\n'),
		create('src/lib/auth/deep/provider.css', 'a { color: red }\n'),
		modify('scripts/run.sh', LOGO, LOGO.replace('exit 0', 'exit 1')),
		create('src/lib/auth/form.css', ''),
		create('.env', 'AUTH_SECRET="0123456789"\n', true),
		modify('src/routes/+layout.svelte', '<slot />', '<slot />\n<p>hello</p>'),
		create('src/routes/signin/+page.svelte', '<form></form>\r\n'),
	],
});

/** When the n-th operation breaks: before it, half-way through (files only), or after it. */
export type Moment = 'before' | 'torn' | 'after';

const COUNTED = ['mkdir', 'writeFile', 'rename', 'unlink', 'rmdir', 'chown'] as const;

interface Break {
	/** The operation that breaks, counted from 1 over all that change something. */
	at: number;
	moment: Moment;
	/** Kills the process, or throws. */
	breaks: (path: string) => void;
	/** Every later operation breaks too, before it does anything. */
	forGood?: boolean;
	base?: Disk;
}

export function breakingDisk({ at, moment, breaks, forGood = false, base = realDisk }: Break) {
	const count = { operations: 0, writes: [] as number[] };
	const disk: Disk = { ...base };
	for (const name of COUNTED) {
		const operation = base[name] as (...args: unknown[]) => void;
		const counted = (...args: unknown[]) => {
			const path = String(args[0]);
			count.operations++;
			if (name === 'writeFile') count.writes.push(count.operations);
			const now = count.operations === at;
			if ((now && moment === 'before') || (forGood && count.operations > at)) breaks(path);
			// Only files can be torn: the first bytes arrive, the others do not.
			if (now && moment === 'torn') args[1] = (args[1] as Uint8Array).subarray(0, 3);
			try {
				operation(...args);
			} finally {
				if (now) breaks(path);
			}
		};
		Object.assign(disk, { [name]: counted });
	}
	return { disk, count };
}

/** A lock that was being written is believed for two seconds: afterwards the two seconds are over. */
export function ageLock(root: string): void {
	const lock = join(root, '.authgraft/lock');
	if (existsSync(lock)) utimesSync(lock, new Date(0), new Date(0));
}

/** The same as the real disk, without waiting for the medium. */
export const hastyDisk: Disk = {
	...realDisk,
	writeFile(path, data, { mode, exclusive = false }) {
		writeFileSync(path, data, { mode, flag: exclusive ? 'wx' : 'w' });
		chmodSync(path, mode);
	},
	syncFolder() {},
};
