import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { resident } from '../gauntlet/command.ts';
import { write } from '../gauntlet/shape.ts';
import { platformRows } from '../platforms/results.ts';
import {
	type Layout,
	layouts,
	type Manager,
	managers,
	matrixHosts,
	realInstalls,
} from '../support/matrix.ts';
import { layHost } from '../support/matrix-layout.ts';
import { failureRows, proofOf, table, versionRows } from '../support/matrix-table.ts';
import { thorough, week } from '../support/thorough.ts';
import { repository } from './support/run.ts';

/*
 * Every kind of host, with every package manager, in every layout: `init` plans it, and with npm writes it. `protect-route` and
 * `add-provider` follow in each layout. What was done with a real install besides is told by test/support/matrix.ts. Both
 * together are the table in docs/supported-hosts.md.
 */

const folder = mkdtempSync(join(tmpdir(), 'authgraft-matrix-'));
afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});

const lockFiles: Record<Manager, [name: string, text: string]> = {
	npm: ['package-lock.json', '{ "lockfileVersion": 3 }\n'],
	pnpm: ['pnpm-lock.yaml', "lockfileVersion: '9.0'\n"],
	yarn: ['yarn.lock', '# yarn lockfile v1\n'],
	bun: ['bun.lock', '{}\n'],
	deno: ['deno.lock', '{ "version": "5" }\n'],
};

/** The host's folder, with a lock file where this layout has it: enough to be planned. */
function lay(fixture: string, manager: Manager, layout: Layout): string {
	const { app, locked } = layHost(mkdtempSync(join(folder, 'host-')), fixture, manager, layout);
	const [name, text] = lockFiles[manager];
	write(locked, name, text);
	return app;
}

const planned = new Set<string>();
/** What `routes` says of the home page behind `protect-route /`, which knows nothing of package managers. */
const guarded = new Map<string, string>();

async function guardOfHome(app: string): Promise<string> {
	const done = await resident(['protect-route', '/', '--force', '--yes', '--cwd', app]);
	expect(done.code, done.stderr).toBe(0);
	const { code, stdout, stderr } = await resident(['routes', '--json', '--cwd', app]);
	expect(code, stderr).toBe(0);
	const { routes } = JSON.parse(stdout) as { routes: { kind: string; path: string; guard: string }[] };
	const home = routes.find(({ kind, path }) => kind === 'page' && path === '/');
	expect(home?.guard).toBe('path rule');
	return home?.guard ?? '';
}

/** What `providers` says of one that `add-provider` added, which knows nothing of package managers either. */
const added = new Map<string, string>();

async function providerAdded(app: string): Promise<string> {
	const done = await resident(['add-provider', 'google', '--yes', '--no-install', '--cwd', app]);
	expect(done.code, done.stderr).toBe(0);
	const { code, stdout, stderr } = await resident(['providers', 'google', '--json', '--cwd', app]);
	expect(code, stderr).toBe(0);
	const [google] = (JSON.parse(stdout) as { providers: { id: string; listed: boolean }[] }).providers;
	expect(google).toMatchObject({ id: 'google', listed: true });
	return google?.listed ? 'set up' : '';
}

const key = (...parts: string[]) => parts.join(' / ');

describe.each(matrixHosts)('$name, $language', ({ fixture, language }) => {
	const row = matrixHosts.findIndex((one) => one.fixture === fixture);
	describe.each(managers)('%s', (manager) => {
		// Another third of the cells each week, so that `npm test` has seen all of them in three.
		// Where a lock file lies, and whose, has nothing to do with what is in the host.
		const tried = layouts.filter(
			(_, index) => thorough || (row + index + managers.indexOf(manager) + week) % 3 === 0,
		);
		test.each(tried)('%s', async (layout) => {
			const app = lay(fixture, manager, layout);
			const { code, stdout, stderr } = await resident([
				'init',
				'--yes',
				'--no-install',
				'--json',
				'--providers',
				'development,credentials,github',
				'--protect',
				'/dashboard',
				'--cwd',
				app,
				// What is written is the same with every manager.
				...(manager === 'npm' ? [] : ['--dry-run']),
			]);
			expect(code, stderr).toBe(0);
			const plan = JSON.parse(stdout);
			expect(plan.host.packageManager).toBe(manager);
			expect(plan.next.start).toContain(manager);
			const extension = language === 'TypeScript' ? 'ts' : 'js';
			expect(plan.changes.map(({ path }: { path: string }) => path)).toContain(`src/auth.${extension}`);
			planned.add(key(fixture, manager, layout));
			if (manager !== 'npm') return;
			expect(readFileSync(join(app, `src/auth.${extension}`), 'utf8')).toContain('@authgraft/runtime/');
			guarded.set(key(fixture, layout), await guardOfHome(app));
			added.set(key(fixture, layout), await providerAdded(app));
		});
	});
});

test('every real install names a test that exists', () => {
	for (const { by, fixture } of realInstalls) {
		const [file, text] = by;
		expect(existsSync(join(repository, file)), file).toBe(true);
		expect(readFileSync(join(repository, file), 'utf8'), `${fixture} in ${file}`).toContain(text);
	}
});

const notOurs =
	'`before init`: the host itself could not be installed, with what the registry of that run had.';

test.runIf(thorough)('the table of supported hosts is up to date (vitest -u writes it)', async () => {
	const sections = layouts.flatMap((layout) => [
		`## Application in a ${layout}`,
		'',
		...table([
			['host', 'language', ...managers, 'add-provider', 'protect-route'],
			...matrixHosts.map((host) => [
				...[host.name, host.language],
				...managers.map((manager) =>
					proofOf({ host, manager, layout }, planned.has(key(host.fixture, manager, layout))),
				),
				added.get(key(host.fixture, layout)) ?? '',
				guarded.get(key(host.fixture, layout)) ?? '',
			]),
		]),
		'',
	]);
	const head = readFileSync(join(repository, 'test/support/supported-hosts.head.md'), 'utf8').trimEnd();
	const failures = failureRows();
	const text = [
		...[head, '', ...table(platformRows()), '', ...sections],
		...['## What was installed', '', ...table(versionRows())],
		...(failures.length > 1 ? ['', '## What did not go', '', notOurs, '', ...table(failures)] : []),
	];
	await expect(`${text.join('\n')}\n`).toMatchFileSnapshot('../../docs/supported-hosts.md');
});
