import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectFailure, graft } from './support/expect.ts';
import { type Host, makeHost } from './support/host.ts';
import { temporary } from './support/run.ts';

const dryRun = ['init', '--yes', '--dry-run'];

/** What a diff cannot carry: the secret, masked in it, and our own folder. */
function content(host: Host): Record<string, string> {
	const files = Object.keys(host.tree()).filter((path) => !/^\.authgraft\/|^\.env$|\/$/.test(path));
	return Object.fromEntries(files.map((path) => [path, host.read(path)]));
}

let patches = 0;
function patchFile(diff: string): string {
	const file = join(temporary, `${++patches}.patch`);
	writeFileSync(file, diff);
	return file;
}

describe.concurrent('--dry-run', () => {
	const files = {
		'src/hooks.server.ts': 'export const handle = async ({ event, resolve }) => resolve(event);',
		'src/routes/+layout.server.ts': 'export const load = async () => {\r\n\treturn { a: 1 };\r\n};\r\n',
		'.gitignore': 'node_modules',
		'.env.example': 'A=1',
	};

	test('writes nothing at all, not even to the index of git, and exits with 0', async () => {
		const host = makeHost({ files, git: true });
		const before = host.tree({ git: true });
		const { exit, stdout } = await host.run(...dryRun, '--protect', '/dashboard');
		expect(exit).toBe(0);
		expect(stdout).toMatch(/^--- a\/package\.json\n\+\+\+ b\/package\.json\n@@ /);
		expect(host.tree({ git: true })).toEqual(before);
	});

	test('prints the diff that a real run makes, byte for byte', async () => {
		const args = ['--providers', 'github,credentials', '--protect', '/dashboard'];
		const [planned, real] = [makeHost({ files, git: true }), makeHost({ files, git: true })];
		const { stdout } = await planned.run(...dryRun, ...args);
		planned.git('apply', '--check', '--whitespace=nowarn', patchFile(stdout));
		planned.git('apply', '--whitespace=nowarn', patchFile(stdout));
		await graft(real, ...args);
		expect(content(planned)).toEqual(content(real));
		expect(planned.read('.env')).toMatch(/^AUTH_SECRET=\*\*\*$/m);
		expect(planned.read('.env').replace('***', real.secrets()[0] ?? '')).toBe(real.read('.env'));
	});

	test('also patch(1) takes it', async () => {
		const [planned, real] = [makeHost(), makeHost()];
		const { stdout } = await planned.run(...dryRun);
		execFileSync('patch', ['-p1', '--quiet', '-d', planned.root, '-i', patchFile(stdout)]);
		await graft(real);
		expect(content(planned)).toEqual(content(real));
	});

	test('shows no value of an env file that is there', async () => {
		const host = makeHost({ files: { '.env': 'TOKEN=do-not-show-me\nEMPTY=\n# OLD=nor-me\n' } });
		const { exit, stdout, stderr } = await host.run(...dryRun);
		expect(exit).toBe(0);
		expect(stdout).toContain(' TOKEN=***\n');
		expect(stdout + stderr).not.toMatch(/do-not-show-me|nor-me/);
	});

	test('of a host that is set up prints no diff', async () => {
		const host = makeHost();
		await graft(host);
		const tree = host.tree();
		const { exit, stdout, stderr } = await host.run(...dryRun);
		expect({ exit, stdout }).toEqual({ exit: 0, stdout: '' });
		expect(stderr).toContain('Nothing to do');
		expect(host.tree()).toEqual(tree);
	});

	test('needs no answers', async () => {
		const host = makeHost();
		const before = host.tree();
		expect((await host.run('init', '--dry-run')).exit).toBe(0);
		expect(host.tree()).toEqual(before);
	});

	test('with a refusal shows the rest, and exits with 1; with --skip-refused with 0', async () => {
		const host = makeHost({ files: { 'src/hooks.server.ts': 'export let handle;\n' } });
		const before = host.tree();
		for (const args of [[], ['--skip-refused']]) {
			const result = await host.run(...dryRun, ...args);
			if (args.length > 0) expect(result.exit).toBe(0);
			else expectFailure(result, { exit: 1, code: 'AG_REFUSED' });
			expect(result.stdout).toContain('+++ b/src/auth.ts\n');
			expect(result.stderr).toContain('Paste by hand:');
			expect(host.tree()).toEqual(before);
		}
	});
});
