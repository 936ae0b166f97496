import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectFailure } from './support/expect.ts';
import { makeHost } from './support/host.ts';
import { installingNpm, pathWith } from './support/programs.ts';

const init = ['init', '--yes'];
const failed = { exit: 1, code: 'AG_INSTALL_FAILED' } as const;

/** A package manager that installs, writes down how it was called, and leaves a lock file of its own. */
const installing = (name: string, lockFile: string): string =>
	`${installingNpm.replace('fake npm', `fake ${name}`).replace('package-lock.json', lockFile)}
echo "$PWD|$YARN_ENABLE_IMMUTABLE_INSTALLS|$npm_config_workspace" > called.txt`;

describe.concurrent('the manager of the project', () => {
	test.for([
		['pnpm', 'pnpm-lock.yaml', 'install --no-frozen-lockfile'],
		['yarn', 'yarn.lock', 'install'],
		['bun', 'bun.lock', 'install'],
		['deno', 'deno.lock', 'install'],
		['npm', 'package-lock.json', 'install'],
	] as const)(
		'%s installs, in the folder of the host, and may change the lock file',
		async ([name, lockFile, args]) => {
			const host = makeHost({ files: { [lockFile]: '' }, git: true });
			const PATH = pathWith({ [name]: installing(name, lockFile) });
			// As `npx --workspace other authgraft init` hands it down.
			const result = await host.runWith({ env: { PATH, npm_config_workspace: 'other' } }, ...init);
			expect(result.exit, result.stderr).toBe(0);
			expect(result.stderr).toContain(`$ ${name} ${args}\nfake ${name} ${args}\n`);
			expect(result.stderr).toContain('fake svelte-kit sync');
			expect(host.read('called.txt')).toBe(`${host.root}|false|\n`);
			expect(host.git('status', '--short', lockFile)).toContain(lockFile);
			expect(result.stderr).not.toContain('This is taken for a project of');
		},
	);

	test('two lock files: one decides, and the other is told', async () => {
		const host = makeHost({ files: { 'pnpm-lock.yaml': '', 'package-lock.json': '' } });
		const env = { CI: 'true' };
		const { exit, stderr } = await host.runWith({ env }, ...init, '--no-install');
		expect(exit, stderr).toBe(0);
		expect(stderr).toContain(
			'Note: This is taken for a project of pnpm, but there is package-lock.json too: delete what is left over, or name the manager in "packageManager" of package.json.',
		);
		// On a build server the command to finish has to thaw the lock file.
		expect(stderr).toContain('pnpm install --no-frozen-lockfile && pnpm exec svelte-kit sync');
	});

	test('is never a program that a dependency brings, although npx puts those first', async () => {
		const host = makeHost({ files: { 'node_modules/.bin/npm': '#!/bin/sh\necho "bad npm" >&2\nexit 9\n' } });
		chmodSync(join(host.root, 'node_modules/.bin/npm'), 0o755);
		const good = pathWith({ npm: installingNpm });
		const PATH = ['node_modules/.bin', join(host.root, 'node_modules/.bin'), good].join(delimiter);
		const { exit, stderr } = await host.runWith({ env: { PATH } }, ...init);
		expect(exit, stderr).toBe(0);
		expect(stderr).toContain('fake npm install');
		expect(stderr).not.toContain('bad npm');
	});

	test("Plug'n'Play: told, and what is installed is read from its map", async () => {
		const map = JSON.stringify({
			packageRegistryData: [
				['@auth/core', []],
				['@authgraft/runtime', []],
			],
		});
		const pnp = `const RAW_RUNTIME_STATE =\n'${map.replace(',', ',\\\n')}';\n`;
		const host = makeHost({ files: { 'yarn.lock': '', 'pnp.txt': pnp } });
		const yarn = `echo "fake yarn $*" >&2
[ "$1" = run ] || while IFS= read -r line; do printf "%s\\n" "$line"; done < pnp.txt > .pnp.cjs`;
		const env = { PATH: pathWith({ yarn }) };
		const first = await host.runWith({ env }, ...init);
		expect(first.exit, first.stderr).toBe(0);
		expect(first.stderr).toMatch(/fake yarn install\n[\s\S]*fake yarn run svelte-kit sync\n/);
		const again = await host.runWith({ env }, ...init);
		expect(again.stderr).toContain("Yarn's Plug'n'Play is on (.pnp.cjs)");
		expect(again.stderr).not.toContain('fake yarn');
	});
});

describe.concurrent('an install that fails', () => {
	test('for a reason that is known: says why, and what to do', async () => {
		const host = makeHost();
		const PATH = pathWith({ npm: 'echo "npm error code ERESOLVE" >&2; exit 1' });
		const result = await host.runWith({ env: { PATH } }, ...init);
		expectFailure(result, {
			...failed,
			says: [
				'"npm install" ended with exit code 1',
				'Peer dependencies contradict each other',
				'npm install --legacy-peer-deps',
				'npm install && npx svelte-kit sync',
			],
		});
		expect(result.stderr).toContain('npm error code ERESOLVE\n');
		expect(host.exists('src/auth.ts')).toBe(true);
	});

	test('only because pnpm ran no build scripts: a note, and SvelteKit is synced', async () => {
		const host = makeHost({ files: { 'pnpm-lock.yaml': '' } });
		const pnpm = `${installing('pnpm', 'pnpm-lock.yaml')}
echo "[ERR_PNPM_IGNORED_BUILDS] Ignored build scripts: esbuild@0.25.0"; exit 1`;
		const { exit, stderr } = await host.runWith({ env: { PATH: pathWith({ pnpm }) } }, ...init);
		expect(exit, stderr).toBe(0);
		expect(stderr).toContain('fake svelte-kit sync');
		expect(stderr).toContain('Allow them with: pnpm approve-builds');
	});

	test('without saying so, because a package was left out', async () => {
		const host = makeHost({ files: { 'deno.lock': '' } });
		const deno = 'mkdir -p node_modules/@auth/core; echo "{}" > node_modules/@auth/core/package.json';
		const result = await host.runWith({ env: { PATH: pathWith({ deno }) } }, ...init);
		expectFailure(result, {
			...failed,
			says: ['"deno install" left @authgraft/runtime out', 'Deno installs nothing from a file: address'],
		});
	});

	test('without svelte-kit, because devDependencies were left out: no stranger is fetched', async () => {
		const host = makeHost();
		const npm = installingNpm.replaceAll('.bin/svelte-kit', '.bin/other');
		const result = await host.runWith(
			{ env: { PATH: pathWith({ npm, npx: 'echo "fake npx" >&2' }) } },
			...init,
		);
		expectFailure(result, {
			...failed,
			says: ['there is no svelte-kit in node_modules/.bin', 'NODE_ENV=production'],
		});
		expect(result.stderr).not.toContain('fake npx');
	});
});
