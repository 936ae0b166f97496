import { expect, test } from 'vitest';
import { readHost } from '../host/index.ts';
import { isWrite } from '../plan/change.ts';
import { examined } from './context.ts';
import { fixPlan } from './fix.ts';
import { examineHost } from './host/index.ts';
import { codesOf, edit, healthy, judge, write } from './testing.ts';

const planFor = async (root: string, production = false) =>
	fixPlan(await readHost(root), (host) => examineHost(examined(host, { production, variables: {} })).found);

const apply = (root: string, changes: Awaited<ReturnType<typeof planFor>>['changes']) =>
	write(root, Object.fromEntries(changes.filter(isWrite).map(({ path, after }) => [path, after])));

test('nothing to mend makes no plan', async () => {
	expect((await planFor(await healthy('sveltekit3'))).changes).toEqual([]);
});

test('all that can be mended is one plan, and nothing of it is left behind it', async () => {
	const root = await healthy('sveltekit3');
	write(root, {
		'src/hooks.server.ts': 'export const handle = async ({ event, resolve }) => resolve(event);\n',
		'.env': '',
		Dockerfile: 'FROM node:24\nCOPY . .\n',
	});
	edit(root, 'src/env.ts', /\tAUTH_SECRET: \{[^}]*\},\n/, '');
	// Two mends of one file.
	edit(root, 'src/auth.ts', '\tbase: resolve,\n', '');
	edit(
		root,
		'vite.config.ts',
		'sveltekit({',
		"sveltekit({ paths: { base: '/app' }, csp: { directives: { 'form-action': ['self'] } },",
	);
	edit(root, 'src/auth.ts', 'GitHub\n', 'GitHub,\n\t\tApple\n');
	edit(
		root,
		'src/auth.ts',
		'import GitHub',
		"import Apple from '@auth/core/providers/apple';\nimport GitHub",
	);

	const plan = await planFor(root);
	expect(plan.mends.toSorted()).toEqual(
		[
			'base-not-told',
			'csp-form-action',
			'env-in-image',
			'env-undeclared',
			'form-post-origin',
			'not-mounted',
			'secret-missing',
		].toSorted(),
	);
	expect(new Set(plan.changes.map(({ path }) => path)).size).toBe(plan.changes.length);
	apply(root, plan.changes);
	expect(codesOf((await judge(root)).shown)).toEqual([]);
	expect((await planFor(root)).changes).toEqual([]);
});

test('no environment of production is touched, no secret is replaced, no guard is taken out', async () => {
	const root = await healthy('sveltekit3');
	write(root, { '.env': 'AUTH_SECRET=short\n' });
	edit(root, 'src/hooks.server.ts', "protect(['/dashboard'])", "protect(['/dashbord'])");
	expect((await planFor(root)).changes).toEqual([]);
	expect((await planFor(await healthy('sveltekit3'), true)).changes).toEqual([]);
});

test('secrets in it are masked', async () => {
	const root = await healthy('sveltekit2');
	write(root, { '.env': '' });
	const { changes } = await planFor(root);
	expect(changes).toMatchObject([{ path: '.env', secret: true }]);
});
