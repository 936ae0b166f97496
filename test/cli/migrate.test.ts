import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { expectRefusal } from './support/expect.ts';
import { makeHost } from './support/host.ts';

const shapes = join(import.meta.dirname, '../fixtures/migrate');
const migrate = ['migrate', '--yes', '--no-install'];

/** The files of a shape. */
function filesOf(name: string, below = ''): Record<string, string> {
	const root = join(shapes, name, 'host');
	return Object.assign(
		{},
		...readdirSync(join(root, below)).map((entry) => {
			const path = below ? `${below}/${entry}` : entry;
			return statSync(join(root, path)).isDirectory()
				? filesOf(name, path)
				: { [path]: readFileSync(join(root, path), 'utf8') };
		}),
	);
}

describe.concurrent('a host of @auth/sveltekit', () => {
	test('is moved, says that nothing is left, and is given back', async () => {
		const host = makeHost({ fixture: null, files: filesOf('kit2-src-auth') });
		const before = host.tree();
		const check = await host.run('migrate', '--check');
		expect([check.exit, host.tree()]).toEqual([1, before]);
		const { exit, stderr } = await host.run(...migrate);
		expect(exit, stderr).toBe(0);
		expect(stderr).toContain('From @auth/sveltekit 1.9.0 to @authgraft/runtime');
		expect(stderr).toContain('For the people of your application nothing changes:');
		expect(stderr).toContain('checked: callback URL of github: <origin>/auth/callback/github, as before');
		expect(host.read('src/auth.ts')).toContain("from '@authgraft/runtime/sveltekit'");
		const again = await host.run(...migrate);
		expect([again.exit, again.stderr]).toEqual([0, expect.stringContaining('Nothing to migrate.')]);
		expect((await host.run('migrate', '--check')).exit).toBe(0);
		expect((await host.run('undo', '--yes')).exit).toBe(0);
		expect(host.tree()).toEqual(before);
	});

	test('tells programs the same', async () => {
		const host = makeHost({ fixture: null, files: filesOf('kit2-base-and-ignored-basepath') });
		const { exit, stdout } = await host.run(...migrate, '--json');
		expect(exit).toBe(0);
		const { next, applied } = JSON.parse(stdout);
		expect([applied, next.from]).toEqual([true, { package: '@auth/sveltekit', version: '1.9.0' }]);
		expect(next.findings).toContainEqual(
			expect.objectContaining({ code: 'base-path', severity: 'changes', file: 'src/auth.ts', line: 5 }),
		);
		expect(next.people.map(({ what }: { what: string }) => what)).toEqual([
			'sessions',
			'the secret',
			'callback URL of github',
		]);
	});

	test.each([
		'kit2-syntax-error',
		'kit2-client-old-results',
		'kit2-jwt-encode-only',
		'two-calls',
		'solid1-protected',
	])('%s: a refusal writes nothing at all', async (name) => {
		const host = makeHost({ fixture: null, files: filesOf(name) });
		await expectRefusal(host, migrate, { exit: 1, code: 'AG_REFUSED', says: ['Nothing was changed'] });
		expect((await host.run('migrate', '--check')).exit).toBe(1);
	});

	test('that is only listed: said, and no failure', async () => {
		const host = makeHost({ fixture: null, files: filesOf('kit2-listed-only') });
		const { exit, stderr } = await host.run('migrate', '--check');
		expect([exit, stderr]).toEqual([0, expect.stringContaining('no file imports it')]);
		expect(stderr).toContain('npm uninstall @auth/sveltekit');
	});

	test('there is none', async () => {
		const { exit, stderr } = await makeHost({ fixture: null, files: filesOf('kit2-nothing') }).run(
			...migrate,
		);
		expect([exit, stderr]).toEqual([0, expect.stringContaining('Nothing to migrate.')]);
	});

	test('init and protect-route name the way', async () => {
		const host = makeHost({ fixture: null, files: filesOf('kit2-src-auth') });
		const init = await host.run('init', '--yes', '--no-install');
		expect([init.exit, init.stderr]).toEqual([0, expect.stringContaining('authgraft migrate')]);
		const says = ['authgraft migrate'];
		await expectRefusal(host, ['protect-route', '/dashboard', '--yes'], {
			exit: 1,
			code: 'AG_NOT_SET_UP',
			says,
		});
	});
});

test.each(['kit2-sequence-guard', 'kit2-0x-in-sequence', 'kit2-whole-object', 'kit2-src-auth'])(
	'%s: guards and the doctor know its handle afterwards',
	async (name) => {
		const files = { ...filesOf(name), 'src/routes/dashboard/+page.svelte': '<h1>Secret</h1>\n' };
		const host = makeHost({ fixture: null, files });
		expect((await host.run(...migrate)).exit).toBe(0);
		const { stdout: diagnosis } = await host.run('doctor');
		expect(diagnosis).toContain('secret-missing');
		expect(diagnosis).not.toContain('not-mounted');
		const guarded = await host.run('protect-route', '/dashboard', '--yes');
		expect(guarded.exit, guarded.stderr).toBe(0);
		const { stdout } = await host.run('routes', '--json');
		const { routes } = JSON.parse(stdout);
		const [entry] = routes.filter(({ path }: { path: string }) => path === '/dashboard');
		expect(JSON.stringify(entry)).toContain('path rule');
	},
);

