import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { graft } from './support/expect.ts';
import { makeHost } from './support/host.ts';
import { bin, environment } from './support/run.ts';

/* That no run prints escape codes without a terminal, and none a secret, is checked in support/ for every run of all tests. */

describe.concurrent('streams', () => {
	test('a plain init has no data, so stdout is empty', async () => {
		const { stdout, stderr } = await graft(makeHost());
		expect(stdout).toBe('');
		expect(stderr).toContain('Done: 10 files created, 1 changed.');
	});

	test.for([{ NO_COLOR: '1' }, { TERM: 'dumb' }, { FORCE_COLOR: '3' }, { CI: 'true' }] as Record<
		string,
		string
	>[])('without a terminal there is no colour: %o', async (env) => {
		const host = makeHost();
		// Escape codes make the run itself fail, see support/run.ts.
		expect((await host.runWith({ env }, 'init', '--yes', '--dry-run')).exit).toBe(0);
		expect((await host.runWith({ env }, 'init', '--nope')).exit).toBe(2);
		expect((await host.runWith({ env }, 'init', '--help')).exit).toBe(0);
	});

	test.for([
		['--dry-run | head', '"$NODE" "$BIN" init --yes --dry-run | head -c 1 > /dev/null'],
		['--json | head', '"$NODE" "$BIN" init --yes --dry-run --json | head -c 1 > /dev/null'],
		['--json, nobody reads', '"$NODE" "$BIN" init --yes --dry-run --json | true'],
		['talk, nobody reads', '"$NODE" "$BIN" init --yes --no-install 2>&1 >/dev/null | true'],
	])('a reader that goes away is no failure: %s', async ([, pipeline]) => {
		const host = makeHost();
		const script = `set -o pipefail; ${pipeline}`;
		const env = { ...environment(), NODE: process.execPath, BIN: bin };
		// Rejects when the command ends with anything but 0.
		const { stderr } = await promisify(execFile)('bash', ['-c', script], {
			cwd: host.root,
			env,
			timeout: 45_000,
		});
		expect(stderr).not.toContain('EPIPE');
	});

	test('--verbose adds a stack trace to a failure, and nothing else does', async () => {
		const host = makeHost();
		await expect(host.run('init', '--yes', '--protect', 'x', '--verbose')).rejects.toThrow(
			'prints a stack trace',
		);
		expect((await host.run('init', '--yes', '--protect', 'x')).exit).toBe(2);
	});
});
