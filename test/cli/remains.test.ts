import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { graft } from './support/expect.ts';
import { makeHost } from './support/host.ts';

/* What a run leaves to a person: what was refused, and what was edited since. */

const init = ['init', '--yes', '--no-install'];

describe.concurrent('--skip-refused', () => {
	test('--json carries what remains to be pasted, beside what was applied', async () => {
		const own = "export * from './more-hooks';\n";
		const host = makeHost({ files: { 'src/hooks.server.ts': own } });
		const { exit, stdout, stderr } = await host.run(...init, '--skip-refused', '--json');
		const { applied, exitCode, changes, error } = JSON.parse(stdout);
		expect({ exit, applied, exitCode, error }).toEqual({
			exit: 0,
			applied: true,
			exitCode: 0,
			error: undefined,
		});
		const refused = changes.filter(({ kind }: { kind: string }) => kind === 'refuse');
		expect(refused).toEqual([
			expect.objectContaining({
				path: 'src/hooks.server.ts',
				line: 1,
				reason: expect.stringContaining('export *'),
				snippet: expect.stringContaining('sequence(authHandle, yourHandle)'),
			}),
		]);
		for (const line of refused[0].snippet.trim().split('\n')) expect(stderr).toContain(line);
		expect(host.read('src/hooks.server.ts')).toBe(own);
		expect(host.exists('src/auth.ts')).toBe(true);
	});
});

describe.concurrent('undo after later edits', () => {
	test('leaves the edited file with its mode, and gives the rest back with theirs', async () => {
		const host = makeHost({
			files: {
				'src/hooks.server.ts': 'export const handle = ({ event, resolve }) => resolve(event);\n',
				'src/routes/+layout.server.ts': 'export const load = async () => ({ mine: 1 });\n',
			},
		});
		const modes = {
			'src/hooks.server.ts': 0o755,
			'src/routes/+layout.server.ts': 0o750,
			'package.json': 0o604,
		};
		const mode = (path: string) => statSync(join(host.root, path)).mode & 0o777;
		for (const [path, bits] of Object.entries(modes)) chmodSync(join(host.root, path), bits);
		const before = host.tree();
		await graft(host);
		for (const [path, bits] of Object.entries(modes)) expect(mode(path), path).toBe(bits);

		const edited = 'src/routes/+layout.server.ts';
		host.edit(edited, 'mine: 1', 'mine: 2');
		const text = host.read(edited);
		const { exit, stderr } = await host.run('undo');
		expect(exit).toBe(0);
		expect(stderr).toContain(`${edited} was changed since, and stays as it is`);
		expect(stderr).toMatch(/\n-.*mine: 1.*\n\+.*mine: 2.*\n/);
		expect({ text: host.read(edited), mode: mode(edited) }).toEqual({ text, mode: 0o750 });
		host.write({ [edited]: 'export const load = async () => ({ mine: 1 });\n' });
		expect(host.tree()).toEqual(before);
	});

	test('a file that only got another mode goes back, and so does its mode', async () => {
		const host = makeHost();
		const before = host.tree();
		await graft(host);
		chmodSync(join(host.root, 'src/auth.ts'), 0o600);
		expect((await host.run('undo')).exit).toBe(0);
		expect(host.tree()).toEqual(before);
	});
});