test('a handle that the hooks make themselves is found, and a rule stands behind it', async () => {
	const files = { ...filesOf('kit2-inline-hooks'), 'src/routes/dashboard/+page.svelte': '<h1>Secret</h1>\n' };
	const host = makeHost({ fixture: null, files });
	expect((await host.run(...migrate)).exit).toBe(0);
	const { stdout: diagnosis } = await host.run('doctor');
	expect(diagnosis).toContain('secret-missing');
	expect(diagnosis).not.toContain('not-mounted');
	expect((await host.run('protect-route', '/dashboard', '--yes')).exit).toBe(0);
	const text = host.read('src/hooks.server.ts');
	expect(text).toContain("export const handle = sequence(authHandle, protect(['/dashboard']));");
	expect(text).not.toContain("from './hooks.server'");
	const again = await host.run('protect-route', '/dashboard', '--yes');
	expect([again.exit, again.stderr]).toEqual([0, expect.stringContaining('Nothing to do')]);
});

describe.concurrent('what is too old', () => {
	const manifest = (dependencies: Record<string, string>) => JSON.stringify({ dependencies });
	test.each<[string, Record<string, string>, ErrorCode, string[]]>([
		[
			'SvelteKit 1',
			{ '@sveltejs/kit': '^1.20.0', '@auth/sveltekit': '0.3.11' },
			'AG_HOST_UNSUPPORTED',
			['sv migrate sveltekit-2', 'authgraft migrate: people stay signed in'],
		],
		[
			'solid-start 0.x',
			{ 'solid-start': '^0.2.0', '@solid-auth/base': '^1.0.0' },
			'AG_HOST_UNKNOWN',
			['SolidStart 1 or 2', 'people sign in once more'],
		],
		[
			'SolidStart before 1',
			{ '@solidjs/start': '^0.5.0', '@solid-mediakit/auth': '^2.0.0' },
			'AG_HOST_UNSUPPORTED',
			['@solidjs/start', 'authgraft migrate'],
		],
		[
			'TanStack Start',
			{ '@tanstack/solid-start': '^1.0.0', 'start-authjs': '^1.0.0' },
			'AG_HOST_UNKNOWN',
			['TanStack'],
		],
	])('%s is refused with the way', async (_, dependencies, code, says) => {
		const host = makeHost({ fixture: null, files: { 'package.json': manifest(dependencies) } });
		await expectRefusal(host, migrate, { exit: 1, code, says });
	});
});

test('a fork with an interface of its own is named', async () => {
	const dependencies = { '@sveltejs/kit': '^2.20.0', '@zitadel/sveltekit-auth': '^1.0.0' };
	const host = makeHost({ fixture: null, files: { 'package.json': JSON.stringify({ dependencies }) } });
	await expectRefusal(host, migrate, { exit: 1, code: 'AG_OTHER_AUTH', says: ['@zitadel/sveltekit-auth'] });
});

test('a package of the workspace that has the library of its own', async () => {
	const app = filesOf('kit2-src-auth');
	const manifest = JSON.parse(app['package.json'] ?? '');
	manifest.dependencies['@acme/auth'] = 'workspace:*';
	const files: Record<string, string> = {
		'package.json': JSON.stringify({ private: true, workspaces: ['apps/*', 'packages/*'] }),
		'packages/auth/package.json': JSON.stringify({
			...{ name: '@acme/auth', dependencies: { '@auth/sveltekit': '^1.9.0' } },
		}),
	};
	for (const [path, text] of Object.entries(app)) files[`apps/web/${path}`] = text;
	files['apps/web/package.json'] = JSON.stringify(manifest);
	const host = makeHost({ fixture: null, files });
	const says = ['@acme/auth of the workspace'];
	await expectRefusal(host, [...migrate, '--cwd', `${host.root}/apps/web`], {
		exit: 1,
		code: 'AG_REFUSED',
		says,
	});
});

test('a workspace whose root lists the library', async () => {
	const app = filesOf('kit2-src-auth');
	const manifest = JSON.parse(app['package.json'] ?? '');
	const { '@auth/sveltekit': range, ...others } = manifest.dependencies;
	const files: Record<string, string> = {
		'package.json': JSON.stringify({
			...{ private: true, workspaces: ['apps/*'], dependencies: { '@auth/sveltekit': range } },
		}),
	};
	for (const [path, text] of Object.entries(app)) files[`apps/web/${path}`] = text;
	files['apps/web/package.json'] = JSON.stringify({ ...manifest, dependencies: others });
	const host = makeHost({ fixture: null, files });
	const { exit, stderr } = await host.run(...migrate, '--cwd', `${host.root}/apps/web`);
	expect(exit, stderr).toBe(0);
	expect(stderr).toContain("@auth/sveltekit is listed by the workspace's own package.json");
	expect(host.read('apps/web/src/auth.ts')).toContain('@authgraft/runtime/sveltekit');
});

test('a tree with changes is not touched', async () => {
	const host = makeHost({ fixture: null, files: filesOf('kit2-src-auth'), git: true });
	host.write({ 'src/auth.ts': `${host.read('src/auth.ts')}// mine\n` });
	await expectRefusal(host, migrate, { exit: 1, code: 'AG_GIT_DIRTY', says: ['src/auth.ts'] });
	expect((await host.run(...migrate, '--allow-dirty')).exit).toBe(0);
});
