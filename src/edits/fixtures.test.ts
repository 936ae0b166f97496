import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { declareEnvVariables } from './env-vars.ts';
import { addAuthHandle, type HookRequest } from './hooks.ts';
import { addSessionToLoad } from './load.ts';
import { addAuthMiddleware, type MiddlewareRequest } from './middleware.ts';
import { addDependencies } from './package-json.ts';
import { registerMiddleware } from './solid-config.ts';
import type { EditResult } from './text.ts';

/**
 * Every folder `test/fixtures/edits/<transform>/<case>` is a test: `input.*` becomes `output.*`, or stays as it is
 * with the reason in `unchanged.txt`, or is refused as `refusal.txt` says (`line N: reason`). `request.json` overrides
 * what is asked for. A new shape means a new folder.
 */
const root = join(import.meta.dirname, '../../test/fixtures/edits');

const hookRequest: HookRequest = {
	authModule: './auth',
	runtimeModule: '@authgraft/runtime/sveltekit',
	protect: [],
};
const middlewareRequest: MiddlewareRequest = {
	authModule: './auth',
	runtimeModule: '@authgraft/runtime/solid-start',
	protect: [],
};
const variables = [
	{ name: 'AUTH_SECRET', description: 'Encrypts sessions' },
	{ name: 'AUTH_URL', description: "The host's address" },
];
const dependencies = { '@auth/core': '^0.41.3', '@authgraft/runtime': '^0.1.0' };

const transforms: Record<string, (path: string, content: string, request: object) => EditResult> = {
	hooks: (path, content, request) => addAuthHandle(path, content, { ...hookRequest, ...request }),
	load: (path, content) => addSessionToLoad(path, content, { typed: path.endsWith('.ts') }),
	middleware: (path, content, request) =>
		addAuthMiddleware(path, content, { ...middlewareRequest, ...request }),
	'solid-config': (path, content) => registerMiddleware(path, content, './src/middleware.ts'),
	'env-vars': (path, content) => declareEnvVariables(path, content, variables),
	'package-json': (_, content) => addDependencies(content, dependencies),
};

const read = (folder: string, name: string): string | undefined => {
	const path = join(folder, name);
	return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
};

test('every folder of fixtures has its transform', () => {
	expect(readdirSync(root).sort()).toEqual(Object.keys(transforms).sort());
});

for (const [name, transform] of Object.entries(transforms)) {
	describe(name, () => {
		for (const shape of readdirSync(join(root, name)))
			test(shape, () => check(join(root, name, shape), transform));
	});
}

function check(folder: string, transform: (typeof transforms)[string]): void {
	const files = readdirSync(folder);
	const input = files.find((file) => file.startsWith('input.')) as string;
	const content = read(folder, input) as string;
	const request = JSON.parse(read(folder, 'request.json') ?? '{}');
	const apply = (text: string) => transform(input, text, request);
	const result = apply(content);

	const refusal = read(folder, 'refusal.txt');
	const unchanged = read(folder, 'unchanged.txt');
	if (refusal !== undefined) {
		expect(result).toMatchObject({ kind: 'refused' });
		if (result.kind !== 'refused') return;
		expect(`${result.line === undefined ? '' : `line ${result.line}: `}${result.reason}`).toBe(
			refusal.trimEnd(),
		);
		expect(result.snippet).not.toBe('');
	} else if (unchanged !== undefined) {
		expect(result).toEqual({ kind: 'unchanged', reason: unchanged.trimEnd() });
	} else {
		const output = read(folder, input.replace('input', 'output'));
		expect(result.kind === 'edited' ? result.text : result).toBe(output);
		const notes = result.kind === 'edited' ? (result.notes ?? []) : [];
		expect(notes.map((note) => `${note}\n`).join('')).toBe(read(folder, 'notes.txt') ?? '');
		// Applying twice equals applying once.
		expect(apply(output as string).kind).toBe('unchanged');
	}
}
