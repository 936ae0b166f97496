import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../../scripts/bootstrap.mjs';
import { breakRuntime, faults } from './index.ts';

test('what the faults change is there in the sources, once, and a runtime can be made of it', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'authgraft-broken-'));
	const runtime = join(folder, 'node_modules/@authgraft/runtime');
	try {
		await mkdir(runtime, { recursive: true });
		await cp(join(root, 'runtime/package.json'), join(runtime, 'package.json'));
		await breakRuntime(folder);
		const files = (await readdir(runtime, { recursive: true })).filter((file) => file.endsWith('.js'));
		const text = (await Promise.all(files.map((file) => readFile(join(runtime, file), 'utf8')))).join('\n');
		expect(Object.keys(faults).filter((name) => !text.includes(name))).toEqual([]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
});
