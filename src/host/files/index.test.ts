import { execFileSync } from 'node:child_process';
import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AuthgraftError } from '../../errors.ts';
import { failure, project } from '../testing.ts';
import { createFiles, ifReadable } from './index.ts';

const open = (files: Record<string, string | Buffer>) => {
	const root = project(files);
	return { root, ...createFiles(root) };
};

test('text, existence and names', () => {
	const { read, exists, list } = open({
		'src/b.ts': '\uFEFFä\r\n',
		'src/a.ts': '',
		'src/(app)/[x]/c.ts': '1',
	});
	expect(read('src/b.ts')).toBe('\uFEFFä\r\n');
	expect(read('src/(app)/[x]/c.ts')).toBe('1');
	expect(read('src/none.ts')).toBeUndefined();
	expect(read('none/at/all.ts')).toBeUndefined();
	expect(read('src/a.ts/below')).toBeUndefined();
	expect([exists('src'), exists('src/a.ts'), exists('src/x'), exists('')]).toEqual([true, true, false, true]);
	expect(list('src')).toEqual(['(app)', 'a.ts', 'b.ts']);
	expect([list('none'), list('src/a.ts')]).toEqual([[], []]);
	expect(list('')).toEqual(['src']);
});

test.each(['../other', 'src/../../other', '/etc/passwd', '..', 'a\0b'])('%j lies outside', async (path) => {
	const files = open({ 'src/a.ts': '' });
	for (const ask of [files.read, files.exists, files.list]) {
		const error = await failure(() => ask(path));
		expect(error).toMatchObject({ code: 'AG_OUTSIDE_HOST', exitCode: 1 });
		expect(error.message).toBe(`${path} lies outside the project ${files.root}.`);
	}
});

test('a root with a slash at its end is the same root', () => {
	const { root } = open({ 'src/a.ts': '1' });
	const { read, exists } = createFiles(`${root}/`);
	expect([read('src/a.ts'), read('src/none.ts'), exists('')]).toEqual(['1', undefined, true]);
});

test('a link that leaves the project is refused in a folder that was looked into before', async () => {
	const { root, read, list } = open({ 'src/a.ts': '1' });
	const elsewhere = project({ 'b.ts': '2' });
	expect([read('src/a.ts'), list('src')]).toEqual(['1', ['a.ts']]);
	symlinkSync(join(elsewhere, 'b.ts'), join(root, 'src/b.ts'));
	symlinkSync(elsewhere, join(root, 'src/folder'));
	for (const path of ['src/b.ts', 'src/folder/b.ts', 'src/folder/none.ts'])
		expect(await failure(() => read(path)), path).toMatchObject({ code: 'AG_OUTSIDE_HOST' });
});

test('a name that begins with two dots is inside', () => {
	expect(open({ '..odd/file': 'x' }).read('..odd/file')).toBe('x');
});

test('symbolic links that stay inside are followed', () => {
	const { root, read, list } = open({ 'real/a': 'x' });
	symlinkSync('real', join(root, 'link'));
	expect(read('link/a')).toBe('x');
	expect(list('link')).toEqual(['a']);
});

test('symbolic links that leave are refused, new files behind them too', async () => {
	const outside = project({ '.env': 'SECRET=1' });
	const { root, read, exists } = open({ a: '' });
	symlinkSync(outside, join(root, 'folder'));
	symlinkSync(join(outside, '.env'), join(root, '.env'));
	symlinkSync(join(outside, 'not-yet'), join(root, '.env.local'));
	const through = 'is a symbolic link, or lies behind one, that leaves the project:';
	for (const [path, message] of [
		['folder/.env', `folder/.env ${through} ${join(outside, '.env')}.`],
		// Nothing is there, so that the link above it is named.
		['folder/new/file', `folder ${through} ${outside}.`],
		['folder', `folder ${through} ${outside}.`],
		['.env', `.env ${through} ${join(outside, '.env')}.`],
		['.env.local', `.env.local is a symbolic link that leaves the project: ${join(outside, 'not-yet')}.`],
	] as const) {
		for (const ask of [read, exists]) {
			const error = await failure(() => ask(path));
			expect(error).toMatchObject({ code: 'AG_OUTSIDE_HOST', exitCode: 1, message });
		}
	}
});

test('a link to nothing, and a link to itself', async () => {
	const { root, read } = open({ a: '' });
	symlinkSync('nowhere', join(root, 'dangling'));
	symlinkSync('ring', join(root, 'ring'));
	expect(await failure(() => read('dangling'))).toMatchObject({ code: 'AG_NOT_READABLE' });
	expect(await failure(() => read('ring'))).toMatchObject({ code: 'AG_NOT_READABLE' });
});

