import type { Framework } from '../host.ts';

/**
 * What differs between the generations of the frameworks, in one place.
 * Each value was seen with a real project of that generation (docs/supported-hosts.md).
 */
export interface Generation {
	framework: Framework;
	major: number;
	/** `SvelteKit 3` */
	name: string;
	/** Lowest Node.js that builds and runs such a host. */
	nodeFloor: string;
	/** Where the framework's options lie: the argument of a Vite plugin, or a config file of its own. */
	config: 'vite-plugin' | 'svelte.config' | 'app.config';
	/** Port of the development server. Better Auth's 3000 for all breaks every callback URL on SvelteKit. */
	devPort: number;
	/** Where the runtime answers by default. */
	authBasePath: '/auth' | '/api/auth';
	/** Module that private environment variables are read from (SvelteKit). SolidStart has `process.env`. */
	privateEnvModule: string | undefined;
	/** Whether each variable must be declared in `src/env.{ts,js}` to be seen at all. */
	declaredEnv: boolean;
	/** Module that exports `building`, `dev` and `browser`. */
	appEnvModule: string | undefined;
	/** Where code of the server reads the application's base path from (SolidStart). */
	baseEnv: 'import.meta.env.BASE_URL' | 'import.meta.env.SERVER_BASE_URL' | undefined;
	/** The function whose argument holds the framework's options, where `init` has to set one. */
	optionsCall: 'solidStart' | 'defineConfig' | undefined;
	/** Whether `./$types` has `PageProps` (SvelteKit). */
	pageProps: boolean;
	/** Whether the routes of the API lie below the base path in the folder of routes, too (SolidStart). */
	routesBelowBase: boolean;
}

const generations: readonly Generation[] = [
	{
		framework: 'sveltekit',
		major: 3,
		name: 'SvelteKit 3',
		nodeFloor: '22.17.0',
		config: 'vite-plugin',
		devPort: 5173,
		authBasePath: '/auth',
		privateEnvModule: '$app/env/private',
		declaredEnv: true,
		appEnvModule: '$app/env',
		baseEnv: undefined,
		optionsCall: undefined,
		pageProps: true,
		routesBelowBase: false,
	},
	{
		framework: 'sveltekit',
		major: 2,
		name: 'SvelteKit 2',
		nodeFloor: '18.13.0',
		// Since 2.62 the plugin's argument as well, which then wins (facts 1.6).
		config: 'svelte.config',
		devPort: 5173,
		authBasePath: '/auth',
		privateEnvModule: '$env/dynamic/private',
		declaredEnv: false,
		appEnvModule: '$app/environment',
		baseEnv: undefined,
		optionsCall: undefined,
		// Since 2.16 only.
		pageProps: false,
		routesBelowBase: false,
	},
	{
		framework: 'solid-start',
		major: 2,
		name: 'SolidStart 2',
		// Node 22 only warns, Node 20 cannot build it.
		nodeFloor: '24.0.0',
		config: 'vite-plugin',
		// With the nitro plugin, which both templates have; without one it is Vite's own 5173.
		devPort: 3000,
		authBasePath: '/api/auth',
		privateEnvModule: undefined,
		declaredEnv: false,
		appEnvModule: undefined,
		baseEnv: 'import.meta.env.BASE_URL',
		optionsCall: 'solidStart',
		pageProps: false,
		routesBelowBase: false,
	},
	{
		framework: 'solid-start',
		major: 1,
		name: 'SolidStart 1',
		nodeFloor: '20.0.0',
		config: 'app.config',
		devPort: 3000,
		authBasePath: '/api/auth',
		privateEnvModule: undefined,
		declaredEnv: false,
		appEnvModule: undefined,
		// Its BASE_URL is the folder of the assets, /_build.
		baseEnv: 'import.meta.env.SERVER_BASE_URL',
		optionsCall: 'defineConfig',
		pageProps: false,
		// It looks them up by the whole path. Pages and server functions it finds without the base.
		routesBelowBase: true,
	},
];

/** The row of the table, or undefined for a major that is older or newer than any we know. */
export function generationOf(framework: Framework, major: number): Generation | undefined {
	return generations.find((row) => row.framework === framework && row.major === major);
}

/** The oldest major that the table knows. */
export function oldestMajor(framework: Framework): number {
	return Math.min(...generations.filter((row) => row.framework === framework).map((row) => row.major));
}

/** The framework's own name, as its documentation writes it. */
export const frameworkNames: Record<Framework, string> = {
	sveltekit: 'SvelteKit',
	'solid-start': 'SolidStart',
};

/** Also for the package `solid-start`, which @solidjs/start replaced. */
export const solidUpgrade =
	'Move the project to SolidStart 1 or 2 first: ask for @solidjs/start ^1.3.0 or ^2.0.0 in package.json, and follow https://docs.solidjs.com/solid-start.';
