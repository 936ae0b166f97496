import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectFailure } from './support/expect.ts';
import { makeHost } from './support/host.ts';
import { temporary } from './support/run.ts';
import { differences } from './support/tree.ts';

/*
 * Somebody else writes between the plan and the first byte of ours. After the plan is shown the command asks git
 * whether the tree is clean: a `git` of our own answers, and then does what the somebody does.
 */

let folders = 0;

function gitThat(script: string): Record<string, string> {
	const folder = join(temporary, `git-${++folders}`);
	const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim();
	mkdirSync(folder);
	writeFileSync(
		join(folder, 'git'),
		`#!/bin/sh\ncase " $* " in *" status "*) "${real}" "$@" || exit; ${script};; *) exec "${real}" "$@";; esac\n`,
	);
	chmodSync(join(folder, 'git'), 0o755);
	return { PATH: `${folder}:${process.env.PATH}` };
}

const hooks = 'src/hooks.server.ts';

describe.concurrent('between plan and apply', () => {
	test.for([
		['a file to be changed is changed', hooks, (file: string) => `echo '// mine' >> '${file}'`, `~ ${hooks}`],
		['a file to be changed is deleted', hooks, (file: string) => `rm '${file}'`, `- ${hooks}`],
		[
			'a file to be created appears',
			'src/auth.ts',
			(file: string) => `echo '// mine' > '${file}'`,
			'+ src/auth.ts',
		],
	] as const)('%s: nothing is written, and the file is named', async ([, path, act, difference]) => {
		const host = makeHost({
			git: true,
			files: { [hooks]: 'export const handle = ({ event, resolve }) => resolve(event);\n' },
		});
		const before = host.tree();
		const env = gitThat(act(join(host.root, path)));
		const result = await host.runWith({ env }, 'init', '--yes', '--no-install');
		expectFailure(result, { exit: 1, code: 'AG_FILE_CHANGED', says: [path, 'the project is as it was'] });
		expect(differences(before, host.tree())).toEqual([difference]);
	});
});
