import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { readHost } from '../../host/index.ts';
import { kit3, project } from '../../host/testing.ts';
import type { Plan } from '../../plan/change.ts';
import { checkAvailable } from './available.ts';

const never = new AbortController().signal;

/**
 * @param says what the manager prints to standard output.
 * @param range what the plan writes for the runtime.
 * @returns the message of the refusal, if any, and whether somebody was asked.
 */
async function check(
	manager: string,
	says: string,
	range = '^0.1.0',
	files = {},
	script = '',
	patience = 10_000,
) {
	const root = project({
		...kit3(),
		...files,
		'answer.txt': `${says}\n`,
		[`programs/${manager}`]: `#!/bin/sh\necho "$*" > asked.txt\n${script}\nwhile IFS= read -r line; do echo "$line"; done < answer.txt\nexit 1\n`,
	});
	const host = await readHost(root);
	chmodSync(join(root, 'programs', manager), 0o755);
	vi.stubEnv('PATH', join(root, 'programs'));
	const before = host.manifest.text;
	const after = JSON.stringify({ ...JSON.parse(before), dependencies: { '@authgraft/runtime': range } });
	const plan: Plan = {
		command: 'init',
		root,
		changes: [{ kind: 'modify', path: 'package.json', summary: '', before, after }],
	};
	const start = performance.now();
	try {
		await checkAvailable(plan, host, never, patience);
		return { asked: host.read('asked.txt')?.trim(), took: performance.now() - start };
	} catch (error) {
		const { code, message, hint } = error as { code: string; message: string; hint: string };
		return { code, message, hint, asked: host.read('asked.txt')?.trim() };
	} finally {
		vi.unstubAllEnvs();
	}
}

const lock = (name: string) => ({ [name]: '' });
const berry = { 'yarn.lock': '__metadata:\n  version: 8\n' };
const notFound =
	'{\n  "error": {\n    "code": "E404",\n    "summary": "No match found for version ^0.1.0"\n  }\n}';
const spec = '@authgraft/runtime@^0.1.0';

/** What they really print. */
test.skipIf(process.platform === 'win32').for([
	['npm', lock('package-lock.json'), notFound, `view ${spec} version --json`],
	['pnpm', lock('pnpm-lock.yaml'), notFound, `view ${spec} version --json`],
	[
		'bun',
		lock('bun.lock'),
		'404 Not Found: https://x.example/@authgraft%2fruntime',
		`info ${spec} version --json`,
	],
	['bun', lock('bun.lock'), '{ "error": "No matching version found" }', `info ${spec} version --json`],
	[
		'yarn',
		berry,
		'{"type":"error","name":35,"data":"  Response Code: 404 (Not Found)"}',
		'npm info @authgraft/runtime --fields versions --json',
	],
	[
		'yarn',
		berry,
		'{"name":"@authgraft/runtime","versions":["0.0.9","0.2.0"]}',
		'npm info @authgraft/runtime --fields versions --json',
	],
	[
		'yarn',
		lock('yarn.lock'),
		'{"type":"inspect","data":["0.0.9"]}',
		'info @authgraft/runtime versions --json',
	],
] as const)('%s that says there is none: refused', async ([manager, files, says, question]) => {
	const result = await check(manager, says, '^0.1.0', files);
	expect(result).toMatchObject({
		code: 'AG_RUNTIME_UNAVAILABLE',
		message: `Nothing was changed: the registry that ${manager} asks here has no ${spec}`,
		hint: expect.stringContaining('--no-install'),
		asked: question,
	});
});

test.skipIf(process.platform === 'win32').for([
	['npm', lock('package-lock.json'), '"0.1.3"'],
	['npm', lock('package-lock.json'), 'npm error code ENOTFOUND'],
	['npm', lock('package-lock.json'), ''],
	['yarn', berry, '{"name":"@authgraft/runtime","versions":["0.0.9","0.1.4"]}'],
	['yarn', berry, '{"type":"error","data":"  Response Code: 403 (Forbidden)"}'],
	['yarn', lock('yarn.lock'), '{"type":"error","data":"Received invalid response from npm."}'],
	['bun', lock('bun.lock'), 'error: ConnectionRefused'],
] as const)('%s that says something else (%o %s): the install may try', async ([manager, files, says]) => {
	const result = await check(manager, says, '^0.1.0', files);
	expect(result.code, result.message).toBeUndefined();
	expect(result.asked).toContain('@authgraft/runtime');
});

test.skipIf(process.platform === 'win32')(
	'nobody is asked for a file, nor by a manager that cannot',
	async () => {
		expect((await check('npm', notFound, 'file:../runtime.tgz')).asked).toBeUndefined();
		expect((await check('npm', notFound, 'catalog:')).asked).toBeUndefined();
		expect((await check('deno', notFound, '^0.1.0', lock('deno.lock'))).asked).toBeUndefined();
	},
);

test.skipIf(process.platform === 'win32')(
	'nobody waits for long for an answer that the install gives as well',
	async () => {
		const result = await check('npm', notFound, '^0.1.0', {}, 'exec /bin/sleep 60', 300);
		expect(result.code).toBeUndefined();
		expect(result.took).toBeLessThan(20_000);
	},
);
