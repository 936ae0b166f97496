import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rememberFiles } from './remember.ts';

test('files get their bytes back, and new ones go', () => {
	const root = mkdtempSync(join(tmpdir(), 'authgraft-remember-'));
	onTestFinished(() => rmSync(root, { recursive: true }));
	writeFileSync(join(root, 'a.lock'), Buffer.from([0xff, 0x00, 0x0a]));
	writeFileSync(join(root, 'b.lock'), 'b');
	const restore = rememberFiles(root, ['a.lock', 'b.lock', 'c.lock']);
	writeFileSync(join(root, 'a.lock'), 'other');
	rmSync(join(root, 'b.lock'));
	writeFileSync(join(root, 'c.lock'), 'new');
	restore();
	expect(readFileSync(join(root, 'a.lock'))).toEqual(Buffer.from([0xff, 0x00, 0x0a]));
	expect(readFileSync(join(root, 'b.lock'), 'utf8')).toBe('b');
	expect(readdirSync(root).sort()).toEqual(['a.lock', 'b.lock']);
});
