import { expect, test } from 'vitest';
import { readHost } from '../../host/index.ts';
import { openSources } from '../../host/routes/index.ts';
import { kit3, manifest, project } from '../../host/testing.ts';
import type { Change } from '../../plan/change.ts';
import type { InitAnswers } from '../context.ts';
import { planPart } from './parts.ts';

const auth = `import { SvelteKitAuth } from '@authgraft/runtime/sveltekit';

export const { handle, signIn, signOut } = SvelteKitAuth({ providers: [] });
`;
const imported = `import { sequence } from '@sveltejs/kit/hooks';
import { handle as authHandle } from '../../auth';

export const all = sequence(authHandle, ({ event, resolve }) => resolve(event));
`;

async function hooksOf(files: Record<string, string>, protect: string[] = []): Promise<Change | undefined> {
	const kit = { '@sveltejs/kit': '^3.0.0', '@authgraft/runtime': '^0.1.0', svelte: '^5.0.0', vite: '^8.0.0' };
	const host = await readHost(
		project(kit3({ 'package.json': manifest(kit), 'src/auth.ts': auth, ...files })),
	);
	const answers = { providers: [], providersNamed: false, protect, basePath: undefined, pages: {} };
	return planPart(openSources(host), 'hooks', answers as unknown as InitAnswers)[0];
}

test.each([
	["import { all } from '$lib/server/hooks';\n\nexport const handle = all;\n", imported],
	[
		"import { sequence } from '@sveltejs/kit/hooks';\nimport { all } from './lib/server/hooks';\n\nexport const handle = sequence(({ event, resolve }) => resolve(event), all);\n",
		imported,
	],
	[
		"import { all } from '$lib/server/hooks';\n\nexport const handle = all;\n",
		imported.replace('{ handle as authHandle }', '* as own').replace('(authHandle', '(own.handle'),
	],
	["export { all as handle } from '$lib/server/hooks';\n", imported],
])('a handle that another file runs is seen, and no second one is put in: %s', async (hooks, other) => {
	expect(await hooksOf({ 'src/hooks.server.ts': hooks, 'src/lib/server/hooks.ts': other })).toMatchObject({
		kind: 'skip',
		reason: 'src/lib/server/hooks.ts:4 runs sign-in already',
	});
});

test('a guard belongs behind it, where init does not edit', async () => {
	const hooks = "import { all } from '$lib/server/hooks';\n\nexport const handle = all;\n";
	const files = { 'src/hooks.server.ts': hooks, 'src/lib/server/hooks.ts': imported };
	expect(await hooksOf(files, ['/account'])).toMatchObject({
		kind: 'refuse',
		reason: 'runs sign-in by way of src/lib/server/hooks.ts:4; put the guard behind it there',
		snippet: "protect(['/account'])",
	});
});

test('a file that only takes something else from the auth module is no such file', async () => {
	const hooks = "import { log } from '$lib/server/hooks';\n\nexport const handle = log;\n";
	const other =
		"import { signIn } from '../../auth';\n\nexport const log = ({ event, resolve }) => resolve(event, signIn);\n";
	expect(await hooksOf({ 'src/hooks.server.ts': hooks, 'src/lib/server/hooks.ts': other })).toMatchObject({
		kind: 'modify',
	});
});

test('hooks that run it themselves are read as before', async () => {
	const hooks =
		"import { sequence } from '@sveltejs/kit/hooks';\nimport { handle as authHandle } from './auth';\nimport { all } from '$lib/server/hooks';\n\nexport const handle = sequence(authHandle, all);\n";
	const files = { 'src/hooks.server.ts': hooks, 'src/lib/server/hooks.ts': imported };
	expect(await hooksOf(files, ['/account'])).toMatchObject({ kind: 'modify' });
});
