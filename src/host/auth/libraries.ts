import type { Host } from '../host.ts';
import { allDependencies } from '../packages/manifest.ts';

/** A library that signs people in, found among the dependencies of a host. */
export interface AuthLibrary {
	/** The package that gave it away: `better-auth`. */
	package: string;
	/** What its authors call it: `Better Auth`. */
	name: string;
	/** It wraps Auth.js as we do: `migrate` takes it over, instead of two libraries side by side. */
	authJs: boolean;
}

/**
 * Libraries that own the session of an application. Building blocks (bcrypt, jose, arctic, oslo) and back ends
 * that also know people (PocketBase, Firebase, supabase-js alone) are none: they run beside ours.
 * Packages ending in `/` stand for a whole scope. Those that real projects were found to use.
 */
const libraries: readonly AuthLibrary[] = [
	{ package: '@auth/sveltekit', name: 'Auth.js for SvelteKit', authJs: true },
	{ package: '@auth/solid-start', name: 'Auth.js for SolidStart', authJs: true },
	{ package: '@solid-mediakit/auth', name: 'SolidMediakit Auth', authJs: true },
	{ package: 'start-authjs', name: 'start-authjs', authJs: true },
	{ package: '@zitadel/solidstart-auth', name: 'Zitadel Auth for SolidStart', authJs: true },
	{ package: '@zitadel/sveltekit-auth', name: 'Zitadel Auth for SvelteKit', authJs: true },
	{ package: 'next-auth', name: 'NextAuth.js', authJs: true },
	{ package: 'better-auth', name: 'Better Auth', authJs: false },
	{ package: 'lucia', name: 'Lucia', authJs: false },
	{ package: 'lucia-auth', name: 'Lucia', authJs: false },
	{ package: '@supabase/ssr', name: 'Supabase Auth', authJs: false },
	{ package: '@supabase/auth-helpers-sveltekit', name: 'Supabase Auth', authJs: false },
	{ package: 'svelte-clerk', name: 'Clerk', authJs: false },
	{ package: 'clerk-solidjs', name: 'Clerk', authJs: false },
	{ package: 'clerk-sveltekit', name: 'Clerk', authJs: false },
	{ package: '@clerk/', name: 'Clerk', authJs: false },
	{ package: '@workos-inc/authkit-sveltekit', name: 'WorkOS AuthKit', authJs: false },
	{ package: '@kinde-oss/kinde-auth-sveltekit', name: 'Kinde', authJs: false },
	{ package: '@logto/sveltekit', name: 'Logto', authJs: false },
	{ package: '@openauthjs/openauth', name: 'OpenAuth', authJs: false },
	{ package: 'start-oauth', name: 'start-oauth', authJs: false },
	{ package: 'passport', name: 'Passport', authJs: false },
];

/** The auth libraries that the host's package.json lists, in the order of the table above. */
export function findAuthLibraries(host: Pick<Host, 'manifest'>): AuthLibrary[] {
	const names = Object.keys(allDependencies(host.manifest)).sort();
	return libraries.flatMap((library) =>
		names.filter((name) => matches(library, name)).map((name) => ({ ...library, package: name })),
	);
}

/** The library that a package belongs to, under the package's own name. */
export function knownLibrary(name: string): AuthLibrary | undefined {
	const library = libraries.find((one) => matches(one, name));
	return library && { ...library, package: name };
}

/** Whether a text spells the name of one, in whatever meaning. */
export const mentionsLibrary = (text: string): boolean =>
	libraries.some((library) => text.includes(library.package));

const matches = (library: AuthLibrary, name: string): boolean =>
	library.package.endsWith('/') ? name.startsWith(library.package) : name === library.package;

/** The libraries for people: `Better Auth (better-auth)`. */
export const libraryNames = (found: readonly AuthLibrary[]): string[] => [
	...new Set(found.map((library) => `${library.name} (${library.package})`)),
];