test.each([
	['latin1', Buffer.from('caf\xe9', 'latin1'), 'it is not UTF-8'],
	['UTF-16', Buffer.from('\uFEFFtext', 'utf16le'), 'it is not UTF-8'],
	['UTF-16 without mark', Buffer.from('text', 'utf16le'), 'it holds NUL bytes'],
	['a bundle', Buffer.alloc(1024 * 1024 + 1, 'x'), 'files end at 1 MB'],
])('%s is not readable', async (_, bytes, words) => {
	const { read } = open({ 'src/hooks.server.ts': bytes });
	const error = await failure(() => read('src/hooks.server.ts'));
	expect(error).toMatchObject({ code: 'AG_NOT_READABLE', exitCode: 1 });
	expect(error.message).toContain('src/hooks.server.ts cannot be read: ');
	expect(error.message).toContain(words);
	expect(error.hint).not.toBe('');
});

test('one megabyte exactly is fine', () => {
	expect(open({ a: 'x'.repeat(1024 * 1024) }).read('a')).toHaveLength(1024 * 1024);
});

// Windows has no such pipes.
test.skipIf(process.platform === 'win32')('a folder where a file belongs, and a pipe', async () => {
	const { root, read } = open({ '.env/x': '' });
	execFileSync('mkfifo', [join(root, 'pipe')]);
	expect((await failure(() => read('.env'))).message).toBe('.env cannot be read: it is a folder.');
	expect((await failure(() => read('pipe'))).message).toBe('pipe cannot be read: it is no regular file.');
});

/** Permissions do not hold for root, which tests in a container often are. */
async function asNobody(act: () => Promise<void>): Promise<void> {
	const isRoot = process.geteuid?.() === 0;
	if (isRoot) process.seteuid?.(65534);
	try {
		await act();
	} finally {
		if (isRoot) process.seteuid?.(0);
	}
}

test('no permission (row 55)', async () => {
	const { root, read, exists, list } = open({ secret: '', 'closed/a': '' });
	chmodSync(root, 0o755);
	chmodSync(join(root, 'secret'), 0);
	chmodSync(join(root, 'closed'), 0);
	await asNobody(async () => {
		for (const [path, ask] of [
			['secret', read],
			['closed', list],
			['closed/a', read],
			['closed/a', exists],
		] as const) {
			const message = `${path} cannot be read: permission is denied.`;
			const error = await failure(() => ask(path));
			expect(error).toMatchObject({ code: 'AG_NOT_READABLE', exitCode: 1, message });
		}
	});
	chmodSync(join(root, 'closed'), 0o755);
});

test('what cannot be read is undefined to the curious, whatever stands in the way', () => {
	const outside = project({ 'a.ts': 'x' });
	const { root, read, exists, list } = open({
		'folder/a.ts': 'x',
		'latin1.ts': Buffer.from([0xe4, 0x0a]),
		'nul.ts': 'a\0b',
		'bundle.ts': 'x'.repeat(1024 * 1024 + 1),
	});
	symlinkSync(join(outside, 'a.ts'), join(root, 'out.ts'));
	symlinkSync(outside, join(root, 'out'));
	symlinkSync('none', join(root, 'nowhere.ts'));
	symlinkSync('circle', join(root, 'circle'));
	for (const path of [
		'folder',
		'latin1.ts',
		'nul.ts',
		'bundle.ts',
		'out.ts',
		'out/a.ts',
		'nowhere.ts',
		'../x',
	]) {
		expect(() => read(path)).toThrow();
		expect(ifReadable(() => read(path))).toBeUndefined();
	}
	expect(ifReadable(() => list('out'))).toBeUndefined();
	expect(ifReadable(() => exists('circle'))).toBeUndefined();
	expect(ifReadable(() => read('folder/a.ts'))).toBe('x');
	expect(ifReadable(() => list('folder'))).toEqual(['a.ts']);
	expect(ifReadable(() => read('none.ts'))).toBeUndefined();
});

test.each([new TypeError('a fault of ours'), new AuthgraftError('AG_SYNTAX', 'does not parse', 'Mend it.')])(
	'what is no matter of reading is thrown to the curious, too: %s',
	(error) => {
		expect(() =>
			ifReadable(() => {
				throw error;
			}),
		).toThrow(error);
	},
);
