import { describe, expect, test } from 'vitest';
import { parsed } from '../../syntax/tree/nodes.ts';
import { localsAnewBehind, localsOwner, readsOtherAuth } from './locals.ts';

const ownerIn = (text: string, framework: 'sveltekit' | 'solid-start' = 'sveltekit', other = '') =>
	localsOwner(
		parsed('src/hooks.server.ts', text, (module) =>
			module === './people' ? parsed('src/people.ts', other) : undefined,
		),
		framework,
	);

test.each([
	[
		"import { withClerkHandler as clerk } from 'svelte-clerk/server';\nexport const handle = clerk();\n",
		'svelte-clerk',
	],
	[
		"import { sequence } from '@sveltejs/kit/hooks';\nimport { authKitHandle } from '@workos/authkit-sveltekit';\nconst first = authKitHandle();\nexport const handle = sequence(first, own);\n",
		'@workos/authkit-sveltekit',
	],
])('a package that sets it: %s', (text, name) => {
	expect(ownerIn(text)).toMatchObject({ package: name, file: 'src/hooks.server.ts' });
});

test('SolidStart', () => {
	const text =
		"import { createMiddleware } from '@solidjs/start/middleware';\nimport { clerkMiddleware } from 'clerk-solidjs/start/server';\nexport default createMiddleware({ onRequest: [clerkMiddleware({})] });\n";
	expect(ownerIn(text, 'solid-start')).toMatchObject({ package: 'clerk-solidjs', line: 3 });
});

test('code of the host in another file', () => {
	const text =
		"import { sequence } from '@sveltejs/kit/hooks';\nimport { people } from './people';\nexport const handle = sequence(people, own);\n";
	const other = (statement: string) =>
		`export const people = ({ event, resolve }) => {\n\t${statement}\n\treturn resolve(event);\n};\n`;
	expect(ownerIn(text, 'sveltekit', other('event.locals.auth = make();'))).toEqual({
		...{ package: undefined, file: 'src/people.ts', line: 2 },
	});
	expect(ownerIn(text, 'sveltekit', other('event.locals.user = make();'))).toBeUndefined();
});

test.each([
	[
		"import { clerkClient } from 'svelte-clerk/server';\nexport const handle = ({ event, resolve }) => resolve(event);\n",
	],
	["import { svelteKitHandler } from 'better-auth/svelte-kit';\nexport const handle = svelteKitHandler;\n"],
	[
		'export const handle = async ({ event, resolve }) => {\n\tawait event.locals.auth();\n\treturn resolve(event);\n};\n',
	],
])('nobody: %s', (text) => {
	expect(ownerIn(text)).toBeUndefined();
});

const reads = (body: string) =>
	readsOtherAuth(
		parsed('src/routes/+layout.server.ts', `export const load = async ({ locals }) => {\n\t${body}\n};\n`),
	);

test.each([
	['return { ...buildClerkProps(locals.auth) };'],
	['const { userId } = locals.auth();'],
	['return { id: locals.auth().userId };'],
	['const session = await locals.auth.validate();'],
	["return { user: locals['auth'].user };"],
	['return { ...locals.auth };'],
])('read as something else: %s', (body) => {
	expect(reads(body)).toBe(2);
});

test.each([
	['return { session: await locals.auth() };'],
	['const session = await locals.auth(); return { session };'],
	['const { user } = (await locals.auth()) ?? {};'],
	['return { session: locals.auth() };'],
	['return locals.auth().then((session) => ({ session }));'],
	['const { auth } = locals; return { session: await auth() };'],
])('read as ours: %s', (body) => {
	expect(reads(body)).toBeUndefined();
});

describe('locals made anew in another file', () => {
	const anewIn = (member: string, statement: string) =>
		localsAnewBehind(
			parsed(
				'src/hooks.server.ts',
				`import { sequence } from '@sveltejs/kit/hooks';\nimport { people as ${member} } from './people';\nexport const handle = sequence(${member}, own);\n`,
				(module) =>
					module === './people'
						? parsed(
								'src/people.ts',
								`export const people = ({ event, resolve }) => {\n\t${statement}\n\treturn resolve(event);\n};\n`,
							)
						: undefined,
			),
		);

	test.each([
		'event.locals = { db };',
		'event.locals = make(event.locals);',
		'event.locals = { ...defaults } as App.Locals;',
	])('%s', (statement) => {
		expect(anewIn('people', statement)).toEqual({ file: 'src/people.ts', line: 2 });
	});
	test.each([
		['people', 'event.locals = { ...event.locals, db };'],
		['people', 'event.locals = Object.assign({}, event.locals, { db });'],
		['people', 'event.locals.db = db;'],
		['people', 'event.locals ??= {};'],
		['people', 'const locals = { db };'],
		// It stays in front of ours.
		['initDatabase', 'event.locals = { db };'],
	])('not %s: %s', (member, statement) => {
		expect(anewIn(member, statement)).toBeUndefined();
	});
});
