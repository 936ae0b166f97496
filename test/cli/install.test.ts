import { describe, expect, test } from 'vitest';
import { expectFailure } from './support/expect.ts';
import { makeHost } from './support/host.ts';
import { installingNpm, pathWith } from './support/programs.ts';

const init = ['init', '--yes'];
const failed = { exit: 1, code: 'AG_INSTALL_FAILED' } as const;
const failingNpm = 'echo "fake npm $*" >&2; exit 7';
const slowNpm = 'echo "fake npm started" >&2; exec sleep 60';

describe.concurrent('install', () => {
	test('runs the package manager and svelte-kit sync; its output is talk', async () => {
		const host = makeHost({ git: true });
		const { exit, stdout, stderr } = await host.runWith(
			{ env: { PATH: pathWith({ npm: installingNpm }) } },
			...init,
		);
		expect({ exit, stdout }, stderr).toEqual({ exit: 0, stdout: '' });
		expect(stderr).toMatch(/fake npm install\n[\s\S]*fake svelte-kit sync\n/);
		expect(stderr).not.toContain('Install the packages');

		// Lock file and node_modules are ours: a second plan needs no commit, and a second run no install.
		host.write({ 'src/env.ts': null });
		const again = await host.runWith({ env: { PATH: pathWith({ npm: failingNpm }) } }, ...init);
		expect(again.exit, again.stderr).toBe(0);
		expect(host.exists('src/env.ts')).toBe(true);
		expect(again.stderr).not.toContain('fake npm');
	});

	test('that rewrites package.json does not keep undo from taking it back', async () => {
		const host = makeHost({ git: true });
		const before = host.read('package.json');
		const npm = `${installingNpm}\nprintf '\\n' >> package.json`;
		const { exit, stderr } = await host.runWith({ env: { PATH: pathWith({ npm }) } }, ...init);
		expect(exit, stderr).toBe(0);
		const undone = await host.run('undo');
		expect(undone.stderr).not.toContain('stays as it is');
		expect(host.read('package.json')).toBe(before);
	});

	test('that fails leaves the files, names the exit code and the commands to finish', async () => {
		const host = makeHost();
		const result = await host.runWith({ env: { PATH: pathWith({ npm: failingNpm }) } }, ...init);
		expectFailure(result, {
			...failed,
			says: [
				'"npm install" ended with exit code 7',
				host.root,
				'npm install && npx svelte-kit sync',
				'authgraft undo',
			],
		});
		expect(host.read('src/auth.ts')).toContain('SvelteKitAuth');

		// Run again, it finishes what is open, and only that.
		const files = host.tree();
		const again = await host.runWith({ env: { PATH: pathWith({ npm: installingNpm }) } }, ...init);
		expect(again.exit, again.stderr).toBe(0);
		expect(again.stderr).toContain('fake svelte-kit sync');
		expect(host.tree()).toMatchObject(files);
		expect((await host.run('undo')).exit).toBe(0);
		expect(host.exists('src/auth.ts')).toBe(false);
	});

	test('that fails is an error in --json too', async () => {
		const host = makeHost();
		const result = await host.runWith({ env: { PATH: pathWith({ npm: failingNpm }) } }, ...init, '--json');
		expectFailure(result, failed);
		expect(JSON.parse(result.stdout)).toMatchObject({
			applied: true,
			installed: false,
			error: { code: 'AG_INSTALL_FAILED' },
			exitCode: 1,
		});
	});

	test.for([
		[
			'pnpm',
			'"packageManager": "pnpm@11.1.0"',
			'pnpm install && pnpm exec svelte-kit sync',
			'npm install --global pnpm, or corepack enable',
		],
		[
			'bun',
			'"packageManager": "bun@1.3.0"',
			'bun install && bun run svelte-kit sync',
			'npm install --global bun',
		],
		[
			'yarn',
			'"devEngines": { "packageManager": { "name": "yarn" } }',
			'yarn install && yarn run svelte-kit sync',
			'npm install --global yarn',
		],
		['yarn', '"packageManager": "yarn@4.9.0"', 'yarn install && yarn run svelte-kit sync', 'corepack enable'],
		[
			'deno',
			'"packageManager": "deno@2.9.6"',
			'deno install && deno run -A npm:@sveltejs/kit sync',
			'npm install --global deno',
		],
	] as const)('%s that is missing: the commands to finish', async ([manager, field, commands, get]) => {
		const host = makeHost();
		host.edit('package.json', '"private": true', `"private": true,\n\t${field}`);
		const result = await host.runWith({ env: { PATH: pathWith({}) } }, ...init);
		expectFailure(result, {
			...failed,
			says: [
				`The files are in place, but ${manager} is not installed here`,
				`Install ${manager} first (${get}).`,
				commands,
			],
		});
		expect(host.exists('src/auth.ts')).toBe(true);
	});
});

describe.concurrent('interrupted', () => {
	const interrupts: [signal: NodeJS.Signals, npm: string][] = [
		['SIGINT', slowNpm],
		['SIGTERM', slowNpm],
		['SIGHUP', slowNpm],
		// It wrote package.json and its lock file before.
		['SIGINT', `echo '{}' > package-lock.json; ${slowNpm}`],
		['SIGINT', `printf '\\n' >> package.json; ${slowNpm}`],
	];
	test.for(interrupts)(
		'by %s while installing (%s): exit 130, the files as they were',
		async ([signal, npm]) => {
			const host = makeHost({ git: true });
			const before = host.tree();
			const { exit, stderr } = await host.runWith(
				{
					env: { PATH: pathWith({ npm }) },
					when: ['fake npm started', (pid) => process.kill(pid, signal)],
				},
				...init,
			);
			expect(exit, stderr).toBe(130);
			expect(stderr).toContain('Cancelled. The project is as it was.');
			expect(host.tree()).toEqual(before);
		},
	);

	test('just before writing: the files as they were', async () => {
		const host = makeHost();
		const before = host.tree();
		const { exit } = await host.runWith(
			// The last line of the plan that is shown.
			{ when: ['.env.example', (pid) => process.kill(pid, 'SIGINT')] },
			...[...init, '--no-install'],
		);
		expect([130, 'SIGINT']).toContain(exit);
		expect(host.tree()).toEqual(before);
	});
});
