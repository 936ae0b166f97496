import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../src/errors.ts';
import { errorDocs, expectFailure } from './support/expect.ts';
import { makeHost } from './support/host.ts';
import type { Result } from './support/run.ts';

/** The whole of stdout is one document, or this throws. */
const document = ({ stdout }: Result) => JSON.parse(stdout);

interface ChangeDocument {
	kind: string;
	path: string;
	before: string | null;
	after: string | null;
}

describe.concurrent('--json', () => {
	test('with --dry-run is the plan', async () => {
		const host = makeHost({ files: { '.env': 'TOKEN=do-not-show-me\n' }, git: true });
		const before = host.tree({ git: true });
		const result = await host.run('init', '--yes', '--json', '--dry-run', '--providers', 'github');
		expect(result.exit).toBe(0);
		expect(result.stdout).not.toContain('do-not-show-me');
		expect(host.tree({ git: true })).toEqual(before);

		const { schema, command, host: told, dryRun, applied, installed, exitCode, changes } = document(result);
		expect({ schema, command, dryRun, applied, installed, exitCode }).toEqual({
			schema: expect.any(Number),
			command: 'init',
			dryRun: true,
			applied: false,
			installed: false,
			exitCode: 0,
		});
		expect(told).toMatchObject({
			root: host.root,
			framework: 'sveltekit',
			language: 'ts',
			packageManager: 'npm',
		});
		expect(changes.length).toBeGreaterThan(10);
		for (const change of changes as ChangeDocument[]) {
			expect(Object.keys(change)).toEqual(
				expect.arrayContaining(['kind', 'path', 'summary', 'before', 'after']),
			);
			const there = host.exists(change.path);
			if (change.kind === 'create')
				expect({ there, before: change.before }).toEqual({ there: false, before: null });
			else expect(there).toBe(true);
			if (change.kind === 'modify' && change.path !== '.env')
				expect(change.before).toBe(host.read(change.path));
			if (change.kind === 'skip') expect(change).toMatchObject({ before: null, after: null });
			else expect(change.after).toEqual(expect.any(String));
		}
	});

	test('is the same plan as that of a real run', async () => {
		const [planned, real] = [makeHost(), makeHost()];
		const plan = document(await planned.run('init', '--yes', '--json', '--dry-run'));
		const result = await real.run('init', '--yes', '--json', '--no-install');
		expect(result.exit).toBe(0);
		const done = document(result);
		expect(done.changes).toEqual(plan.changes);
		expect(done).toMatchObject({
			schema: plan.schema,
			dryRun: false,
			applied: true,
			installed: false,
			exitCode: 0,
		});
		expect(done.next).toEqual(plan.next);
		expect(done.next.signInUrl).toBe('http://localhost:5173/signin');
		for (const { path, after } of done.changes as ChangeDocument[])
			if (after !== null && path !== '.env') expect(real.read(path)).toBe(after);

		const again = document(await real.run('init', '--yes', '--json', '--no-install'));
		expect(again).toMatchObject({ applied: false, exitCode: 0 });
		expect((again.changes as ChangeDocument[]).every(({ kind }) => kind === 'skip')).toBe(true);
	});

	test.for<[name: string, code: ErrorCode, exit: 1 | 2, files: Record<string, string>, args: string[]]>([
		['of reading the host', 'AG_PACKAGE_JSON_INVALID', 1, { 'package.json': '{' }, ['init', '--yes']],
		['of the answers', 'AG_MISSING_ANSWER', 2, {}, ['init']],
		['of a flag', 'AG_PROVIDER_UNKNOWN', 2, {}, ['init', '--yes', '--providers', 'nope']],
		['of usage', 'AG_USAGE', 2, {}, ['init', '--yes', '--nope']],
		['of an unknown command', 'AG_USAGE', 2, {}, ['nope']],
	])('a failure %s is a document, too', async ([, code, exit, files, args]) => {
		const host = makeHost({ files });
		const result = await host.run(...args, '--json');
		expectFailure(result, { code, exit });
		expect(document(result)).toEqual({
			schema: expect.any(Number),
			error: { code, message: expect.any(String), hint: expect.any(String), docs: errorDocs(code) },
			exitCode: exit,
		});
	});

	test('a refusal carries the plan, with reason, line and snippet', async () => {
		const host = makeHost({ files: { 'src/hooks.server.ts': '\nexport let handle;\n' } });
		const before = host.tree();
		const result = await host.run('init', '--yes', '--json', '--no-install');
		expectFailure(result, { exit: 1, code: 'AG_REFUSED' });
		const { error, exitCode, applied, changes } = document(result);
		expect({ code: error.code, exitCode, applied }).toEqual({
			code: 'AG_REFUSED',
			exitCode: 1,
			applied: false,
		});
		expect(changes).toContainEqual({
			kind: 'refuse',
			path: 'src/hooks.server.ts',
			summary: expect.any(String),
			before: null,
			after: null,
			reason: expect.stringContaining('gets its value in another place'),
			line: 2,
			snippet: expect.stringContaining('sequence(authHandle'),
		});
		expect(host.tree()).toEqual(before);
	});

	test('a dirty tree carries the plan', async () => {
		const host = makeHost({ git: true });
		host.write({ 'mine.txt': '' });
		const result = await host.run('init', '--yes', '--json', '--no-install');
		expectFailure(result, { exit: 1, code: 'AG_GIT_DIRTY' });
		expect(document(result)).toMatchObject({ applied: false, error: { code: 'AG_GIT_DIRTY' }, exitCode: 1 });
	});
});
