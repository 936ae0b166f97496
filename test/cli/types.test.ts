import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { exec } from '../../scripts/lib/process/exec.ts';

// The files in test/types expect types of what was built, as a host sees it: `npm run build` first.
const root = join(import.meta.dirname, '../..');
const tsc = join(root, 'node_modules/typescript/bin/tsc');
let complaints: string[];

beforeAll(async () => {
	const args = [tsc, '--noEmit', '--pretty', 'false', '-p', 'test/types'];
	const { code, output } = await exec(process.execPath, args, { cwd: root });
	complaints = output.split('\n').filter(Boolean);
	// A compiler that could not even start has an exit code, and may have nothing to say.
	if (code !== 0 && complaints.length === 0) complaints = [`tsc ended with ${code}`];
}, 120_000);

/** What the compiler says of a file. */
const about = (file: string) => complaints.filter((line) => line.startsWith(`test/types/${file}.ts(`));
const files = ['resources', 'config', 'sveltekit', 'solid-start', 'client', 'testing'];

test('Session, User, Account, Profile and JWT: what is added once reaches both integrations', () => {
	expect(about('resources')).toEqual([]);
});

test('every option is accepted, an unknown one is not; callbacks and events get what was added', () => {
	expect(about('config')).toEqual([]);
});

test('SvelteKit: locals.auth, guards, hooks, actions and config functions, without an edit of App', () => {
	expect(about('sveltekit')).toEqual([]);
});

test('SolidStart: handlers, middleware, sessions, guards and config functions', () => {
	expect(about('solid-start')).toEqual([]);
});

test('the clients: sessions and results', () => {
	expect(about('client')).toEqual([]);
});

test('what tests of a host use', () => {
	expect(about('testing')).toEqual([]);
});

test('nothing else is wrong, and no file is left out', () => {
	const rest = complaints.filter((line) => !files.some((file) => about(file).includes(line)));
	expect(rest).toEqual([]);
	const names = readdirSync(join(root, 'test/types')).filter((name) => name.endsWith('.ts'));
	expect(names.toSorted()).toEqual([...files, 'augmented'].map((name) => `${name}.ts`).toSorted());
});
