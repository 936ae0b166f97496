import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectRefusal, graft } from './support/expect.ts';
import { makeHost } from './support/host.ts';

const init = ['init', '--yes', '--no-install'];

describe.concurrent('symbolic links', () => {
	test.for([
		['src/hooks.server.ts', 'a file', 'export const handle = 1;\n'],
		['src/routes', 'a folder', undefined],
		['.env', 'a file', 'OUTSIDE=1\n'],
	] as const)('%s, %s outside, is not written through', async ([path, , text]) => {
		const outside = makeHost({ fixture: null, files: { 'target/keep.txt': 'mine\n' } });
		if (text !== undefined) outside.write({ 'target.txt': text });
		const host = makeHost();
		if (host.exists(path)) host.write({ [path]: null });
		symlinkSync(join(outside.root, text === undefined ? 'target' : 'target.txt'), join(host.root, path));
		const before = outside.tree();
		await expectRefusal(host, init, { exit: 1, code: 'AG_OUTSIDE_HOST', says: [path] });
		expect(outside.tree()).toEqual(before);
	});

	test('one that stays inside is followed', async () => {
		const host = makeHost({ files: { 'server/hooks.ts': 'export const init = () => {};\n' } });
		symlinkSync('../server/hooks.ts', join(host.root, 'src/hooks.server.ts'));
		const before = host.tree();
		await graft(host);
		expect(host.tree()['src/hooks.server.ts']).toBe('link ../server/hooks.ts');
		expect(host.read('server/hooks.ts')).toContain('sequence(authHandle)');
		expect((await host.run('undo')).exit).toBe(0);
		expect(host.tree()).toEqual(before);
	});
});
