import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/generators/providers/catalogue.ts';
import { makeHost, oauth } from './support/core.ts';

/* The modules of the host's core run, in a process of their own: whatever they do, the command goes on. */

const own = { facts: catalogue, from: 'own' };

describe.concurrent('a core that means no good', () => {
	const forged = (facts: unknown) =>
		`process.stdout.write('authgraft-providers:' + ${JSON.stringify(JSON.stringify({ facts, failed: [] }))} + '\\n', () => process.exit(0));\nawait new Promise(() => {});`;
	const good = { module: 'good', id: 'good', name: 'Good', type: 'oidc', factory: 'Good' };

	test.for([
		['code instead of a name', [{ ...good, factory: 'X; evil()' }]],
		['nothing at all', []],
		['an id twice', [good, { ...good, module: 'other' }]],
		['no list', { length: 3 }],
	] as const)('answers with %s', async ([, facts]) => {
		const host = makeHost();
		host.write('0-first', forged(facts));
		expect(await host.read()).toEqual({
			...own,
			core: '0.99.0',
			warnings: [expect.stringContaining('the installed 0.99.0 cannot be asked (its answer is not')],
		});
		expect(existsSync(host.cache)).toBe(false);
	});

	test.for([
		['ends the process', 'process.exit(0)', 'its answer is not'],
		['crashes it', 'process.abort()', 'loading it ends with'],
		['never finishes', 'await new Promise(() => {})', 'loading it ends with'],
		[
			'floods',
			'const flood = () => process.stdout.write("x".repeat(65536), flood);\nflood();\nawait new Promise(() => {})',
			'it prints too much',
		],
	] as const)('%s', async ([, text, reason]) => {
		const host = makeHost();
		host.write('0-first', text);
		expect(await host.read()).toEqual({
			...own,
			core: '0.99.0',
			warnings: [expect.stringContaining(reason)],
		});
	});

	test('one that takes for ever is ended', async () => {
		const host = makeHost();
		host.write('0-first', 'for (;;);');
		const start = performance.now();
		expect((await host.read(700)).warnings).toEqual([expect.stringContaining('takes too long')]);
		expect(performance.now() - start).toBeLessThan(5000);
	});

	test('prints what it likes', async () => {
		const host = makeHost();
		host.write('0-first', `console.log('authgraft-providers:{}'); console.error('!');\n${oauth('first')}`);
		const { facts, warnings } = await host.read();
		expect(warnings).toEqual([]);
		expect(facts[0]).toMatchObject({ id: 'first' });
	});

	test('sees nothing of our environment, and writes and starts nothing', async () => {
		const host = makeHost();
		process.env.AUTH_CATALOGUE_TEST = 'secret';
		host.write(
			'0-first',
			`import { spawnSync } from 'node:child_process';
			import { writeFileSync } from 'node:fs';
			const attempts = [
				() => writeFileSync(new URL('./written', import.meta.url), ''),
				() => spawnSync(process.execPath, ['-e', 'require("fs").writeFileSync("started", "")']),
			];
			for (const attempt of attempts) try { attempt() } catch {}
			${oauth('first').replace("'first'", "'v-' + (process.env.AUTH_CATALOGUE_TEST ?? 'none') + Object.keys(process.env).length")}`,
		);
		const { facts } = await host.read();
		expect(facts[0]?.id).toBe('v-none0');
		expect(readdirSync(join(host.core, 'providers'))).not.toContain('written');
		expect(readdirSync(host.core)).not.toContain('started');
	});
});
