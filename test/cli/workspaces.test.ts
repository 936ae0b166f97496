import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectFailure, expectRefusal } from './support/expect.ts';
import { type Files, Host, makeHost } from './support/host.ts';
import { installingNpm, pathWith } from './support/programs.ts';
import { keys, onTerminal } from './support/terminal.ts';

const init = ['init', '--yes', '--no-install'];
const json = (value: object): string => `${JSON.stringify(value, null, '\t')}\n`;
const uses = (dependencies: Record<string, string>): string => json({ private: true, dependencies });
const solid = uses({ '@solidjs/start': '^2.0.0' });

/** A workspace with the SvelteKit fixture as its application `apps/web`; what else is in it, the test says. */
function makeWorkspace(files: Files): { root: Host; web: Host } {
	const web = makeHost({ name: 'apps/web' });
	const root = new Host(join(web.root, '../..'));
	root.write({ 'package.json': json({ private: true }), ...files });
	return { root, web };
}

const pnpm = { 'pnpm-workspace.yaml': 'packages:\n  - apps/*\n', 'pnpm-lock.yaml': 'the lock\n' };
const catalog = (lines: string): Files => ({
	...pnpm,
	'pnpm-workspace.yaml': `packages:\n  - 'apps/*'\n${lines}`,
});

/** Installs into the host, and writes the lock file of the workspace's root. */
const installing = `${installingNpm.replace('> package-lock.json', '> ../../pnpm-lock.yaml')}\necho "in $PWD" >&2`;

describe.concurrent('the root of a workspace', () => {
	test('lists the applications and exits 2 without a terminal, also from elsewhere', async () => {
		const { root } = makeWorkspace({
			...pnpm,
			'apps/desk/package.json': solid,
			'apps/desk/vite.config.ts': '',
		});
		const refusal = { exit: 2, code: 'AG_WORKSPACE_ROOT' } as const;
		const says = [/ {2}--cwd apps\/desk {2}\(SolidStart\)\n {2}--cwd apps\/web {2}\(SvelteKit\)/];
		await expectRefusal(root, init, { ...refusal, says });
		const elsewhere = new Host(join(root.root, '..'));
		const name = root.root.slice(elsewhere.root.length + 1);
		await expectRefusal(
			root,
			[...init, '--cwd', name],
			{ ...refusal, says: [`--cwd ${name}/apps/web`] },
			{
				cwd: elsewhere.root,
			},
		);
	});

	test('asks with a terminal, and goes on in the application that is chosen', async () => {
		const { root, web } = makeWorkspace({
			...pnpm,
			'apps/desk/package.json': solid,
			'apps/desk/vite.config.ts': '',
		});
		const before = root.tree();
		const { exit, screen } = await onTerminal(
			root,
			['init', '--providers', 'github', '--protect', '/x', '--no-install'],
			[
				['Which application is it about?', keys.down],
				['● apps/web (SvelteKit)', keys.enter],
				['Write these changes?', keys.enter],
			],
		);
		expect(exit, screen).toBe(0);
		expect(web.read('src/auth.ts')).toContain('SvelteKitAuth');
		expect(root.tree()).toMatchObject({ 'package.json': before['package.json'] });
		expect(root.exists('.authgraft')).toBe(false);
	});

	test('with --yes the only one is taken, and named', async () => {
		const { root, web } = makeWorkspace(pnpm);
		const { exit, stderr } = await root.run(...init);
		expect(exit, stderr).toBe(0);
		expect(stderr).toContain('Note: the application is in apps/web (SvelteKit).');
		expect(web.read('src/auth.ts')).toContain('SvelteKitAuth');
	});

	test('so is the only one below a folder without a package.json; without --yes it is listed', async () => {
		const web = makeHost({ name: 'web' });
		const root = new Host(join(web.root, '..'));
		const says = [/ {2}--cwd web {2}\(SvelteKit\)/];
		await expectRefusal(root, ['init', '--no-install'], { exit: 2, code: 'AG_WORKSPACE_ROOT', says });
		expect((await root.run(...init)).stderr).toContain('Note: the application is in web (SvelteKit).');
		expect(web.exists('src/auth.ts')).toBe(true);
	});

	test('Ctrl-C at that question: exit 130, every byte as it was', async () => {
		const { root } = makeWorkspace(pnpm);
		const before = root.tree();
		const { exit, screen } = await onTerminal(root, ['init'], [['Which application', keys.ctrlC]]);
		expect(exit, screen).toBe(130);
		expect(root.tree()).toEqual(before);
	});

	test('that is an application itself is the host', async () => {
		const host = makeHost({
			files: {
				'pnpm-workspace.yaml': 'packages:\n  - apps/*\n',
				'apps/desk/package.json': solid,
				'apps/desk/vite.config.ts': '',
			},
		});
		const { exit, stderr } = await host.run(...init);
		expect(exit, stderr).toBe(0);
		expect(host.exists('src/auth.ts')).toBe(true);
	});

	test('whose pnpm-workspace.yaml holds settings only is no root', async () => {
		const host = makeHost({ files: { 'pnpm-workspace.yaml': 'minimumReleaseAge: 1440\n' } });
		const { exit, stderr } = await host.run(...init);
		expect(exit, stderr).toBe(0);
	});
});

