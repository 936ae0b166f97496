import { expect, test } from 'vitest';
import { findAuthLibraries, knownLibrary, libraryNames } from './libraries.ts';

const namesOf = (given: Parameters<typeof findAuthLibraries>[0]) => libraryNames(findAuthLibraries(given));

const host = (dependencies: Record<string, string>, devDependencies: Record<string, string> = {}) => ({
	manifest: { text: '', name: undefined, published: false, dependencies, devDependencies },
});

test('names them as people know them', () => {
	expect(
		namesOf(host({ 'better-auth': '^1.7.0' }, { '@clerk/backend': '^2.0.0', '@clerk/types': '^4.0.0' })),
	).toEqual(['Better Auth (better-auth)', 'Clerk (@clerk/backend)', 'Clerk (@clerk/types)']);
});

test('tells wrappers of Auth.js from strangers', () => {
	const found = findAuthLibraries(host({ '@auth/sveltekit': '^1.11.3', lucia: '^3.2.0' }));
	expect(found.map((library) => [library.package, library.authJs])).toEqual([
		['@auth/sveltekit', true],
		['lucia', false],
	]);
});

test('building blocks and our own packages are none', () => {
	expect(
		namesOf(
			host({
				'@auth/core': '^0.41.3',
				'@authgraft/runtime': '^0.1.0',
				bcrypt: '^6.0.0',
				arctic: '^3.0.0',
				'@supabase/supabase-js': '^2.0.0',
			}),
		),
	).toEqual([]);
});

test('knows the library behind a package', () => {
	expect(knownLibrary('@clerk/backend')).toMatchObject({ name: 'Clerk', package: '@clerk/backend' });
	expect(knownLibrary('better-auth')?.authJs).toBe(false);
	expect(knownLibrary('better-auth-extra')).toBeUndefined();
});
