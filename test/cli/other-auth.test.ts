import { describe, expect, test } from 'vitest';
import { expectRefusal } from './support/expect.ts';
import { makeHost } from './support/host.ts';

const init = ['init', '--yes', '--no-install'];
const packages = (dependencies: Record<string, string>) =>
	JSON.stringify({ dependencies: { '@sveltejs/kit': '^3.2.0', ...dependencies } });
const authJs = {
	'package.json': packages({ '@auth/sveltekit': '^1.11.0' }),
	'src/auth.ts':
		"import { SvelteKitAuth } from '@auth/sveltekit';\n\nexport const { handle } = SvelteKitAuth({ providers: [] });\n",
	'src/hooks.server.ts': "export { handle } from './auth';\n",
};

describe.concurrent('a host that has sign-in already', () => {
	test('Auth.js, wired up: already configured, and nothing is touched', async () => {
		const host = makeHost({ files: authJs });
		const before = host.tree();
		const { exit, stdout, stderr } = await host.run(...init);
		expect(exit, stderr).toBe(0);
		expect(stderr).toContain(
			'Already configured: src/auth.ts sets sign-in up (with Auth.js for SvelteKit (@auth/sveltekit), line 3).',
		);
		expect(stderr).toContain('--alongside');
		expect(stdout).toBe('');
		expect(host.tree()).toEqual(before);
	});

	test('the same as JSON', async () => {
		const host = makeHost({ files: authJs });
		const { exit, stdout } = await host.run(...init, '--json');
		expect(exit).toBe(0);
		expect(JSON.parse(stdout)).toMatchObject({
			command: 'init',
			applied: false,
			exitCode: 0,
			changes: [{ kind: 'skip', path: 'src/auth.ts' }],
		});
	});

	test('a library that only the hooks name (H26)', async () => {
		const hooks =
			"import { svelteKitHandler } from 'better-auth/svelte-kit';\nexport const handle = svelteKitHandler;\n";
		const host = makeHost({ files: { 'src/hooks.server.ts': hooks } });
		const says = ['Better Auth (better-auth)', '--alongside'];
		await expectRefusal(host, init, { exit: 1, code: 'AG_OTHER_AUTH', says });
		const { exit, stderr } = await host.run(...init, '--alongside');
		expect(exit, stderr).toBe(0);
		expect(host.read('src/hooks.server.ts')).toContain('sequence(authHandle, svelteKitHandler)');
	});

	test('a handle in the shared hooks is pointed out (H22)', async () => {
		const host = makeHost({
			files: { 'src/hooks.ts': 'export const reroute = () => {};\nexport const handle = () => {};\n' },
		});
		const { exit, stderr } = await host.run(...init);
		expect(exit, stderr).toBe(0);
		expect(stderr).toContain('SvelteKit does not run the `handle` of src/hooks.ts');
		expect(host.read('src/hooks.server.ts')).toContain("export { handle } from './auth'");
	});
});
