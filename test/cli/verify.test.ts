import { describe, expect, test } from 'vitest';
import { expectFailure, expectRefusal } from './support/expect.ts';
import { type Files, type Host, makeHost } from './support/host.ts';
import { keys, onTerminal } from './support/terminal.ts';

/*
 * `--verify` on its way into and out of a project. Its build is a script that fails, or does not, and nothing is
 * served: real hosts are built in test/e2e/doctor.test.ts.
 */

const protect = ['protect-route', '/dashboard', '--verify'];

const usage = (host: Host, args: string[], ...says: string[]) =>
	expectRefusal(host, args, { exit: 2, code: 'AG_USAGE', says });

/** Applied and tried, it does not work. */
async function fails(host: Host, ...says: string[]): Promise<string> {
	const result = await host.run(...protect, '--yes');
	expectFailure(result, { exit: 1, code: 'AG_NOT_VERIFIED', says });
	return result.stderr;
}

/** Packages that are there by name. */
const installed: Files = Object.fromEntries(
	['@auth/core', '@authgraft/runtime'].map((name) => [
		`node_modules/${name}/package.json`,
		JSON.stringify({ name, version: '1.0.0' }),
	]),
);

/** A project with sign-in whose build fails as soon as a text is in its hooks. */
async function builtHost(failsWith: string): Promise<Host> {
	const host = makeHost();
	host.write({
		'src/routes/dashboard/+page.svelte': '<h1>Dashboard</h1>\n',
		'build.mjs': `import { readFileSync } from 'node:fs';
if (readFileSync('src/hooks.server.ts', 'utf8').includes('${failsWith}')) throw new Error('no room');
`,
	});
	const manifest = JSON.parse(host.read('package.json'));
	host.write({
		'package.json': JSON.stringify({
			...manifest,
			scripts: { ...manifest.scripts, build: 'node build.mjs' },
		}),
	});
	const { exit } = await host.run('init', '--yes', '--no-install');
	expect(exit).toBe(0);
	host.write(installed);
	return host;
}

describe.concurrent('--verify', () => {
	test('does not go with --dry-run', async () => {
		await usage(makeHost(), ['init', '--yes', '--verify', '--dry-run'], '--dry-run writes nothing');
	});

	test('needs what a build needs, before anything is written', async () => {
		const host = makeHost();
		const before = host.tree();
		await usage(
			host,
			['init', '--yes', '--verify', '--no-install'],
			'packages are not installed',
			'npm install',
		);
		expect(host.tree()).toEqual(before);
		await host.run('init', '--yes', '--no-install');
		const grafted = host.tree();
		await usage(host, [...protect, '--yes', '--force'], 'packages are not installed', 'npm install');
		expect(host.tree()).toEqual(grafted);
	});

	test('needs a script that builds', async () => {
		const host = makeHost({ files: installed });
		const manifest = JSON.parse(host.read('package.json'));
		host.write({ 'package.json': JSON.stringify({ ...manifest, scripts: {} }) });
		await usage(host, ['init', '--yes', '--verify'], 'no script "build"');
	});

	test('names the way back where the project worked before', async () => {
		const host = await builtHost('/dashboard');
		const stderr = await fails(
			host,
			'The project does not build',
			'The project built before',
			'authgraft undo',
		);
		expect(stderr).toContain('no room');
		expect(stderr).toContain('build-fails');
		expect(host.read('src/hooks.server.ts')).toContain('/dashboard');
		expect((await host.run('undo')).exit).toBe(0);
		expect(host.read('src/hooks.server.ts')).not.toContain('/dashboard');
	});

	test('offers none where it did not', async () => {
		const host = await builtHost('handle');
		const stderr = await fails(host, 'authgraft doctor --start');
		expect(stderr).toContain('does not build as it is, either');
		expect(stderr).not.toContain('The project built before');
	});

	test('tells a program the same', async () => {
		const host = await builtHost('/dashboard');
		const { exit, stdout } = await host.run(...protect, '--json');
		expect(exit).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({
			command: 'protect-route /dashboard',
			applied: true,
			verified: { proofs: [], findings: [{ code: 'build-fails', severity: 'error' }] },
			error: { code: 'AG_NOT_VERIFIED' },
			exitCode: 1,
		});
	});

	test('asks on a terminal, and takes the changes back', async () => {
		const host = await builtHost('/dashboard');
		const before = host.read('src/hooks.server.ts');
		const { exit, screen } = await onTerminal(host, protect, [
			['Write these changes?', keys.enter],
			['Take the changes back?', keys.enter],
		]);
		expect(screen).toContain('The changes were taken back.');
		expect(exit).toBe(1);
		expect(host.read('src/hooks.server.ts')).toBe(before);
	});
});