describe.concurrent('an application in a workspace', () => {
	test.for(['cd', '--cwd'])('reached by %s: finds lock file and dependencies of the root', async (way) => {
		const { root, web } = makeWorkspace({
			...pnpm,
			'package.json': json({ private: true, devDependencies: { '@sveltejs/kit': '^3.2.0' } }),
		});
		web.edit('package.json', '\t\t"@sveltejs/kit": "^3.0.0-next.0",\n', '');
		const args = way === 'cd' ? init : [...init, '--cwd', 'apps/web'];
		const { exit, stderr } = await (way === 'cd' ? web : root).run(...args);
		expect(exit, stderr).toBe(0);
		expect(web.exists('src/auth.ts')).toBe(true);
		expect(stderr).toContain('pnpm install && pnpm exec svelte-kit sync');
	});

	test('the manager runs in its folder; the lock file of the root decides over a stray one', async () => {
		const { root, web } = makeWorkspace({ ...pnpm, 'apps/web/package-lock.json': '{}' });
		const PATH = pathWith({ pnpm: installing });
		const { exit, stderr } = await root.runWith({ env: { PATH } }, 'init', '--yes', '--cwd', 'apps/web');
		expect(exit, stderr).toBe(0);
		expect(stderr).toContain(`in ${web.root}\n`);
		expect(stderr).toContain('Take it back with: authgraft undo --cwd apps/web\n');
		expect(stderr).toContain('there is package-lock.json too');
	});

	test.for([
		['new', {}],
		['kept', { 'pnpm-lock.yaml': 'the lock\n' }],
	] as const)('a cancelled install leaves the lock file of the root as it was: %s', async ([, lock]) => {
		const { root, web } = makeWorkspace({ 'pnpm-workspace.yaml': pnpm['pnpm-workspace.yaml'], ...lock });
		web.edit('package.json', '"private": true', '"private": true,\n\t"packageManager": "pnpm@10.0.0"');
		const before = root.tree();
		const slow = `echo new > ../../pnpm-lock.yaml; echo "fake pnpm started" >&2; exec sleep 60`;
		const { exit, stderr } = await web.runWith(
			{
				env: { PATH: pathWith({ pnpm: slow }) },
				when: ['fake pnpm started', (pid) => process.kill(pid, 'SIGINT')],
			},
			...['init', '--yes'],
		);
		expect(exit, stderr).toBe(130);
		expect(root.tree()).toEqual(before);
	});

	test('cancelled while it only finishes an open install: the lock file of the root as it was, too', async () => {
		const { root, web } = makeWorkspace(pnpm);
		const failing = await web.runWith({ env: { PATH: pathWith({ pnpm: 'exit 7' }) } }, 'init', '--yes');
		expectFailure(failing, { exit: 1, code: 'AG_INSTALL_FAILED' });
		const before = root.tree();
		const slow = `echo new > ../../pnpm-lock.yaml; echo "fake pnpm started" >&2; exec sleep 60`;
		const { exit, stderr } = await web.runWith(
			{
				env: { PATH: pathWith({ pnpm: slow }) },
				when: ['fake pnpm started', (pid) => process.kill(pid, 'SIGINT')],
			},
			...['init', '--yes'],
		);
		expect(exit, stderr).toBe(130);
		expect(root.tree()).toEqual(before);
	});

	test('undo says that the lock file stays', async () => {
		const { root, web } = makeWorkspace(pnpm);
		const run = await web.runWith({ env: { PATH: pathWith({ pnpm: installing }) } }, 'init', '--yes');
		expect(run.exit, run.stderr).toBe(0);
		const { exit, stderr } = await root.run('undo', '--cwd', 'apps/web');
		expect(exit, stderr).toBe(0);
		expect(stderr).toContain('Installed packages, and the lock file, stay until the next install.');
		expect(web.exists('src/auth.ts')).toBe(false);
	});

	test.for([
		['the plain one', 'catalog:\n  "@auth/core": ^0.41.3\n', 'catalog:'],
		['a named one', 'catalogs:\n  auth:\n    "@auth/core": ~0.41.4\n', 'catalog:auth'],
		['one that is too old', 'catalog:\n  "@auth/core": ^0.37.0\n', '^0.41.3'],
		['one that allows too old ones', 'catalog:\n  "@auth/core": ">=0.40"\n', '^0.41.3'],
		['one without it', 'catalog:\n  svelte: ^5.0.0\n', '^0.41.3'],
	] as const)('takes @auth/core from the catalog of the workspace: %s', async ([, lines, spec]) => {
		const { web } = makeWorkspace(catalog(lines));
		const { exit, stderr } = await web.run(...init);
		expect(exit, stderr).toBe(0);
		expect(JSON.parse(web.read('package.json')).dependencies['@auth/core']).toBe(spec);
	});

	test('npm knows no catalogs', async () => {
		const { web } = makeWorkspace({
			'package.json': json({
				private: true,
				workspaces: ['apps/*'],
				catalog: { '@auth/core': '^0.41.3' },
			}),
			'package-lock.json': '{}',
		});
		const { exit, stderr } = await web.run(...init);
		expect(exit, stderr).toBe(0);
		expect(JSON.parse(web.read('package.json')).dependencies['@auth/core']).toBe('^0.41.3');
	});
});
