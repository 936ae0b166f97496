import { expect, test } from 'vitest';
import { isUpToDate } from './bootstrap.mjs';

const lock = (packages: Record<string, object>) => JSON.stringify({ packages });
const wanted = lock({
	'': { version: '1.0.0' },
	runtime: { version: '0.1.0' },
	'node_modules/@authgraft/runtime': { resolved: 'runtime', link: true },
	'node_modules/a': { version: '1.0.0' },
	'node_modules/only-on-windows': { version: '1.0.0', optional: true },
});
const link = { 'node_modules/@authgraft/runtime': { resolved: 'runtime', link: true } };

test('is content with what npm ci installs', () => {
	const installed = { ...link, runtime: { version: '0.1.0' }, 'node_modules/a': { version: '1.0.0' } };
	expect(isUpToDate(wanted, lock(installed))).toBe(true);
});

test('notices another version, a missing package and one too many', () => {
	expect(isUpToDate(wanted, lock({ 'node_modules/a': { version: '1.0.1' } }))).toBe(false);
	expect(isUpToDate(wanted, lock({}))).toBe(false);
	const more = { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } };
	expect(isUpToDate(wanted, lock(more))).toBe(false);
});
