import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { isDecodable } from './decodable.js';

test.each([
	['/', true],
	['/a%20b', true],
	['/%', false],
	['/dashboard%ff', false],
	['/%E0%A4%A', false],
])('%s: %s', (path, expected) => {
	expect(isDecodable(path)).toBe(expected);
});

test('still after bundling: unused calls of decodeURI are dropped', async () => {
	const input = fileURLToPath(new URL('./decodable.ts', import.meta.url));
	const output = (await build({
		configFile: false,
		logLevel: 'silent',
		build: { ssr: true, write: false, minify: true, rolldownOptions: { input } },
	})) as Rolldown.RolldownOutput;
	const { code } = output.output[0];
	const bundled = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
	expect(bundled.isDecodable('/dashboard%')).toBe(false);
	expect(bundled.isDecodable('/dashboard')).toBe(true);
});
